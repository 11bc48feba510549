import { join } from 'node:path';
import { after, before as beforeAll } from 'node:test';

// A module of the product exports its timeouts and intervals as `timings`, which a test may shorten: in its own process
// with `shorten`, in a server with the settings of `withTimings`.

const usual = new WeakMap<object, object>();

/** Changes timings until the end of the test; without `t`, for all tests of the file. */
export function shorten<T extends object>(
  timings: T,
  shorter: Partial<T>,
  t?: { after(end: () => void): void },
): void {
  const before = t ? { ...timings } : (usual.get(timings) ?? { ...timings });
  if (!t) usual.set(timings, before);
  Object.assign(timings, shorter);
  // Files that share a process are loaded before their tests run, and the end of one restores the timings of all.
  if (!t) beforeAll(() => void Object.assign(timings, shorter));
  (t?.after.bind(t) ?? after)(() => void Object.assign(timings, before));
}

/** Settings of a server with these timings, by the path of their module below `server/src`. */
export const withTimings = (timings: Record<string, Record<string, number | number[]>>) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'timings.preload.ts')}`,
  TEST_TIMINGS: JSON.stringify(timings),
});
