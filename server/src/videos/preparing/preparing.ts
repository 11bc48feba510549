import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { inTurn, timings as queueTimings, workOff } from '../../platform/jobs/queue.ts';
import { videosChannel } from '../store.ts';
import { VideoAttempt } from './attempt.ts';
import type { PreparingParts } from './parts.ts';
import { claimVideo, releaseAbandoned } from './preparing.store.ts';
import { prepareSmallJob } from './small/preparing-small.ts';

export const timings = {
  /** Finds retries that are due, and what a lost notification missed. */
  everyMs: 5_000,
};

/** Groups that are remembered: more do not wait at once. */
const mostServed = 1000;

/**
 * Prepares videos, two at a time on this node, and their small qualities where cores are free. The second one is
 * always short, so that long ones do not keep other groups waiting for hours (docs/decisions/0132).
 */
export function preparingJobs(parts: PreparingParts): Record<'any' | 'short' | 'small', JobDefinition> {
  const { db, node, preparer } = parts;
  const claim = claimsInTurn(parts);
  let cleared: Promise<void> | undefined;
  /** Removes the folders of a killed server before the first attempt of any of the jobs. */
  const clear = async (): Promise<void> => {
    cleared ??= preparer.clear().then(() => releaseAbandoned(db, node));
    await cleared.catch((error: unknown) => {
      cleared = undefined;
      throw error;
    });
  };
  const prepareAll = async (isShort: boolean, stop: AbortSignal): Promise<void> => {
    await clear();
    await workOff(() => claim(isShort), stop);
  };
  const shared = { everyMs: timings.everyMs, wokenBy: [videosChannel] };
  return {
    any: { ...shared, run: (stop) => prepareAll(false, stop) },
    short: { ...shared, run: (stop) => prepareAll(true, stop) },
    small: prepareSmallJob(parts, clear),
  };
}

/** Claims one video after another, so that each claim knows the groups of all before it. */
function claimsInTurn(parts: PreparingParts): (isShort: boolean) => Promise<VideoAttempt | undefined> {
  const { db, node } = parts;
  const served = new Set<string>();
  return inTurn(async (isShort) => {
    const { holdSeconds } = queueTimings;
    const video = await claimVideo(db, { node, holdSeconds, served: [...served], isShort });
    if (!video) return undefined;
    served.delete(video.spaceId);
    served.add(video.spaceId);
    const [oldest] = served;
    if (oldest && served.size > mostServed) served.delete(oldest);
    return new VideoAttempt(parts, video);
  });
}
