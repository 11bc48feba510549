import { checkedByHandler, type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { channelInPath, connectableChatUser, findChannelFor } from '../access.ts';
import { readMessages } from '../messages/read.ts';
import type { ChatParts } from '../parts.ts';
import { createDirect, listDirects } from './directs.ts';
import { readInitial } from './initial.ts';
import { muteUser, updateChannelSettings } from './moderate.ts';
import { channelPageOf, joinChannel, leaveChannel } from './open.ts';
import { channelIdOfExternal } from './store.ts';

/** Endpoints to join channels, read them, and change their settings. */
export const channelEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('getSocketToken', {
    access: (by) => connectableChatUser(parts, by),
    handle: async ({ access }) => ({ token: await parts.socket.issueToken(access.id) }),
  }),
  endpoint('getInitial', {
    access: openToAll,
    handle: ({ query, ...by }) => readInitial(parts, by, channelPageOf(query)),
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
  endpoint('listMessages', {
    access: channelInPath(parts),
    handle: ({ db, access, query }) => readMessages(db, access, query),
  }),
  ...directEndpoints(parts),
  ...leadingEndpoints(parts),
];

const directEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('listDirects', {
    access: openToAll,
    handle: ({ query, ...by }) => listDirects(parts, by, channelPageOf(query)),
  }),
  endpoint('createDirect', {
    access: openToAll,
    handle: ({ body, ...by }) => createDirect(parts, by, String(body.userId)),
  }),
];

const leadingEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('muteChatUser', {
    access: channelInPath(parts),
    handle: ({ db, access, body }) => muteUser(parts, db, { access, body }),
  }),
  endpoint('updateChannelSettings', {
    access: channelInPath(parts),
    handle: ({ db, access, body }) => updateChannelSettings(parts, db, { access, body }),
  }),
];
