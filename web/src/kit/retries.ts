import type { Clock } from './clock.ts';
import { codeOf } from './refusals.ts';
import type { Scope } from './scope.ts';

/** Pauses in ms before the retries of a message or a missed change. */
export const chatPauses = [500, 1_000, 2_000, 4_000, 5_000];
/** Pauses in ms before the retries of a list. */
export const readPauses = [1_000, 3_000, 10_000, 30_000];
/**
 * Pauses in ms for `not_joined`: the media server reports a participant to our server some moments after the page
 * knows.
 */
const joinPauses = [500, 1_000, 2_000, 3_000];

/**
 * Pauses in ms before the retries of a report of activity. After an outage every page repeats its report within 5 s:
 * the states of tabs count from then on.
 */
export const activityPauses = [200, 500, 1_000, 2_000, 4_000];

/** The pause before a retry in milliseconds; the last one of the list serves all later retries. */
export const pauseBefore = (retry: number, pauses: readonly number[]): number =>
  pauses[Math.min(retry, pauses.length - 1)] ?? 0;

/** Adds jitter to a pause, so that clients that lost the same server do not return at once. */
export const spreadPause = (pause: number, random: () => number = Math.random): number =>
  pause * (0.75 + random() * 0.5);

type Joining = { code: string; clock: Clock; scope: Scope; isGivenUp?: () => boolean };

/** Retries a request while the server refuses it with `code`, because it does not know yet that the call was joined. */
export async function retryWhileJoining<T>(
  request: () => Promise<T>,
  { code, clock, scope, isGivenUp }: Joining,
): Promise<T | undefined> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await request();
    } catch (error) {
      const pause = joinPauses[retry];
      if (codeOf(error) !== code || pause === undefined) throw error;
      await new Promise<void>((resolve) => scope.add(clock.after(pause, resolve)));
      if (isGivenUp?.()) return undefined;
    }
  }
}
