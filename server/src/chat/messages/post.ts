import type { Db } from '../../platform/db/db.ts';
import { makeChange } from '../changes.ts';
import type { SocketPart } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { insertMessage, type Message, type NewMessage } from './store.ts';

/** Thrown when another request with the same client message id was first. */
export class AlreadySent extends Error {}

/**
 * Stores, numbers and publishes a message.
 * @param check runs with the channel locked, so that concurrent messages of one person are judged one after the other
 * @throws AlreadySent
 */
export const postMessage = (
  parts: SocketPart,
  trx: Db,
  { check, ...written }: Omit<NewMessage, 'seq'> & { check?: () => Promise<void> },
): Promise<Message> =>
  makeChange(parts, trx, {
    channelId: written.channelId,
    make: async (seq) => {
      await check?.();
      const message = await insertMessage(trx, { ...written, seq });
      if (!message) throw new AlreadySent();
      return {
        event: written.type === 'system' ? 'system:message' : 'message',
        payload: { message: presentMessage(message) },
        messageId: message.id,
        result: message,
      };
    },
  });
