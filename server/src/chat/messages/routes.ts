import { refuseField } from '../../platform/errors.ts';
import { checkedByHandler, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { channelInPath, findChannelFor } from '../access.ts';
import { changesAfter } from '../changes.store.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { liveMessageInPath, messageInPath, seenPartOf } from './access.ts';
import { checkMayDelete, checkMayEdit, clearChannel, deleteMessage, editMessage } from './edit.ts';
import { pinEndpoints } from './pins.ts';
import { reactionEndpoints } from './reactions.ts';
import { sendMessage } from './send.ts';
import { messagesIn } from './store.ts';

const pageSize = 50;
const longestPage = 200;
const longestRange = 1000;

/** Endpoints for messages, reactions and pins. */
export const messageEndpoints = (parts: ChatParts): Endpoint[] => [
  // A page of messages, or with `since` the changes after a number (chat.md, "Paging").
  endpoint('listMessages', {
    access: channelInPath(parts),
    handle: async ({ db, caller, access, query: { before, until, after, since, limit } }) => {
      const { channel } = access;
      const part = await seenPartOf(db, { caller, access });
      if (since !== undefined) {
        const wanted = { after: since, limit: limit ?? longestRange, seenSince: part?.since };
        const changes = await changesAfter(db, channel.id, wanted);
        return changes.map(({ event, payload, seq }) => ({ event, payload: JSON.parse(payload), seq }));
      }
      if (limit !== undefined && limit > longestPage) refuseField('limit', `must be at most ${longestPage}`);
      if (until !== undefined && before === undefined) refuseField('until', 'requires `before`');
      const most = until === undefined ? (limit ?? pageSize) : longestRange;
      const range = { before, until, after, fromId: part?.fromId, limit: most };
      return (await messagesIn(db, channel.id, range)).map(presentMessage);
    },
  }),
  endpoint('sendMessage', {
    access: checkedByHandler,
    handle: async ({ body, least, ...by }) => {
      const access = await findChannelFor(parts, by, { channelId: String(body.channelId), least });
      return presentMessage(await sendMessage(parts, by.db, { access, body }));
    },
  }),
  endpoint('editMessage', {
    access: async (request) => checkMayEdit(await liveMessageInPath(parts)(request)),
    handle: async ({ db, access, body }) =>
      presentMessage(await editMessage(parts, db, { access, text: body.text })),
  }),
  endpoint('deleteMessage', {
    access: async (request) => checkMayDelete(await messageInPath(parts)(request)),
    handle: ({ db, access }) => deleteMessage(parts, db, access),
  }),
  endpoint('clearChannel', {
    access: channelInPath(parts),
    handle: ({ db, access }) => clearChannel(parts, db, access),
  }),
  ...reactionEndpoints(parts),
  ...pinEndpoints(parts),
];
