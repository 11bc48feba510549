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

const resumes = [0, 300, 1_000, 2_000, 3_000];

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
  const pause = resumes[retry] ?? longestPause;
  return Math.round(pause * (0.75 + random() * 0.5) + random() * 300);
}
