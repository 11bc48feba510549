import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import { makeChange } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { checkMayWriteNow, checkText, cleanText } from './rules.ts';
import { insertMessage, type Message, messageByClientId, messageById } from './store.ts';

/** Thrown when another request with the same client message id was first. */
class Sent extends Error {}

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
    return await inTransaction(db, (trx) => write(parts, trx, { access, text, replyTo, clientMessageId }));
  } catch (error) {
    if (!(error instanceof Sent) || db.isTransaction) throw error;
    return (await sent()) ?? refuse('not_found');
  }
}

interface Words {
  access: ChannelAccess;
  text: string;
  replyTo: string | undefined;
  clientMessageId: string | undefined;
}

const write = (parts: ChatParts, trx: Db, { access, ...words }: Words): Promise<Message> =>
  makeChange(parts, trx, {
    channelId: access.channel.id,
    make: async (seq) => {
      // The channel is locked, so concurrent messages of one person are counted one after the other.
      await checkMayWriteNow(parts, trx, access);
      const message = await insertMessage(trx, {
        ...words,
        channelId: access.channel.id,
        seq,
        type: 'user',
        userId: access.user.id,
      });
      if (!message) throw new Sent();
      return {
        event: 'message',
        payload: { message: presentMessage(message) },
        messageId: message.id,
        result: message,
      };
    },
  });
