import { browserClock, type Clock } from '../../kit/clock.ts';

/**
 * A clock for a page that must stay active: browsers run the timers of a hidden page once a minute at most, and
 * people who wait look at other pages meanwhile. The timers of a worker are not slowed down.
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
  // If the browser ends the worker, pending timers continue on the page.
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
