import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type CallChange, changeCall, returnSeconds, waitForReturns } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { roomsWithActiveCall, shortenReturns } from './store.ts';
import { endOpenVisits } from './visits/visits.ts';

/** Calls that are changed in the database at once: fewer than the connection pool has. */
const changedAtOnce = 8;

/** Longer than any server is away: the next start shortens the wait (`resumeInterruptedCalls`). */
const interruptedSeconds = 365 * 24 * 3600;

async function interruptNow(change: CallChange): Promise<void> {
  if (!change.call) return;
  const moment = now();
  await endOpenVisits(change, change.call, moment);
  await waitForReturns(change, after(seconds(interruptedSeconds), moment));
}

/**
 * Notes that everybody loses their call now, because the media server stops with this server. Pages return by
 * themselves after the next start; a call to which nobody returns then ends at this moment.
 */
export async function interruptAllCalls(parts: CallParts): Promise<void> {
  const { db, log } = parts;
  const waiting = await roomsWithActiveCall(db);
  if (waiting.length === 0) return;
  log.warn(
    { calls: waiting.length },
    'stopping the media server interrupts calls: they go on when people return after the next start',
  );
  const interruptNext = async () => {
    for (let roomId = waiting.pop(); roomId !== undefined; roomId = waiting.pop()) {
      const id = roomId;
      await changeCall(parts, { roomId: id }, interruptNow).catch((error: unknown) =>
        log.error({ err: error, roomId: id }, 'could not note the interruption of a call at the shutdown'),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(changedAtOnce, waiting.length) }, interruptNext));
}

/** After a start, gives the people of calls that a planned stop interrupted as long to return as after a crash. */
export const resumeInterruptedCalls = (db: Db): Promise<void> =>
  shortenReturns(db, after(seconds(returnSeconds)));
