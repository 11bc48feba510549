import { FilesAway } from '../../../engines/files/files.ts';
import type { MadeVideoFiles } from '../../../engines/preparer/preparer.ts';
import { inTransaction } from '../../../platform/db/db.ts';
import type { Reservation } from '../../../platform/disk/space.ts';
import type { RenditionRow, VideoRow } from '../../store.ts';
import { timings as claimTimings, keepClaim } from '../claim.ts';
import { AttemptFailed, attemptFailureOf, mostAttempts, pauseAfter } from '../failures.ts';
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

interface Running {
  /** Aborted when the node stops. */
  stop: AbortSignal;
  /** Whether the machine has time for it now. */
  mayRun: () => Promise<boolean>;
}

/** Makes the small quality of one video once. The video stays ready, and its full size is not touched. */
export class SmallAttempt {
  readonly #parts: PreparingParts;
  readonly #video: VideoRow;
  readonly #name: string;
  readonly #running: Running;
  readonly #lost = new AbortController();
  readonly #signal: AbortSignal;
  #reserved: Reservation | undefined;

  constructor(parts: PreparingParts, video: VideoRow, running: Running) {
    this.#parts = parts;
    this.#video = video;
    this.#running = running;
    this.#name = `${video.id}-small-${video.smallAttempts}`;
    this.#signal = AbortSignal.any([running.stop, this.#lost.signal]);
  }

  async run(): Promise<void> {
    const { db, preparer, log } = this.#parts;
    const videoId = this.#video.id;
    const renew = () => renewSmallClaim(db, this.#video, claimTimings.holdSeconds);
    const endRenewing = keepClaim(renew, this.#lost);
    try {
      const state = await this.#make();
      if (state === 'none') await this.#removeFiles();
      endRenewing();
      const isEnded = await inTransaction(db, (trx) => endSmall(trx, this.#video, state));
      if (isEnded && state === 'ready') log.info({ videoId }, 'prepared the small quality of a video');
    } catch (error) {
      await this.#failed(error);
    } finally {
      endRenewing();
      await preparer.discard(this.#name).finally(() => this.#reserved?.end());
    }
  }

  /** @returns none if the small quality needs as many bits as the full size */
  async #make(): Promise<'ready' | 'none'> {
    const { db, files, preparer } = this.#parts;
    const { id, smallAttempts: attempts } = this.#video;
    if (attempts > mostAttempts) {
      throw new AttemptFailed('unknown', 'the servers that prepared it were killed', true);
    }
    const full = (await findRenditions(db, id)).find(({ name }) => name === 'source');
    if (!full) throw new AttemptFailed('unknown', 'the video has no full size', true);
    const fetching = { name: this.#name, attempts, signal: this.#signal };
    this.#reserved = await fetchSource(this.#parts, this.#video, fetching);
    const made = await preparer.prepare(this.#name, {
      signal: this.#signal,
      onProgress: () => undefined,
      small: { durations: full.durations },
      mayRun: this.#running.mayRun,
    });
    if (!made.ok) throw new AttemptFailed(made.failure, made.message, true);
    if (!this.#isUseful(made, full)) return 'none';
    if (!(await saveSmallRendition(db, this.#video, made.rendition))) {
      this.#lost.abort(new Error('the claim is lost'));
    }
    const upload = { files, preparer, video: this.#video, attempt: this.#name, made, signal: this.#signal };
    await uploadVideo({ ...upload, onProgress: () => undefined });
    return 'ready';
  }

  #isUseful({ rendition }: MadeVideoFiles & { ok: true }, full: RenditionRow): boolean {
    if (!hasSameSegments(rendition, full)) {
      throw new AttemptFailed('unknown', 'its segments differ from those of the full size', true);
    }
    return hasGain(rendition, full);
  }

  async #failed(error: unknown): Promise<void> {
    const { db, log } = this.#parts;
    const { id: videoId, smallAttempts: attempts } = this.#video;
    if (this.#lost.signal.aborted) {
      log.info({ videoId }, 'stopped a small quality: the video was deleted, or another node has it');
      return;
    }
    if (this.#running.stop.aborted) {
      await releaseSmall(db, this.#video, { pauseMs: 0, isCounted: false });
      return;
    }
    const { failure, message, isFinal } = attemptFailureOf(error, attempts);
    const about = { videoId, attempts, failure, reason: message };
    await this.#removeFiles();
    if (isFinal) {
      await endSmall(db, this.#video, 'failed');
      log.warn(about, 'gave up on the small quality of a video: its viewers get the full size only');
      return;
    }
    const pauseMs = pauseAfter(attempts);
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
