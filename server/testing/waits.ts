import { join } from 'node:path';
import { after } from 'node:test';

// A module of the product exports its timeouts and intervals as `waits`, which a test may shorten: in its own process
// with `shorten`, in a server with the settings of `withWaits`.

/** Changes waits until the end of the test; without `t`, until the end of all tests of the file. */
export function shorten<T extends object>(
  waits: T,
  shorter: Partial<T>,
  t: { after(end: () => void): void } = { after },
): void {
  const before = { ...waits };
  Object.assign(waits, shorter);
  t.after(() => {
    Object.assign(waits, before);
  });
}

/** Settings of a server with these waits, by the path of their module below `server/src`. */
export const withWaits = (waits: Record<string, Record<string, number | number[]>>) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'waits.preload.ts')}`,
  TEST_WAITS: JSON.stringify(waits),
});
