import { join } from 'node:path';
import { after, before as beforeAll } from 'node:test';

// A module of the product exports its timeouts and intervals as `waits`, which a test may shorten: in its own process
// with `shorten`, in a server with the settings of `withWaits`.

const usual = new WeakMap<object, object>();

/** Changes waits until the end of the test; without `t`, for all tests of the file. */
export function shorten<T extends object>(
  waits: T,
  shorter: Partial<T>,
  t?: { after(end: () => void): void },
): void {
  const before = t ? { ...waits } : (usual.get(waits) ?? { ...waits });
  if (!t) usual.set(waits, before);
  Object.assign(waits, shorter);
  // Files that share a process are loaded before their tests run, and the end of one restores the waits of all.
  if (!t) beforeAll(() => void Object.assign(waits, shorter));
  (t?.after.bind(t) ?? after)(() => void Object.assign(waits, before));
}

/** Settings of a server with these waits, by the path of their module below `server/src`. */
export const withWaits = (waits: Record<string, Record<string, number | number[]>>) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'waits.preload.ts')}`,
  TEST_WAITS: JSON.stringify(waits),
});
