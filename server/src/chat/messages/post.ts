import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { makeChange } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { insertMessage } from './store.ts';

/** A message that no chat user writes now: of the organizer, or a copy of an earlier one. */
export interface PostedMessage {
  channelId: string;
  text: string;
  /** Says whose message it is. */
  meta: Record<string, unknown> & { author: string };
  copyOf?: string;
}

/** Stores, numbers and publishes a message without the rules for people who write. @returns its id */
export const postMessage = (
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  posted: PostedMessage,
): Promise<string> =>
  makeChange(parts, trx, {
    channelId: posted.channelId,
    make: async (seq) => {
      const written = { ...posted, seq, type: 'user', userId: null } as const;
      const message = (await insertMessage(trx, written)) ?? refuse('not_found');
      return {
        event: 'message',
        payload: { message: presentMessage(message) },
        messageId: message.id,
        result: message.id,
      };
    },
  });
