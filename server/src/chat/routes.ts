import type { Endpoint } from '../platform/http/endpoint.ts';
import { channelEndpoints } from './channels/routes.ts';
import { messageEndpoints } from './messages/routes.ts';
import type { ChatParts } from './parts.ts';
import { peopleEndpoints } from './people/routes.ts';
import { pollEndpoints, roomPollEndpoints } from './polls/routes.ts';

export const chatEndpoints = (parts: ChatParts): Endpoint[] => [
  ...channelEndpoints(parts),
  ...messageEndpoints(parts),
  ...pollEndpoints(parts),
  ...roomPollEndpoints(parts),
  ...peopleEndpoints(parts),
];
