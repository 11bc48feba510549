import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { publishChange } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { liveMessageInPath, type MessageAccess } from './access.ts';
import { isEmoji } from './emoji.ts';
import { checkMayWrite } from './rules.ts';
import { countReactions, deleteReaction, insertReaction, messageById, type NewReaction } from './store.ts';

const mostKinds = 20;

/** @returns whether the reaction is new */
async function insertReactionOnce(trx: Db, reaction: NewReaction): Promise<boolean> {
  const { kinds, isKnown, isOwn } = await countReactions(trx, reaction);
  if (isOwn) return false;
  if (!isKnown && kinds >= mostKinds) {
    refuseField('emoji', `a message has at most ${mostKinds} different reactions`);
  }
  await insertReaction(trx, reaction);
  return true;
}

interface Reacting {
  access: MessageAccess;
  emoji: string;
  /** @returns whether anything changed */
  change: (trx: Db, reaction: NewReaction) => Promise<boolean>;
}

/** Changes the reactions of a message with its channel locked. Publishes nothing if nothing changed. */
const changeReactions = (
  parts: ChatParts,
  db: Db,
  { access: { user, channel, message }, emoji, change }: Reacting,
) =>
  inTransaction(db, async (trx) => {
    const [channelId, messageId] = [channel.id, message.id];
    if (!(await lockChannel(trx, channelId))) refuse('not_found');
    if (!(await messageById(trx, messageId))) refuse('not_found');
    const isChanged = await change(trx, { channelId, messageId, emoji, userId: user.id });
    const after = (await messageById(trx, messageId)) ?? refuse('not_found');
    if (isChanged) {
      const payload = { messageId, reactions: after.reactions };
      await publishChange(parts, trx, { channelId, event: 'message-reactions', payload });
    }
    return presentMessage(after);
  });

export const reactionEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('addReaction', {
    access: liveMessageInPath(parts),
    handle: async ({ db, access, body: { emoji } }) => {
      checkMayWrite(access.channel);
      if (!isEmoji(emoji)) refuseField('emoji', 'must be one emoji');
      return changeReactions(parts, db, { access, emoji, change: insertReactionOnce });
    },
  }),
  endpoint('removeReaction', {
    access: async (request) => {
      const access = await liveMessageInPath(parts)(request);
      return isEmoji(request.params.emoji) ? access : refuse('not_found');
    },
    handle: ({ db, access, params: { emoji } }) =>
      changeReactions(parts, db, { access, emoji, change: deleteReaction }),
  }),
];
