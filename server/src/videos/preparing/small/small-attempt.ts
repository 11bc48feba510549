import { FilesAway } from '../../../engines/files/files.ts';
import { inTransaction } from '../../../platform/db/db.ts';
import type { RenditionRow, VideoRow } from '../../store.ts';
import { AttemptFailed } from '../failures.ts';
import type { PreparingParts } from '../parts.ts';
import { deleteSmallRendition, endSmall, findRenditions } from '../preparing.store.ts';
import { QualityAttempt } from '../quality-attempt.ts';
import { segmentKeys } from '../upload.ts';
import { hasGain, hasSameSegments } from './worthwhile.ts';

/** Makes the small quality of one video once. The video stays ready, and its full size is not touched. */
export class SmallAttempt extends QualityAttempt {
  protected readonly lines = {
    dropped: 'stopped a small quality: the video was deleted, or another node has it',
    retried: 'the small quality of a video could not be prepared; will retry',
    givenUp: 'gave up on the small quality of a video: its viewers get the full size only',
  };
  readonly #mayRun: () => Promise<boolean>;

  /** @param mayRun whether the machine has time for it now */
  constructor(parts: PreparingParts, video: VideoRow, mayRun: () => Promise<boolean>) {
    super(parts, video, true);
    this.#mayRun = mayRun;
  }

  async work(signal: AbortSignal): Promise<void> {
    const { db, log } = this.parts;
    const state = await this.#makeSmall(signal);
    if (state === 'none') await this.#removeFiles();
    const isEnded = await inTransaction(db, (trx) => endSmall(trx, this.claim, state));
    if (isEnded && state === 'ready')
      log.info({ videoId: this.video.id }, 'prepared the small quality of a video');
  }

  /** @returns none if the small quality needs as many bits as the full size */
  async #makeSmall(signal: AbortSignal): Promise<'ready' | 'none'> {
    const full = await this.#find('source');
    if (!full) throw new AttemptFailed('unknown', 'the video has no full size', true);
    const options = { signal, onProgress: () => undefined };
    const small = { durations: full.durations };
    const made = await this.make({ ...options, small, mayRun: this.#mayRun });
    if (!hasSameSegments(made.rendition, full)) {
      throw new AttemptFailed('unknown', 'its segments differ from those of the full size', true);
    }
    if (!hasGain(made.rendition, full)) return 'none';
    await this.store(made, options);
    return 'ready';
  }

  async #find(quality: RenditionRow['name']): Promise<RenditionRow | undefined> {
    return (await findRenditions(this.parts.db, this.video.id)).find(({ name }) => name === quality);
  }

  override async fail(error: unknown): Promise<void> {
    await this.#removeFiles();
    await super.fail(error);
  }

  protected async giveUp(): Promise<void> {
    await endSmall(this.parts.db, this.claim, 'failed');
  }

  /** Removes what was stored. If the storage is away, the row stays, and the files are removed with the video. */
  async #removeFiles(): Promise<void> {
    const { db, files } = this.parts;
    const small = await this.#find('360p');
    if (!small || small.readyAt !== null) return;
    try {
      await files.remove(segmentKeys(this.video, small));
      await deleteSmallRendition(db, this.claim);
    } catch (error) {
      if (!(error instanceof FilesAway)) throw error;
    }
  }
}
