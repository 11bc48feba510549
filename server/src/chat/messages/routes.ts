import { refuse } from '../../platform/errors.ts';
import { checkedByHandler, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { channelInPath, findChannelFor } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { channelOfPinInPath, liveMessageInPath, messageInPath } from './access.ts';
import { checkMayDelete, checkMayEdit, clearChannel, deleteMessage, editMessage } from './edit.ts';
import { isEmoji } from './emoji.ts';
import { listPins, pinMessage, unpinMessage } from './pins.ts';
import { addReaction, removeReaction } from './reactions.ts';
import { sendMessage } from './send.ts';

/** Endpoints for messages, reactions and pins. */
export const messageEndpoints = (parts: ChatParts): Endpoint[] => [
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
    handle: async ({ db, access }) => {
      await deleteMessage(parts, db, access);
      return undefined;
    },
  }),
  endpoint('clearChannel', {
    access: channelInPath(parts),
    handle: async ({ db, access }) => {
      await clearChannel(parts, db, access);
      return undefined;
    },
  }),
  ...reactionEndpoints(parts),
  ...pinEndpoints(parts),
];

const reactionEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('addReaction', {
    access: liveMessageInPath(parts),
    handle: async ({ db, access, body }) =>
      presentMessage(await addReaction(parts, db, { access, emoji: body.emoji })),
  }),
  endpoint('removeReaction', {
    access: async (request) => {
      const access = await liveMessageInPath(parts)(request);
      return isEmoji(request.params.emoji) ? access : refuse('not_found');
    },
    handle: async ({ db, access, params }) =>
      presentMessage(await removeReaction(parts, db, { access, emoji: params.emoji })),
  }),
];

const pinEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('pinMessage', {
    access: checkedByHandler,
    handle: async ({ body, least, ...by }) => {
      const access = await findChannelFor(parts, by, { channelId: String(body.channelId), least });
      return pinMessage(parts, by.db, { access, body });
    },
  }),
  endpoint('unpinMessage', {
    access: channelOfPinInPath(parts),
    handle: async ({ db, access, params }) => {
      if (access) await unpinMessage(parts, db, { access, id: params.pinId });
      return undefined;
    },
  }),
  endpoint('listPinnedMessages', {
    access: channelInPath(parts),
    handle: ({ db, access }) => listPins(db, access),
  }),
];
