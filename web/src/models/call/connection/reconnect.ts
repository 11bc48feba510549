import { pauseBefore, spreadPause } from '../../../kit/retries.ts';

const connectPauses = [300, 1_000, 2_000, 4_000, 5_000];
const resumePauses = [0, 300, 1_000, 2_000, 3_000, 5_000];

/** How long we reconnect automatically before we ask the person, in ms. */
export const patience = 5 * 60_000;

/**
 * The pause before the next attempt in ms, or null when it is time to give up. Jitter spreads a class that lost the
 * same server.
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
 * How long the media session is resumed before it is given up, in ms. It is long because our server may be down for
 * minutes during a deploy while people still see and hear each other; giving up would end that.
 */
export const resumePatience = 20 * 60_000;

/** The pause before the next resumption in ms, or null to give the session up for a new one. */
export function nextResume(
  retry: number,
  elapsed: number,
  random: () => number = Math.random,
): number | null {
  if (elapsed > resumePatience) return null;
  return Math.round(spreadPause(pauseBefore(retry, resumePauses), random) + random() * 300);
}
