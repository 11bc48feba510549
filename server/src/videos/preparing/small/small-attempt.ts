import { FilesAway } from '../../../engines/files/files.ts';
import type { MadeVideoFiles } from '../../../engines/preparer/preparer.ts';
import { inTransaction } from '../../../platform/db/db.ts';
import type { Reservation } from '../../../platform/disk/space.ts';
import {
  type ClaimedWork,
  ClaimLost,
  pauseAfter,
  timings as queueTimings,
} from '../../../platform/jobs/queue.ts';
import type { RenditionRow, VideoRow } from '../../store.ts';
import { AttemptFailed, attemptFailureOf, mostAttempts, retryTimings } from '../failures.ts';
import type { PreparingParts } from '../parts.ts';
import { findRenditions } from '../preparing.store.ts';
import { fetchSource } from '../source.ts';
import { segmentKeys, uploadVideo } from '../upload.ts';
import {
  deleteSmallRendition,
  endSmall,
  releaseSmall,
  renewSmallClaim,
  saveSmallRendition,
} from './small.store.ts';
import { hasGain, hasSameSegments } from './worthwhile.ts';

/** Makes the small quality of one video once. The video stays ready, and its full size is not touched. */
export class SmallAttempt implements ClaimedWork {
  readonly #parts: PreparingParts;
  readonly #video: VideoRow;
  readonly #name: string;
  readonly #mayRun: () => Promise<boolean>;
  #reserved: Reservation | undefined;

  /** @param mayRun whether the machine has time for it now */
  constructor(parts: PreparingParts, video: VideoRow, mayRun: () => Promise<boolean>) {
    this.#parts = parts;
    this.#video = video;
    this.#mayRun = mayRun;
    this.#name = `${video.id}-small-${video.smallAttempts}`;
  }

  renew(): Promise<boolean> {
    return renewSmallClaim(this.#parts.db, this.#video, queueTimings.holdSeconds);
  }

  async work(signal: AbortSignal): Promise<void> {
    const { db, log } = this.#parts;
    const state = await this.#make(signal);
    if (state === 'none') await this.#removeFiles();
    const isEnded = await inTransaction(db, (trx) => endSmall(trx, this.#video, state));
    if (isEnded && state === 'ready')
      log.info({ videoId: this.#video.id }, 'prepared the small quality of a video');
  }

  release(): Promise<void> {
    return releaseSmall(this.#parts.db, this.#video, { pauseMs: 0, isCounted: false });
  }

  drop(): void {
    const about = { videoId: this.#video.id };
    this.#parts.log.info(about, 'stopped a small quality: the video was deleted, or another node has it');
  }

  clean(): Promise<void> {
    return this.#parts.preparer.discard(this.#name).finally(() => this.#reserved?.end());
  }

  /** @returns none if the small quality needs as many bits as the full size */
  async #make(signal: AbortSignal): Promise<'ready' | 'none'> {
    const { db, files, preparer } = this.#parts;
    const { id, smallAttempts: attempts } = this.#video;
    if (attempts > mostAttempts) {
      throw new AttemptFailed('unknown', 'the servers that prepared it were killed', true);
    }
    const full = (await findRenditions(db, id)).find(({ name }) => name === 'source');
    if (!full) throw new AttemptFailed('unknown', 'the video has no full size', true);
    const fetching = { name: this.#name, attempts, signal };
    this.#reserved = await fetchSource(this.#parts, this.#video, fetching);
    const made = await preparer.prepare(this.#name, {
      signal,
      onProgress: () => undefined,
      small: { durations: full.durations },
      mayRun: this.#mayRun,
    });
    if (!made.ok) throw new AttemptFailed(made.failure, made.message, true);
    if (!this.#isUseful(made, full)) return 'none';
    if (!(await saveSmallRendition(db, this.#video, made.rendition))) throw new ClaimLost();
    const upload = { files, preparer, video: this.#video, attempt: this.#name, made, signal };
    await uploadVideo({ ...upload, onProgress: () => undefined });
    return 'ready';
  }

  #isUseful({ rendition }: MadeVideoFiles & { ok: true }, full: RenditionRow): boolean {
    if (!hasSameSegments(rendition, full)) {
      throw new AttemptFailed('unknown', 'its segments differ from those of the full size', true);
    }
    return hasGain(rendition, full);
  }

  async fail(error: unknown): Promise<void> {
    const { db, log } = this.#parts;
    const { id: videoId, smallAttempts: attempts } = this.#video;
    const { failure, message, isFinal } = attemptFailureOf(error, attempts);
    const about = { videoId, attempts, failure, reason: message };
    await this.#removeFiles();
    if (isFinal) {
      await endSmall(db, this.#video, 'failed');
      log.warn(about, 'gave up on the small quality of a video: its viewers get the full size only');
      return;
    }
    const pauseMs = pauseAfter(attempts, retryTimings);
    log.warn({ ...about, pauseMs }, 'the small quality of a video could not be prepared; will retry');
    await releaseSmall(db, this.#video, { pauseMs, isCounted: true });
  }

  /** Removes what was stored. If the storage is away, the row stays, and the files are removed with the video. */
  async #removeFiles(): Promise<void> {
    const { db, files } = this.#parts;
    const small = (await findRenditions(db, this.#video.id)).find(({ name }) => name === '360p');
    if (!small || small.readyAt !== null) return;
    try {
      await files.remove(segmentKeys(this.#video, small));
      await deleteSmallRendition(db, this.#video);
    } catch (error) {
      if (!(error instanceof FilesAway)) throw error;
    }
  }
}
