import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../../platform/db/limits.ts';
import { refuse } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import { eraseTextsInChanges, makeChange, publishChange } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import type { MessageAccess } from './access.ts';
import { deletePinsOf } from './pins.store.ts';
import { deletePinOf } from './pins.ts';
import { checkMayWrite, checkText, cleanText } from './rules.ts';
import { eraseMessage, eraseMessagesOf, type Message, messageById, setText } from './store.ts';

const mayChangeFor = seconds(15 * 60);

/** Authors may change a message for 15 minutes, moderators at any time. A deleted message stays deleted. */
function checkIsOwn({ user, channel, message }: MessageAccess): void {
  if (channel.isModerator) return;
  if (message.userId !== user.id) refuse('forbidden');
  if (!message.deletedAt && after(mayChangeFor, message.createdAt) < now()) refuse('edit_time_over');
}

/** Checks that this person may edit the message. Nobody edits system messages. */
export function checkMayEdit(access: MessageAccess): MessageAccess {
  if (access.message.type === 'system') refuse('forbidden');
  checkIsOwn(access);
  checkMayWrite(access.channel);
  return access;
}

export function checkMayDelete(access: MessageAccess): MessageAccess {
  checkIsOwn(access);
  return access;
}

/** Edits a message; the same text again changes nothing. */
export async function editMessage(
  parts: ChatParts,
  db: Db,
  { access, text }: { access: MessageAccess; text: string },
): Promise<Message> {
  const { id, channelId } = access.message;
  const words = cleanText(text);
  checkText(access.channel, words);
  return inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, channelId))) refuse('not_found');
    const before = (await messageById(trx, id)) ?? refuse('not_found');
    if (before.text === words) return before;
    return makeChange(parts, trx, {
      channelId,
      make: async () => {
        await setText(trx, id, words);
        const message = (await messageById(trx, id)) ?? refuse('not_found');
        const payload = { message: presentMessage(message) };
        return { event: 'message-edited', payload, messageId: id, result: message };
      },
    });
  });
}

/** Deletes the text of a message for good, also in the stored changes. */
export const deleteMessage = (
  parts: ChatParts,
  db: Db,
  { message: { id, channelId } }: MessageAccess,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const isHeld = await lockChannel(trx, channelId);
    if (!isHeld || !(await eraseMessage(trx, id))) return;
    await deletePinOf(parts, trx, { channelId, messageId: id });
    await eraseTextsInChanges(parts, trx, { channelId, of: { messageIds: [id] } });
    await publishChange(parts, trx, { channelId, event: 'delete-messages', payload: { ids: [id] } });
  });

/** Deletes every message of a channel in the same way. */
export const clearChannel = (parts: ChatParts, db: Db, { channel: { id: channelId } }: ChannelAccess) =>
  inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, channelId))) return;
    await allowLongStatements(trx, deletionSeconds);
    if ((await eraseMessagesOf(trx, channelId)) === 0) return;
    await deletePinsOf(trx, channelId);
    await eraseTextsInChanges(parts, trx, { channelId, of: 'all' });
    await publishChange(parts, trx, { channelId, event: 'clean-channel-messages', payload: {} });
  });
