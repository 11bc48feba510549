import { type Db, inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import type { CallEffects } from './parts.ts';
import { saveWaitingMessage } from './store.ts';

/**
 * Stores the message to everybody who waits until the end of the call; null removes it (docs/decisions/0191).
 * @returns the message as it is stored
 * @throws Refusal 409 if the room has no running call
 */
export const updateWaitingMessage = (
  db: Db,
  { onWaitingMessageChanged }: Pick<CallEffects, 'onWaitingMessageChanged'>,
  { roomId, text }: { roomId: string; text: string | null },
): Promise<string | null> =>
  inTransaction(db, async (trx) => {
    const message = text?.trim() ?? null;
    const isChanged = (await saveWaitingMessage(trx, roomId, message)) ?? refuse('call_not_active');
    if (isChanged) await runAll(trx, onWaitingMessageChanged, roomId);
    return message;
  });
