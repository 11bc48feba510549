import { type FileStore, FilesAway } from '../../engines/files/files.ts';
import { type MadeVideoFiles, type PreparerEngine, PreparerFailed } from '../../engines/preparer/preparer.ts';
import { ticks } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { codeOf } from '../../platform/process/reasons.ts';
import type { SourceOfVideo, VideoFailure, VideoRow } from '../store.ts';
import {
  findRenditions,
  markFailed,
  markReady,
  releaseVideo,
  renewClaim,
  saveRendition,
} from './preparing.store.ts';
import { segmentKeys, uploadVideo } from './upload.ts';

/** Called in the transaction that changes the state. */
export interface VideoListeners {
  onVideoReady(trx: Db, video: VideoRow): Promise<void>;
  onVideoFailed(trx: Db, video: VideoRow): Promise<void>;
}

export interface PreparingParts {
  db: Db;
  node: string;
  files: Pick<FileStore, 'fetch' | 'put' | 'remove' | 'stat'>;
  preparer: PreparerEngine;
  listeners: VideoListeners;
  /** The key of the file of a recording or an asset; undefined if there is none any more. */
  keyOfSource: (db: Db, source: SourceOfVideo) => Promise<string | undefined>;
  /** Below this much free disk space nothing is prepared. */
  minFreeBytes: number;
  log: Logger;
}

export const waits = {
  /** After this time a dead node loses its claim. */
  holdSeconds: 60,
  renewMs: 3_000,
  /** The pause after the first failed attempt; each further one is twice as long. */
  retryMs: 10_000,
  longestRetryMs: 600_000,
};

/** With their pauses they take an hour, longer than most outages of a storage. */
export const mostAttempts = 12;
/** A program that dies on a file will die on it again, and a file that is not there will not appear. */
const mostCrashes = 3;

/** Shares of the progress: fetching the source, preparing it, and storing the result. */
const shares = { fetched: 0.05, prepared: 0.85 };

/** The attempt ends without a result. */
class AttemptFailed extends Error {
  override name = 'AttemptFailed';
  readonly failure: VideoFailure;
  /** Whether another attempt cannot succeed. */
  readonly isFinal: boolean;

  constructor(failure: VideoFailure, message: string, isFinal: boolean) {
    super(message);
    this.failure = failure;
    this.isFinal = isFinal;
  }
}

/** Translates an error to the reason that people see. */
function failureOf(error: unknown, attempts: number): AttemptFailed {
  if (error instanceof AttemptFailed) return error;
  const { message } = error as Error;
  if (error instanceof FilesAway || codeOf(error) === 'ENOSPC') {
    return new AttemptFailed('storage', message, attempts >= mostAttempts);
  }
  if (error instanceof PreparerFailed && error.isDiskFull) {
    return new AttemptFailed('storage', message, attempts >= mostAttempts);
  }
  return new AttemptFailed('unknown', message, attempts >= mostCrashes);
}

const sourceOf = ({ recordId, assetId }: VideoRow): SourceOfVideo =>
  recordId === null ? { assetId: assetId ?? '' } : { recordId };

/** Prepares one video once: fetches its source, runs the program, stores the files. */
export class VideoAttempt {
  readonly #parts: PreparingParts;
  readonly #video: VideoRow;
  readonly #name: string;
  readonly #signal: AbortSignal;
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
        await this.#failed(failureOf(error, this.#video.attempts));
      }
    } finally {
      await preparer.discard(this.#name);
    }
  }

  async #make(): Promise<MadeVideoFiles & { ok: true }> {
    const { preparer, files } = this.#parts;
    if (this.#video.attempts > mostAttempts) {
      throw new AttemptFailed('unknown', 'the servers that prepared it were killed', true);
    }
    await this.#fetchSource();
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

  async #fetchSource(): Promise<void> {
    const { db, files, keyOfSource, preparer, minFreeBytes } = this.#parts;
    const key = await keyOfSource(db, sourceOf(this.#video));
    const found = key === undefined ? undefined : await files.stat(key);
    if (key === undefined) throw new AttemptFailed('not_found', 'its source was deleted', true);
    // A folder that is not mounted has no files, either.
    const isSure = this.#video.attempts >= mostCrashes;
    if (!found) throw new AttemptFailed('not_found', 'the storage does not have the file', isSure);
    const free = await preparer.freeBytes();
    // The source and its segments, which are about as large.
    const needed = 2 * found.bytes + minFreeBytes;
    if (free < needed) {
      const isFinal = this.#video.attempts >= mostAttempts;
      throw new AttemptFailed(
        'storage',
        `the disk has ${free} free bytes, and ${needed} are needed`,
        isFinal,
      );
    }
    const path = await preparer.begin(this.#name);
    if (!(await files.fetch(key, path, { signal: this.#signal }))) {
      throw new AttemptFailed('not_found', 'the storage does not have the file', isSure);
    }
    this.#progress = shares.fetched;
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

  async #finish({ duration, hasSound, rendition: { width, height } }: MadeVideoFiles & { ok: true }) {
    const { db, listeners, log } = this.#parts;
    const video = await inTransaction(db, async (trx) => {
      const ready = await markReady(trx, this.#video, { duration, hasSound, width, height });
      if (ready) await listeners.onVideoReady(trx, ready);
      return ready;
    });
    if (video) log.info({ videoId: video.id, seconds: Math.round(duration) }, 'prepared a video');
  }

  async #failed({ failure, message, isFinal }: AttemptFailed): Promise<void> {
    const { db, listeners, log } = this.#parts;
    const { id: videoId, attempts } = this.#video;
    const about = { videoId, attempts, failure, reason: message };
    if (!isFinal) {
      const pauseMs = Math.min(waits.retryMs * 2 ** (attempts - 1), waits.longestRetryMs);
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

  /** Renews the claim until the returned function is called. Without it in time another node may have the video. */
  #startRenewing(): () => void {
    const { db } = this.#parts;
    let heldAt = ticks();
    let isRenewing = false;
    const renew = async () => {
      const at = ticks();
      const progress = Math.round(this.#progress * 100) / 100;
      const isHeld = await renewClaim(db, this.#video, { holdSeconds: waits.holdSeconds, progress });
      if (isHeld) heldAt = at;
      else this.#lost.abort(new Error('the claim is lost'));
    };
    const timer = setInterval(() => {
      if (ticks() - heldAt > waits.holdSeconds * 1000) this.#lost.abort(new Error('the claim expired'));
      if (isRenewing) return;
      isRenewing = true;
      renew()
        .catch(() => undefined)
        .finally(() => {
          isRenewing = false;
        });
    }, waits.renewMs);
    return () => clearInterval(timer);
  }
}
