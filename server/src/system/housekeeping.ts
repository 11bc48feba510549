import type { Logger } from '../platform/log.ts';

const hour = 60 * 60 * 1000;

/** Runs each task once an hour, a failed one again the next hour. Each is one statement, so several nodes may run it. */
export function startHousekeeping(log: Logger, tasks: (() => Promise<unknown>)[]): () => Promise<void> {
  let running = Promise.resolve();
  const run = async () => {
    for (const task of tasks) {
      try {
        await task();
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
    await running;
  };
}
