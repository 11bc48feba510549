import { now, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { nextDueTimeOfSessions, runDueSessions } from './run-sessions.ts';

export const timings = {
  /** A session that is created now and begins at once is noticed this much later at most. */
  everyMs: seconds(1),
};

/** Begins and ends sessions at their times and announces their reports. */
export const runSessionsJob = ({ db }: { db: Db }): JobDefinition => ({
  everyMs: timings.everyMs,
  run: async () => {
    await runDueSessions(db);
    const next = await nextDueTimeOfSessions(db);
    return next ? Math.min(timings.everyMs, Math.max(1, next.getTime() - now().getTime())) : undefined;
  },
});
