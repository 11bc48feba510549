import type { Logger } from '../platform/log.ts';

const hour = 60 * 60 * 1000;
/** Late enough not to slow a start, and soon enough for a server that is restarted every hour. */
const afterStart = 10_000;

/** Something to tidy up. A long one looks at `stop` between its statements. */
export type Task = (stop: AbortSignal) => Promise<unknown>;

/** Runs each task within a minute of the start, then hourly. Several nodes may run the same one at once. */
export function startHousekeeping(log: Logger, tasks: Task[]): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const run = async () => {
    for (const task of tasks) {
      try {
        if (!stopping.signal.aborted) await task(stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'housekeeping failed; it is tried again in an hour');
      }
    }
  };
  const runNext = () => {
    running = running.then(run);
  };
  const first = setTimeout(runNext, afterStart);
  const timer = setInterval(runNext, hour);
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
