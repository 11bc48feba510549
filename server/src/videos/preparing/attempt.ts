import type { PreparedVideo } from '../../engines/preparer/preparer.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import type { VideoFailure, VideoRow } from '../store.ts';
import type { PreparingParts } from './parts.ts';
import { findRenditions, markFailed, markReady } from './preparing.store.ts';
import { QualityAttempt } from './quality-attempt.ts';
import { isSmallWorthwhile } from './small/worthwhile.ts';
import { segmentKeys } from './upload.ts';

/** Shares of the progress: fetching the source, preparing it, and storing the result. */
const shares = { fetched: 0.05, prepared: 0.85 };

/** Prepares the full size of one video once. */
export class VideoAttempt extends QualityAttempt {
  protected readonly lines = {
    dropped: 'stopped preparing a video: it was deleted, or another node has it',
    retried: 'a video could not be prepared; will retry',
    givenUp: 'gave up on a video: prepare it again by choosing its recording or file again',
  };

  constructor(parts: PreparingParts, video: VideoRow) {
    super(parts, video, false);
    this.progress = 0;
  }

  async work(signal: AbortSignal): Promise<void> {
    const from = (begin: number, end: number) => (share: number) => {
      this.progress = begin + share * (end - begin);
    };
    const made = await this.make({ signal, onProgress: from(shares.fetched, shares.prepared) }, () => {
      this.progress = shares.fetched;
    });
    await this.#removeSurplus(made);
    await this.store(made, { signal, onProgress: from(shares.prepared, 1) });
    await this.#finish(made);
  }

  /** Removes the segments of earlier attempts that this one does not replace. */
  async #removeSurplus({ rendition }: PreparedVideo): Promise<void> {
    const { db, files } = this.parts;
    const before = await findRenditions(db, this.video.id);
    const wanted = new Set(segmentKeys(this.video, rendition));
    const surplus = before.flatMap((row) => segmentKeys(this.video, row)).filter((key) => !wanted.has(key));
    if (surplus.length > 0) await files.remove(surplus);
  }

  async #finish({ duration, hasSound, missing, rendition }: PreparedVideo): Promise<void> {
    const { db, onVideoReady, log } = this.parts;
    const { width, height } = rendition;
    const smallState = isSmallWorthwhile(rendition) ? 'waiting' : 'none';
    const video = await inTransaction(db, async (trx) => {
      const ready = await markReady(trx, this.claim, { duration, hasSound, width, height, smallState });
      if (ready) await runAll(trx, onVideoReady, ready);
      return ready;
    });
    if (!video) return;
    const about = { videoId: video.id, seconds: Math.round(duration) };
    if (missing === undefined) log.info(about, 'prepared a video');
    else
      log.warn(
        { ...about, missing: Math.round(missing) },
        'prepared a video that ends too early: its file is cut off',
      );
  }

  protected async giveUp(failure: VideoFailure): Promise<void> {
    const { db, onVideoFailed } = this.parts;
    await inTransaction(db, async (trx) => {
      const failed = await markFailed(trx, this.claim, failure);
      if (failed) await runAll(trx, onVideoFailed, failed);
    });
  }
}
