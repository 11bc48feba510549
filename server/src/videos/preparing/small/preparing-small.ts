import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { timings as queueTimings, workOff } from '../../../platform/jobs/queue.ts';
import type { PreparingParts } from '../parts.ts';
import { watchFreeCores } from './free-cores.ts';
import { claimSmall, isFullSizeDue } from './small.store.ts';
import { SmallAttempt } from './small-attempt.ts';

export const timings = {
  /** Finds videos without a small quality, and free cores. */
  everyMs: 10_000,
};

/**
 * Makes small qualities, one at a time on this node. It begins and continues only while no video waits for its full
 * size, this node does not record, and other programs leave half of the processors free (docs/decisions/0072).
 * @param clear removes the folders of a killed server
 */
export function prepareSmallJob(parts: PreparingParts, clear: () => Promise<void>): JobDefinition {
  const { db, node, isRecording } = parts;
  const hasFreeCores = watchFreeCores();
  const mayRun = async () => hasFreeCores() && !(await isRecording()) && !(await isFullSizeDue(db, node));
  const claim = async () => {
    const { holdSeconds } = queueTimings;
    const video = (await mayRun()) ? await claimSmall(db, { node, holdSeconds }) : undefined;
    return video && new SmallAttempt(parts, video, mayRun);
  };
  return {
    everyMs: timings.everyMs,
    run: async (stop) => {
      await clear();
      await workOff(claim, stop);
    },
  };
}
