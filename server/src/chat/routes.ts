import { type Endpoint, endpoint, open } from '../platform/http/endpoint.ts';
import { channelFor, chatters, chatUserOf } from './access.ts';
import { joinChannel, leaveChannel } from './open-channel.ts';
import type { ChatParts } from './parts.ts';
import { presentMessage } from './present.ts';
import { readMessages } from './read.ts';
import { sendMessage } from './send.ts';

/** The way from a token to messages: interface 4.6, steps 2 to 6. */
export const chatEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('getSocketToken', {
    callers: chatters,
    access: ({ db, caller }) => chatUserOf(db, caller),
    handle: async ({ access }) => ({ token: await parts.socket.issueToken(access.id) }),
  }),
  endpoint('joinChannel', {
    callers: chatters,
    access: open,
    handle: ({ db, caller, body }) => joinChannel(parts, db, { caller, channelId: String(body.id) }),
  }),
  endpoint('leaveChannel', {
    callers: chatters,
    access: open,
    handle: async ({ db, caller, body }) => {
      await leaveChannel(parts, db, { caller, channelId: String(body.id) });
      return {};
    },
  }),
  endpoint('listMessages', {
    callers: chatters,
    access: ({ db, caller, params }) =>
      channelFor(db, caller, { channelId: params.channelId, least: 'join' }),
    handle: ({ db, access, query }) => readMessages(db, access, query),
  }),
  endpoint('sendMessage', {
    callers: chatters,
    access: open,
    handle: async ({ db, caller, body }) => {
      const access = await channelFor(db, caller, { channelId: String(body.channelId), least: 'join' });
      return presentMessage(await sendMessage(parts, db, { access, body }));
    },
  }),
];
