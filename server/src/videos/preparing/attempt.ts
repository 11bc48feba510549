import type { MadeVideoFiles } from '../../engines/preparer/preparer.ts';
import { inTransaction } from '../../platform/db/db.ts';
import type { Reservation } from '../../platform/disk/space.ts';
import { runAll } from '../../platform/effects.ts';
import {
  type ClaimedWork,
  ClaimLost,
  pauseAfter,
  timings as queueTimings,
} from '../../platform/jobs/queue.ts';
import type { VideoRow } from '../store.ts';
import { AttemptFailed, attemptFailureOf, mostAttempts, retryTimings } from './failures.ts';
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
export class VideoAttempt implements ClaimedWork {
  readonly #parts: PreparingParts;
  readonly #video: VideoRow;
  readonly #name: string;
  #reserved: Reservation | undefined;
  #progress = 0;

  constructor(parts: PreparingParts, video: VideoRow) {
    this.#parts = parts;
    this.#video = video;
    this.#name = `${video.id}-${video.attempts}`;
  }

  renew(): Promise<boolean> {
    const { holdSeconds } = queueTimings;
    const progress = Math.round(this.#progress * 100) / 100;
    return renewClaim(this.#parts.db, this.#video, { holdSeconds, progress });
  }

  async work(signal: AbortSignal): Promise<void> {
    await this.#finish(await this.#make(signal));
  }

  release(): Promise<void> {
    return releaseVideo(this.#parts.db, this.#video, { pauseMs: 0, isCounted: false });
  }

  drop(): void {
    const about = { videoId: this.#video.id };
    this.#parts.log.info(about, 'stopped preparing a video: it was deleted, or another node has it');
  }

  clean(): Promise<void> {
    return this.#parts.preparer.discard(this.#name).finally(() => this.#reserved?.end());
  }

  async #make(signal: AbortSignal): Promise<MadeVideoFiles & { ok: true }> {
    const { preparer, files } = this.#parts;
    if (this.#video.attempts > mostAttempts) {
      throw new AttemptFailed('unknown', 'the servers that prepared it were killed', true);
    }
    const { attempts } = this.#video;
    const fetching = { name: this.#name, attempts, signal };
    this.#reserved = await fetchSource(this.#parts, this.#video, fetching);
    this.#progress = shares.fetched;
    const made = await preparer.prepare(this.#name, {
      signal,
      onProgress: (share) => {
        this.#progress = shares.fetched + share * (shares.prepared - shares.fetched);
      },
    });
    if (!made.ok) throw new AttemptFailed(made.failure, made.message, true);
    await this.#describe(made);
    signal.throwIfAborted();
    await uploadVideo({
      ...{ files, preparer, video: this.#video, attempt: this.#name, made, signal },
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
    if (!(await saveRendition(db, this.#video, rendition))) throw new ClaimLost();
  }

  async #finish({ duration, hasSound, missing, rendition }: MadeVideoFiles & { ok: true }) {
    const { db, onVideoReady, log } = this.#parts;
    const { width, height } = rendition;
    const smallState = isSmallWorthwhile(rendition) ? 'waiting' : 'none';
    const video = await inTransaction(db, async (trx) => {
      const ready = await markReady(trx, this.#video, {
        ...{ duration, hasSound, width, height, smallState },
      });
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

  async fail(error: unknown): Promise<void> {
    const { db, onVideoFailed, log } = this.#parts;
    const { id: videoId, attempts } = this.#video;
    const { failure, message, isFinal } = attemptFailureOf(error, attempts);
    const about = { videoId, attempts, failure, reason: message };
    if (!isFinal) {
      const pauseMs = pauseAfter(attempts, retryTimings);
      log.warn({ ...about, pauseMs }, 'a video could not be prepared; will retry');
      await releaseVideo(db, this.#video, { pauseMs, isCounted: true });
      return;
    }
    await inTransaction(db, async (trx) => {
      const failed = await markFailed(trx, this.#video, failure);
      if (failed) await runAll(trx, onVideoFailed, failed);
    });
    log.warn(about, 'gave up on a video: prepare it again by choosing its recording or file again');
  }
}
