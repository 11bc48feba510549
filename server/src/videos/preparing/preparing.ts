import type pg from 'pg';
import { repeat } from '../../platform/concurrency/repeat.ts';
import { listen } from '../../platform/db/listen.ts';
import { videosChannel } from '../store.ts';
import { VideoAttempt } from './attempt.ts';
import { waits as claimWaits } from './claim.ts';
import type { PreparingParts } from './parts.ts';
import { claimVideo } from './preparing.store.ts';
import { startPreparingSmall } from './small/preparing-small.ts';

export const waits = {
  /** Finds retries that are due, and what a lost notification missed. */
  everyMs: 5_000,
};

/**
 * Starts to prepare videos, one at a time on this node, and their small qualities where cores are free.
 * @returns a function that stops it
 */
export function startPreparingVideos(parts: PreparingParts & { pool: pg.Pool }): () => Promise<void> {
  const { db, node, pool, preparer, log } = parts;
  const cleared = Promise.withResolvers<void>();
  let isClear = false;
  const what = 'preparing videos';
  const preparing = repeat({ what, everyMs: waits.everyMs, log }, async (stop) => {
    if (!isClear) await preparer.clear();
    isClear = true;
    cleared.resolve();
    while (!stop.aborted) {
      const video = await claimVideo(db, { node, holdSeconds: claimWaits.holdSeconds });
      if (!video) return;
      await new VideoAttempt(parts, video, stop).run();
    }
  });
  const small = startPreparingSmall(parts, cleared.promise);
  const deafen = listen({ pool, channel: videosChannel, log, onNotice: () => preparing.wake() });
  return async () => {
    cleared.resolve();
    await Promise.all([preparing.stop(), small.stop(), deafen()]);
  };
}
