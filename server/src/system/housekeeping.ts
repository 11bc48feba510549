import type { Logger } from '../platform/log.ts';

const hour = 60 * 60 * 1000;

/** Something to tidy up. A long one looks at `stop` between its statements. */
export type Task = (stop: AbortSignal) => Promise<unknown>;

/** Runs each task once an hour, a failed one again the next hour. Several nodes may run the same one at once. */
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
  const timer = setInterval(() => {
    running = running.then(run);
  }, hour);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
