import { setTimeout as pause } from 'node:timers/promises';

export type WaitOptions = {
  /** Milliseconds. */
  timeout: number;
  /** Completes "waiting for": what did not happen. */
  message: string | (() => string);
  interval?: number;
};

type Truthy<T> = Exclude<T, false | '' | 0 | null | undefined>;

/**
 * Polls the condition until it returns something true, and returns that. A condition that throws counts as not yet
 * true; its last error is the cause of the failure.
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
  throw new Error(`timed out after ${timeout} ms, waiting for ${text}${because}`, { cause });
};
