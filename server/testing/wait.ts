import { setTimeout as pause } from 'node:timers/promises';

export type WaitOptions = {
  /** Milliseconds until it is given up. */
  timeout: number;
  /** What did not come true, for the failed test's reader. */
  message: string | (() => string);
  interval?: number;
};

type Truthy<T> = Exclude<T, false | '' | 0 | null | undefined>;

/**
 * Looks again and again until the condition gives something true, and returns it.
 * A condition that throws counts as not yet true; its last error is named, and is the cause of the failure.
 */
export const waitUntil = async <T>(
  condition: () => T | Promise<T>,
  { timeout, message, interval = 25 }: WaitOptions,
): Promise<Truthy<T>> => {
  const until = performance.now() + timeout;
  let cause: unknown;
  while (true) {
    try {
      const value = await condition();
      if (value) return value as Truthy<T>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= until) break;
    await pause(interval);
  }
  const text = typeof message === 'string' ? message : message();
  const because = cause === undefined ? '' : `; last: ${cause}`;
  throw new Error(`waited ${timeout} ms in vain: ${text}${because}`, { cause });
};
