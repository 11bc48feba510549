import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { publishChange } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import type { MessageAccess } from './access.ts';
import { isEmoji } from './emoji.ts';
import { checkMayWrite } from './rules.ts';
import {
  countReactions,
  deleteReaction,
  insertReaction,
  type Message,
  messageById,
  type NewReaction,
} from './store.ts';

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
}

/** Changes the reactions of a message with its channel locked. Publishes nothing if nothing changed. */
const changeReactions = (
  parts: ChatParts,
  db: Db,
  { access, emoji, change }: Reacting & { change: (trx: Db, reaction: NewReaction) => Promise<boolean> },
): Promise<Message> =>
  inTransaction(db, async (trx) => {
    const { user, channel, message } = access;
    if (!(await lockChannel(trx, channel.id))) refuse('not_found');
    if (!(await messageById(trx, message.id))) refuse('not_found');
    const isChanged = await change(trx, {
      channelId: channel.id,
      messageId: message.id,
      emoji,
      userId: user.id,
    });
    const after = (await messageById(trx, message.id)) ?? refuse('not_found');
    if (isChanged) {
      const payload = { messageId: message.id, reactions: after.reactions };
      await publishChange(parts, trx, { channelId: channel.id, event: 'message-reactions', payload });
    }
    return after;
  });

export async function addReaction(parts: ChatParts, db: Db, { access, emoji }: Reacting): Promise<Message> {
  checkMayWrite(access.channel);
  if (!isEmoji(emoji)) refuseField('emoji', 'must be one emoji');
  return changeReactions(parts, db, { access, emoji, change: insertReactionOnce });
}

export const removeReaction = (parts: ChatParts, db: Db, reacting: Reacting): Promise<Message> =>
  changeReactions(parts, db, { ...reacting, change: deleteReaction });
