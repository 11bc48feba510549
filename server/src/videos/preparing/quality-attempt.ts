import type { PreparedVideo, PreparingOptions } from '../../engines/preparer/preparer.ts';
import type { Reservation } from '../../platform/disk/space.ts';
import {
  type ClaimedWork,
  ClaimLost,
  pauseAfter,
  timings as queueTimings,
} from '../../platform/jobs/queue.ts';
import type { VideoFailure, VideoRow } from '../store.ts';
import { AttemptFailed, attemptFailureOf, mostAttempts, retryTimings } from './failures.ts';
import type { PreparingParts } from './parts.ts';
import { releaseVideo, renewClaim, saveRendition, type VideoClaim } from './preparing.store.ts';
import { fetchSource } from './source.ts';
import { uploadVideo } from './upload.ts';

/** The log lines of an attempt that does not end with its quality. */
interface Lines {
  dropped: string;
  retried: string;
  givenUp: string;
}

/** Makes one quality of a video once: fetches its source, runs the program, stores the files. */
export abstract class QualityAttempt implements ClaimedWork {
  protected readonly parts: PreparingParts;
  protected readonly video: VideoRow;
  protected readonly claim: VideoClaim;
  /** From 0 to 1; null: the video is ready without this quality. */
  protected progress: number | null = null;
  protected abstract readonly lines: Lines;
  readonly #name: string;
  #reserved: Reservation | undefined;

  constructor(parts: PreparingParts, video: VideoRow, isSmall: boolean) {
    const { id, nodeId } = video;
    const attempts = isSmall ? video.smallAttempts : video.attempts;
    this.parts = parts;
    this.video = video;
    this.claim = { id, nodeId, isSmall, attempts };
    this.#name = `${id}-${isSmall ? 'small-' : ''}${attempts}`;
  }

  abstract work(signal: AbortSignal): Promise<void>;

  /** Called after the last attempt. */
  protected abstract giveUp(failure: VideoFailure): Promise<void>;

  renew(): Promise<boolean> {
    const progress = this.progress === null ? null : Math.round(this.progress * 100) / 100;
    return renewClaim(this.parts.db, this.claim, { holdSeconds: queueTimings.holdSeconds, progress });
  }

  release(): Promise<void> {
    return releaseVideo(this.parts.db, this.claim, { pauseMs: 0, isCounted: false });
  }

  drop(): void {
    this.parts.log.info({ videoId: this.video.id }, this.lines.dropped);
  }

  clean(): Promise<void> {
    return this.parts.preparer.discard(this.#name).finally(() => this.#reserved?.end());
  }

  /** @param onFetched called between the fetching of the source and the program */
  protected async make(options: PreparingOptions, onFetched = () => {}): Promise<PreparedVideo> {
    const { attempts } = this.claim;
    if (attempts > mostAttempts) {
      throw new AttemptFailed('unknown', 'the servers that prepared it were killed', true);
    }
    const fetching = { name: this.#name, attempts, signal: options.signal };
    this.#reserved = await fetchSource(this.parts, this.video, fetching);
    onFetched();
    const made = await this.parts.preparer.prepare(this.#name, options);
    if (!made.ok) throw new AttemptFailed(made.failure, made.message, true);
    return made;
  }

  /** Writes the row of the quality first, so that its files can be removed whatever happens. */
  protected async store(made: PreparedVideo, options: Pick<PreparingOptions, 'signal' | 'onProgress'>) {
    const { db, files, preparer } = this.parts;
    if (!(await saveRendition(db, this.claim, made.rendition))) throw new ClaimLost();
    options.signal.throwIfAborted();
    await uploadVideo({ ...{ files, preparer, video: this.video, attempt: this.#name, made }, ...options });
  }

  async fail(error: unknown): Promise<void> {
    const { db, log } = this.parts;
    const { id: videoId, attempts } = this.claim;
    const { failure, message, isFinal } = attemptFailureOf(error, attempts);
    const about = { videoId, attempts, failure, reason: message };
    if (isFinal) {
      await this.giveUp(failure);
      log.warn(about, this.lines.givenUp);
      return;
    }
    const pauseMs = pauseAfter(attempts, retryTimings);
    log.warn({ ...about, pauseMs }, this.lines.retried);
    await releaseVideo(db, this.claim, { pauseMs, isCounted: true });
  }
}
