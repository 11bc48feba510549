import type { Logger } from '../platform/log.ts';

const hour = 60 * 60 * 1000;
/** After a task that was another node's turn: that node may have died. */
const soon = 30_000;
/** Late enough not to slow a start, and soon enough for a server that is restarted every hour. */
const afterStart = 10_000;

/**
 * Something to tidy up. A long one looks at `stop` between its statements. One that resolves to false was another
 * node's turn and is tried again within a minute.
 */
export type Task = (stop: AbortSignal) => Promise<unknown>;

/**
 * Runs each task within a minute of the start, then an hour after the run before ended. Several nodes may run the same
 * one at once.
 */
export function startHousekeeping(log: Logger, tasks: Task[]): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = async () => {
    let pause = hour;
    for (const task of tasks) {
      try {
        if (!stopping.signal.aborted && (await task(stopping.signal)) === false) pause = soon;
      } catch (error) {
        log.warn({ err: error }, 'housekeeping failed; it is tried again in an hour');
      }
    }
    if (!stopping.signal.aborted) runIn(pause);
  };
  const runIn = (milliseconds: number) => {
    timer = setTimeout(() => {
      running = run();
    }, milliseconds);
  };
  runIn(afterStart);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
