import { now, seconds } from '../../platform/clock.ts';
import type { TaskLease } from '../../platform/concurrency/lease.ts';
import { repeat } from '../../platform/concurrency/repeat.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { nextDueTimeOfSessions, runDueSessions } from './run.ts';

export const timings = {
  /** A session that is created now and begins at once is noticed this much later at most. */
  everyMs: seconds(1),
};

/** Begins and ends sessions at their times and announces their reports, on one node at a time. @returns a function that stops it */
export function startRunningSessions(
  { db, log }: { db: Db; log: Logger },
  lease: TaskLease,
): () => Promise<void> {
  const running = repeat(
    { what: 'sessions of automatic webinars', everyMs: timings.everyMs, lease, log },
    async () => {
      await runDueSessions(db);
      const next = await nextDueTimeOfSessions(db);
      if (!next) return undefined;
      return Math.min(timings.everyMs, Math.max(1, next.getTime() - now().getTime()));
    },
  );
  return () => running.stop();
}
