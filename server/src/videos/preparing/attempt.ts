import type { MadeVideoFiles } from '../../engines/preparer/preparer.ts';
import { inTransaction } from '../../platform/db/db.ts';
import type { Reservation } from '../../platform/disk/space.ts';
import type { VideoRow } from '../store.ts';
import { timings as claimTimings, keepClaim } from './claim.ts';
import { AttemptFailed, attemptFailureOf, mostAttempts, pauseAfter } from './failures.ts';
import type { PreparingParts } from './parts.ts';
import {
  findRenditions,
  markFailed,
  markReady,
  releaseVideo,
  renewClaim,
  saveRendition,
} from './preparing.store.ts';
import { isSmallWorthwhile } from './small/worthwhile.ts';
import { fetchSource } from './source.ts';
import { segmentKeys, uploadVideo } from './upload.ts';

/** Shares of the progress: fetching the source, preparing it, and storing the result. */
const shares = { fetched: 0.05, prepared: 0.85 };

/** Prepares one video once: fetches its source, runs the program, stores the files. */
export class VideoAttempt {
  readonly #parts: PreparingParts;
  readonly #video: VideoRow;
  readonly #name: string;
  readonly #signal: AbortSignal;
  #reserved: Reservation | undefined;
  readonly #lost = new AbortController();
  readonly #stop: AbortSignal;
  #progress = 0;

  /** @param stop aborted when the node stops */
  constructor(parts: PreparingParts, video: VideoRow, stop: AbortSignal) {
    this.#parts = parts;
    this.#video = video;
    this.#stop = stop;
    this.#name = `${video.id}-${video.attempts}`;
    this.#signal = AbortSignal.any([stop, this.#lost.signal]);
  }

  async run(): Promise<void> {
    const { db, preparer, log } = this.#parts;
    const endRenewing = this.#startRenewing();
    try {
      const made = await this.#make();
      endRenewing();
      await this.#finish(made);
    } catch (error) {
      endRenewing();
      if (this.#lost.signal.aborted) {
        log.info(
          { videoId: this.#video.id },
          'stopped preparing a video: it was deleted, or another node has it',
        );
      } else if (this.#stop.aborted) {
        await releaseVideo(db, this.#video, { pauseMs: 0, isCounted: false });
      } else {
        await this.#failed(attemptFailureOf(error, this.#video.attempts));
      }
    } finally {
      await preparer.discard(this.#name).finally(() => this.#reserved?.end());
    }
  }

  async #make(): Promise<MadeVideoFiles & { ok: true }> {
    const { preparer, files } = this.#parts;
    if (this.#video.attempts > mostAttempts) {
      throw new AttemptFailed('unknown', 'the servers that prepared it were killed', true);
    }
    const { attempts } = this.#video;
    const fetching = { name: this.#name, attempts, signal: this.#signal };
    this.#reserved = await fetchSource(this.#parts, this.#video, fetching);
    this.#progress = shares.fetched;
    const made = await preparer.prepare(this.#name, {
      signal: this.#signal,
      onProgress: (share) => {
        this.#progress = shares.fetched + share * (shares.prepared - shares.fetched);
      },
    });
    if (!made.ok) throw new AttemptFailed(made.failure, made.message, true);
    await this.#describe(made);
    await uploadVideo({
      ...{ files, preparer, video: this.#video, attempt: this.#name, made, signal: this.#signal },
      onProgress: (share) => {
        this.#progress = shares.prepared + share * (1 - shares.prepared);
      },
    });
    return made;
  }

  /** Writes the row of the quality first, so that its files can be removed whatever happens. */
  async #describe({ rendition }: MadeVideoFiles & { ok: true }): Promise<void> {
    const { db, files } = this.#parts;
    const before = await findRenditions(db, this.#video.id);
    const wanted = new Set(segmentKeys(this.#video, rendition));
    const surplus = before.flatMap((row) => segmentKeys(this.#video, row)).filter((key) => !wanted.has(key));
    if (surplus.length > 0) await files.remove(surplus);
    if (!(await saveRendition(db, this.#video, rendition))) this.#lost.abort(new Error('the claim is lost'));
    this.#signal.throwIfAborted();
  }

  async #finish({ duration, hasSound, missing, rendition }: MadeVideoFiles & { ok: true }) {
    const { db, listeners, log } = this.#parts;
    const { width, height } = rendition;
    const smallState = isSmallWorthwhile(rendition) ? 'waiting' : 'none';
    const video = await inTransaction(db, async (trx) => {
      const ready = await markReady(trx, this.#video, {
        ...{ duration, hasSound, width, height, smallState },
      });
      if (ready) await listeners.onVideoReady(trx, ready);
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

  async #failed({ failure, message, isFinal }: AttemptFailed): Promise<void> {
    const { db, listeners, log } = this.#parts;
    const { id: videoId, attempts } = this.#video;
    const about = { videoId, attempts, failure, reason: message };
    if (!isFinal) {
      const pauseMs = pauseAfter(attempts);
      log.warn({ ...about, pauseMs }, 'a video could not be prepared; will retry');
      await releaseVideo(db, this.#video, { pauseMs, isCounted: true });
      return;
    }
    await inTransaction(db, async (trx) => {
      const failed = await markFailed(trx, this.#video, failure);
      if (failed) await listeners.onVideoFailed(trx, failed);
    });
    log.warn(about, 'gave up on a video: prepare it again by choosing its recording or file again');
  }

  #startRenewing(): () => void {
    const { db } = this.#parts;
    const renew = () =>
      renewClaim(db, this.#video, {
        holdSeconds: claimTimings.holdSeconds,
        progress: Math.round(this.#progress * 100) / 100,
      });
    return keepClaim(renew, this.#lost);
  }
}
