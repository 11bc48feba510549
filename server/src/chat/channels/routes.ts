import { checkedByHandler, type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { connectableChatUser, findChannelFor } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { createDirect, listDirects } from './directs.ts';
import { moderationEndpoints } from './moderate.ts';
import { joinChannel, leaveChannel, readInitial } from './open.ts';
import { channelIdOfExternal } from './store.ts';

/** Endpoints to join channels, read them, and change their settings. */
export const channelEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('getSocketToken', {
    access: (by) => connectableChatUser(parts, by),
    handle: async ({ access }) => ({ token: await parts.socket.issueToken(access.id) }),
  }),
  endpoint('getInitial', {
    access: openToAll,
    handle: ({ query, ...by }) => readInitial(parts, by, query),
  }),
  endpoint('joinChannel', {
    access: checkedByHandler,
    handle: async ({ body, least, ...by }) => {
      const access = await findChannelFor(parts, by, { channelId: String(body.id), least });
      return joinChannel(parts, by, access);
    },
  }),
  endpoint('joinExternalChannel', {
    access: async ({ params, least, ...by }) => {
      const channelId = await channelIdOfExternal(by.db, params.externalId);
      // No channel has the id 0: callers who may use the chat get 404.
      return findChannelFor(parts, by, { channelId: channelId ?? '0', least });
    },
    handle: ({ access, ...by }) => joinChannel(parts, by, access),
  }),
  endpoint('leaveChannel', {
    access: openToAll,
    handle: async ({ body, ...by }) => {
      await leaveChannel(parts, by, String(body.id));
      return {};
    },
  }),
  endpoint('listDirects', {
    access: openToAll,
    handle: ({ query, ...by }) => listDirects(parts, by, query),
  }),
  endpoint('createDirect', {
    access: openToAll,
    handle: ({ body, ...by }) => createDirect(parts, by, String(body.userId)),
  }),
  ...moderationEndpoints(parts),
];
