import { seconds } from '../platform/clock.ts';
import { type Repeating, type RepeatOptions, repeat } from '../platform/concurrency/repeat.ts';

/** Late enough not to slow a start, and early enough for a server that restarts every hour. */
export const hourly = { everyMs: seconds(3600), firstAfterMs: seconds(10) };

/** A cleanup task. A long one checks `stop` between its statements. */
export type Task = (stop: AbortSignal) => Promise<unknown>;

/** Runs the tasks one after another within a minute of the start, then an hour after each run. */
export function startHousekeeping(
  { log, lease }: Required<Pick<RepeatOptions, 'log' | 'lease'>>,
  tasks: Task[],
): Repeating {
  return repeat({ what: 'housekeeping', ...hourly, lease, log }, async (signal) => {
    for (const task of tasks) {
      if (signal.aborted) return;
      await task(signal).catch((error: unknown) =>
        log.warn({ err: error }, 'housekeeping failed; trying again in an hour'),
      );
    }
  });
}
