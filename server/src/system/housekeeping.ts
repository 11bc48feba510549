import { seconds } from '../platform/clock.ts';
import { type JobDefinition, LoggedFailure } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/logging/log.ts';

/** Late enough not to slow a start, and early enough for a server that restarts every hour. */
export const hourly = { everyMs: seconds(3600), firstAfterMs: seconds(10) };

/** A cleanup task. A long one checks `stop` between its statements. */
export type Task = (stop: AbortSignal) => Promise<unknown>;

/** Runs the tasks one after another within a minute of the start, then an hour after each run. */
export const housekeepingJob = (log: Pick<Logger, 'warn'>, tasks: Task[]): JobDefinition => ({
  ...hourly,
  run: async (stop) => {
    let failures = 0;
    for (const task of tasks) {
      if (stop.aborted) return;
      await task(stop).catch((error: unknown) => {
        failures += 1;
        log.warn({ err: error }, 'housekeeping failed; trying again in an hour');
      });
    }
    if (failures > 0) throw new LoggedFailure(`tasks that failed: ${failures}; the log has their errors`);
  },
});
