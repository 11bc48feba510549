import type pg from 'pg';
import { repeat } from '../../platform/concurrency/repeat.ts';
import { listen } from '../../platform/db/listen.ts';
import { videosChannel } from '../store.ts';
import { waits as attemptWaits, type PreparingParts, VideoAttempt } from './attempt.ts';
import { claimVideo } from './preparing.store.ts';

export const waits = {
  /** Finds retries that are due, and what a lost notification missed. */
  everyMs: 5_000,
};

/** Starts to prepare videos, one at a time on this node. @returns a function that stops it */
export function startPreparingVideos(parts: PreparingParts & { pool: pg.Pool }): () => Promise<void> {
  const { db, node, pool, preparer, log } = parts;
  let isClear = false;
  const what = 'preparing videos';
  const preparing = repeat({ what, everyMs: waits.everyMs, log }, async (stop) => {
    if (!isClear) await preparer.clear();
    isClear = true;
    while (!stop.aborted) {
      const video = await claimVideo(db, { node, holdSeconds: attemptWaits.holdSeconds });
      if (!video) return;
      await new VideoAttempt(parts, video, stop).run();
    }
  });
  const deafen = listen({ pool, channel: videosChannel, log, onNotice: () => preparing.wake() });
  return async () => {
    await Promise.all([preparing.stop(), deafen()]);
  };
}
