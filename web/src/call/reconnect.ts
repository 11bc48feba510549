const pauses = [300, 1_000, 2_000, 4_000];
const longestPause = 5_000;

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
  const pause = pauses[attempt] ?? longestPause;
  return Math.round(pause * (0.75 + random() * 0.5));
}
