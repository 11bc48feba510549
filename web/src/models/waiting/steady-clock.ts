import { browserClock, type Clock } from '../../kit/clock.ts';

/**
 * Time for a page that must not fall asleep: browsers wake the timers of a hidden page once a minute at most, and
 * whoever waits looks at other things meanwhile. A worker's timers are let be.
 */
export function createSteadyClock(): { clock: Clock; end: () => void } {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module' });
  } catch {
    return { clock: browserClock, end: () => undefined };
  }
  const due = new Map<number, () => void>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<number>) => {
    const run = due.get(data);
    due.delete(data);
    run?.();
  };
  // A browser that takes the worker away again: what is due runs by the page's own timers.
  let isLost = false;
  worker.onerror = () => {
    isLost = true;
    for (const run of [...due.values()]) run();
    due.clear();
  };
  const after: Clock['after'] = (milliseconds, run) => {
    if (isLost) return browserClock.after(milliseconds, run);
    last += 1;
    const id = last;
    due.set(id, run);
    worker.postMessage({ id, milliseconds });
    return () => due.delete(id);
  };
  return { clock: { now: browserClock.now, after }, end: () => worker.terminate() };
}
