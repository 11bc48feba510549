import { type Repeating, repeat } from '../../../platform/concurrency/repeat.ts';
import { timings as claimTimings } from '../claim.ts';
import type { PreparingParts } from '../parts.ts';
import { FreeCores } from './free-cores.ts';
import { claimSmall, isFullSizeDue } from './small.store.ts';
import { SmallAttempt } from './small-attempt.ts';

export const timings = {
  /** Finds videos without a small quality, and free cores. */
  everyMs: 10_000,
};

/**
 * Starts to make small qualities, one at a time on this node. It begins and continues only while no video waits for its
 * full size, this node does not record, and other programs leave half of the processors free
 * (docs/decisions/0072).
 * @param cleared resolves when the folders of a killed server are removed
 */
export function startPreparingSmall(parts: PreparingParts, cleared: Promise<void>): Repeating {
  const { db, node, isRecording, log } = parts;
  const cores = new FreeCores();
  const mayRun = async () => cores.isFree() && !(await isRecording()) && !(await isFullSizeDue(db, node));
  const what = 'preparing small qualities of videos';
  return repeat({ what, everyMs: timings.everyMs, log }, async (stop) => {
    await cleared;
    while (!stop.aborted && (await mayRun())) {
      const video = await claimSmall(db, { node, holdSeconds: claimTimings.holdSeconds });
      if (!video) return;
      await new SmallAttempt(parts, video, { stop, mayRun }).run();
    }
  });
}
