import { setTimeout as pause } from 'node:timers/promises';
import { patient } from './patience.ts';

export type WaitOptions = {
  /** Milliseconds on an idle machine of two cores. */
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
  const deadline = patient(timeout);
  const until = performance.now() + deadline;
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
  throw new Error(`timed out after ${deadline} ms, waiting for ${text}${because}`, { cause });
};
