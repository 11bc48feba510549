import type pg from 'pg';
import { repeat } from '../../platform/concurrency/repeat.ts';
import { listen } from '../../platform/db/listen.ts';
import { type VideoRow, videosChannel } from '../store.ts';
import { VideoAttempt } from './attempt.ts';
import { timings as claimTimings } from './claim.ts';
import type { PreparingParts } from './parts.ts';
import { claimVideo, releaseAbandoned } from './preparing.store.ts';
import { startPreparingSmall } from './small/preparing-small.ts';

export const timings = {
  /** Finds retries that are due, and what a lost notification missed. */
  everyMs: 5_000,
};

/** Groups that are remembered: more do not wait at once. */
const mostServed = 1000;

/**
 * Starts to prepare videos, two at a time on this node, and their small qualities where cores are free. The second one
 * is always short, so that long ones do not keep other groups waiting for hours (docs/decisions/0132).
 * @returns a function that stops it
 */
export function startPreparingVideos(parts: PreparingParts & { pool: pg.Pool }): () => Promise<void> {
  const { db, node, pool, preparer, log } = parts;
  const cleared = Promise.withResolvers<void>();
  const claim = claimsInTurn(parts);
  const prepareAll = async (isShort: boolean, stop: AbortSignal): Promise<void> => {
    while (!stop.aborted) {
      const video = await claim(isShort);
      if (!video) return;
      await new VideoAttempt(parts, video, stop).run();
    }
  };
  let isClear = false;
  const { everyMs } = timings;
  const any = repeat({ what: 'preparing videos', everyMs, log }, async (stop) => {
    if (!isClear) {
      await preparer.clear();
      await releaseAbandoned(db, node);
    }
    isClear = true;
    cleared.resolve();
    await prepareAll(false, stop);
  });
  const short = repeat({ what: 'preparing short videos', everyMs, log }, async (stop) => {
    await cleared.promise;
    await prepareAll(true, stop);
  });
  const small = startPreparingSmall(parts, cleared.promise);
  const onNotice = () => {
    any.wake();
    short.wake();
  };
  const stopListening = listen({ pool, channel: videosChannel, log, onNotice });
  return async () => {
    cleared.resolve();
    await Promise.all([any.stop(), short.stop(), small.stop(), stopListening()]);
  };
}

/** Claims one video after another, so that each claim knows the groups of all before it. */
function claimsInTurn({ db, node }: PreparingParts): (isShort: boolean) => Promise<VideoRow | undefined> {
  const served = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const claim = async (isShort: boolean): Promise<VideoRow | undefined> => {
    const { holdSeconds } = claimTimings;
    const video = await claimVideo(db, { node, holdSeconds, served: [...served], isShort });
    if (!video) return undefined;
    served.delete(video.spaceId);
    served.add(video.spaceId);
    const [oldest] = served;
    if (oldest && served.size > mostServed) served.delete(oldest);
    return video;
  };
  return (isShort) => {
    const next = last.then(() => claim(isShort));
    last = next.catch(() => undefined);
    return next;
  };
}
