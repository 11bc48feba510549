import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { AlreadySent, postMessage } from './post.ts';
import { checkMayWriteNow, checkText, cleanText } from './rules.ts';
import { type Message, messageByClientId, messageById } from './store.ts';

/** Sends a message: stores, numbers and publishes it. A repeated client message id returns the earlier message. */
export async function sendMessage(
  parts: ChatParts,
  db: Db,
  { access, body }: { access: ChannelAccess; body: Body<'sendMessage'> },
): Promise<Message> {
  const { user, channel } = access;
  const { clientMessageId } = body;
  const sent = () =>
    clientMessageId === undefined
      ? undefined
      : messageByClientId(db, { channelId: channel.id, userId: user.id, clientMessageId });
  // A request with an Idempotency-Key is one transaction and cannot look again later, so it waits here.
  if (db.isTransaction) await lockChannel(db, channel.id);
  const earlier = await sent();
  if (earlier) return earlier;
  const text = cleanText(body.text);
  checkText(channel, text);
  const replyTo = body.replyTo === undefined ? undefined : String(body.replyTo);
  if (replyTo !== undefined && (await messageById(db, replyTo))?.channelId !== channel.id) {
    refuseField('replyTo', 'must be a message of this channel');
  }
  try {
    return await inTransaction(db, async (trx) => {
      const message = await postMessage(parts, trx, {
        ...{ channelId: channel.id, userId: user.id, text, replyTo, clientMessageId },
        type: 'user',
        check: () => checkMayWriteNow(parts, trx, access),
      });
      await runAll(trx, parts.onMessageSent, message);
      return message;
    });
  } catch (error) {
    if (!(error instanceof AlreadySent) || db.isTransaction) throw error;
    return (await sent()) ?? refuse('not_found');
  }
}
