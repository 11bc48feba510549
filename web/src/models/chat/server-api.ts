import { api, discard } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { ChatApi } from './api.ts';
import type { Change, Message } from './types.ts';

/** The chat's server operations with the participant's own token. */
export function chatApi({ participantToken }: CallEntry): ChatApi {
  const client = api(participantToken);
  return {
    socketToken: async () => (await client.getSocketToken()).token,
    join: (id) => client.joinChannel({ body: { id } }),
    changes: async (channelId, since) =>
      (await client.listMessages({ channelId, query: { since, limit: 1_000 } })) as Change[],
    page: async (channelId, request) =>
      (await client.listMessages({ channelId, query: request })) as Message[],
    send: (body) => client.sendMessage({ body }),
    edit: (messageId, text) => client.editMessage({ messageId, body: { text } }),
    remove: (messageId) => discard(client.deleteMessage({ messageId })),
    clear: (channelId) => discard(client.clearChannel({ channelId })),
    react: (messageId, emoji) => client.addReaction({ messageId, body: { emoji } }),
    unreact: (messageId, emoji) => client.removeReaction({ messageId, emoji }),
    pins: (channelId) => client.listPinnedMessages({ channelId }),
    pin: (channelId, messageId) => client.pinMessage({ body: { channelId, messageId } }),
    unpin: (pinId) => discard(client.unpinMessage({ pinId })),
    users: (ids) => client.fetchChatUsers({ body: { ids } }),
    userOf: async (participantId) =>
      (await client.fetchChatUsers({ body: { participantIds: [participantId] } }))[0],
    mute: (channelId, userId, seconds) =>
      discard(
        client.muteChatUser({ channelId, body: { userId, ...(seconds === undefined ? {} : { seconds }) } }),
      ),
    change: (channelId, body) => client.updateChannelSettings({ channelId, body }),
    directs: () => client.listDirects(),
    openDirect: (userId) => client.createDirect({ body: { userId } }),
  };
}
