import { longestTimer } from '../../../../contract/operations/timer-limits.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import type { CallEffects, CallTimer } from '../parts.ts';
import { clearTimer, noTimer, prolongTimer, saveTimer } from './store.ts';

type TimerParts = Pick<CallEffects, 'onTimerChanged'>;

const minute = 60_000;

/**
 * Sets the timer of the room's call; one that runs is replaced (docs/decisions/0192). The row of the call is locked until
 * the change is published, so the last of several changes is also the last that pages hear of.
 * @throws Refusal 409 if the room has no running call
 */
export const startTimer = (
  db: Db,
  { onTimerChanged }: TimerParts,
  { roomId, minutes }: { roomId: string; minutes: number },
): Promise<CallTimer> =>
  inTransaction(db, async (trx) => {
    const timer = (await saveTimer(trx, roomId, minutes * minute)) ?? refuse('call_not_active');
    await runAll(trx, onTimerChanged, { roomId, ...timer });
    return timer;
  });

/**
 * Adds a minute to the running timer.
 * @throws Refusal 409 if none runs, also if it has just ended
 */
export const extendTimer = (db: Db, { onTimerChanged }: TimerParts, roomId: string): Promise<CallTimer> =>
  inTransaction(db, async (trx) => {
    const timer = (await prolongTimer(trx, roomId, longestTimer * minute)) ?? refuse('timer_not_running');
    await runAll(trx, onTimerChanged, { roomId, ...timer });
    return timer;
  });

export const stopTimer = (db: Db, { onTimerChanged }: TimerParts, roomId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await clearTimer(trx, roomId)) await runAll(trx, onTimerChanged, { roomId, ...noTimer });
  });
