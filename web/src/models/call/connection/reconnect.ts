import { pauseBefore, spreadPause } from '../../../kit/retries.ts';

const connectPauses = [300, 1_000, 2_000, 4_000, 5_000];
const resumePauses = [0, 300, 1_000, 2_000, 3_000, 5_000];

/** For how long we go on trying by ourselves before we ask the person. */
export const patience = 5 * 60_000;

/**
 * How long to wait before the next attempt, or null when it is time to stop trying. Spread a little, so that a whole
 * class that lost the same server does not come back in the same instant.
 */
export function nextPause(
  attempt: number,
  elapsed: number,
  random: () => number = Math.random,
): number | null {
  if (elapsed >= patience) return null;
  return Math.round(spreadPause(pauseBefore(attempt, connectPauses), random));
}

/**
 * For how long the media session is resumed before it is given up. Long: our server may be away for minutes, because
 * it is brought up to date, while people see and hear each other; giving up would take that from them.
 */
export const resumePatience = 20 * 60_000;

/** How long to wait before the session is resumed once more, or null when it is given up for a new one. */
export function nextResume(
  retry: number,
  elapsed: number,
  random: () => number = Math.random,
): number | null {
  if (elapsed > resumePatience) return null;
  return Math.round(spreadPause(pauseBefore(retry, resumePauses), random) + random() * 300);
}
