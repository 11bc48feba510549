import { seconds } from '../platform/clock.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';

/** Late enough not to slow a start, and early enough for a server that restarts every hour. */
export const hourly = { everyMs: seconds(3600), firstAfterMs: seconds(10) };

/** A cleanup task. A long one checks `stop` between its statements. */
export type Task = (stop: AbortSignal) => Promise<unknown>;

/** Runs the tasks one after another within a minute of the start, then an hour after each run. */
export const housekeepingJob = (tasks: Task[]): JobDefinition => ({
  ...hourly,
  run: async (stop) => {
    const errors: Error[] = [];
    for (const task of tasks) {
      if (stop.aborted) return;
      await task(stop).catch((error: Error) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '));
  },
});
