import { join } from 'node:path';
import { after } from 'node:test';

// Modules of the product export how long they wait under the name `waits`. A test that would wait for long sets them
// shorter: in its own process with `shorten`, in a server with the settings of `withWaits`.

/** Sets waits of the product until the test is over; without a test, until all tests of the file are. */
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

/** The settings of a server with these waits, by the path of their module below `server/src`. */
export const withWaits = (waits: Record<string, Record<string, number | number[]>>) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'waits.preload.ts')}`,
  TEST_WAITS: JSON.stringify(waits),
});
