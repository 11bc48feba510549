import type { RecordFailure } from '../../../../contract/operations/records.ts';
import { pageKeyOf } from '../../documents/documents.ts';
import { type FileStore, FilesAway } from '../../engines/files/files.ts';
import { picture, type RecorderEngine, RecorderFailed } from '../../engines/recorder/recorder.ts';
import { ticks, timestamp } from '../../platform/clock.ts';
import { abortOnSignal } from '../../platform/concurrency/abort-on-signal.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RecordQuality } from '../../platform/db/tables.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { codeOf } from '../../platform/process/reasons.ts';
import { roomById } from '../../rooms/rooms.ts';
import { itemOnStage } from '../../stage/stage.ts';
import { describePage } from '../chapters/describe.ts';
import {
  failRecord,
  finishRecord,
  type LifecycleParts,
  markPictureArrived,
  stopRecord,
} from '../lifecycle.ts';
import { logIdsOf } from '../log-ids.ts';
import type { RecordRow } from '../store.ts';
import { saveUploadKeys } from '../transitions.store.ts';
import { failureOfFinished, type RecordStep } from './next-step.ts';
import { createProgressWriter } from './progress.ts';
import {
  newChaptersOf,
  newVoicesOf,
  recordFilesOf,
  type UploadStore,
  type UsableRecording,
  uploadKeysOf,
  uploadRecording,
} from './upload.ts';

export interface RecordRunningParts {
  /** This node's id: its folders hold the recordings of its rows. */
  node: string;
  db: Db;
  recorder: RecorderEngine;
  files: UploadStore & Pick<FileStore, 'fetch'>;
  lifecycle: LifecycleParts;
  /** A recording is stopped when less than this is free on the disk. */
  minFreeBytes: number;
  log: Logger;
}

/** State of one recording between its steps, which may be lost. Times are of the first try, in `ticks`. */
export interface RecordMemory {
  finishFailures: number;
  /** The item on the stage of which the recorder knows. */
  stageVersion?: number;
  /** The item whose page could not be fetched. */
  missedVersion?: number;
  /** This process ordered the recorder to stop. */
  orderedAt?: number;
  /** The files were asked for, made and stored. */
  askedAt?: number;
  madeAt?: number;
  storedAt?: number;
}

interface Doing {
  record: RecordRow | undefined;
  recordId: string;
  memory: RecordMemory;
  signal: AbortSignal;
}

export const timings = {
  /** Longer than a recorder takes to close its file on a busy machine. */
  stopsWithinMs: 15_000,
  /** A recorder that has to stop does not wait longer for the picture of a page. */
  slideWithinMs: 5000,
};
const lookAgainMs = 500;
const slideAgainMs = 5000;
/** After this many failures the folder is given up: no files can be made of it. */
const mostFinishFailures = 10;

/** A healthy recorder repeats a picture now and then, which is not reported. */
function qualityOf({ quality, duration }: UsableRecording): RecordQuality | null {
  const { lateTicks, missedAudioMs, lowestFps, lowestHeight } = quality;
  const isAsItShouldBe =
    lateTicks <= duration * picture.fps * 0.005 &&
    missedAudioMs <= 100 &&
    lowestFps >= picture.fps &&
    lowestHeight >= picture.height;
  return isAsItShouldBe ? null : quality;
}

/** Performs the next step of a recording. Any step may be repeated: the process may be killed after it. */
export class StepRunner {
  readonly #parts: RecordRunningParts;
  /** Kept folders are checked again and again, each time by a new runner. */
  readonly #loggedAsKept = new Set<string>();

  constructor(parts: RecordRunningParts) {
    this.#parts = parts;
  }

  /**
   * @returns milliseconds until the next check; 'over' if nothing is left to do
   * @throws an error worth another try
   */
  async perform(step: RecordStep, doing: Doing): Promise<number | 'over'> {
    const { recorder, db, lifecycle } = this.#parts;
    const { recordId } = doing;
    switch (step.do) {
      case 'begin':
        return this.#begin(step.pictureBy, doing);
      case 'picture':
        await markPictureArrived(lifecycle, db, { recordId, at: step.at });
        return 0;
      case 'stop':
        await stopRecord(lifecycle, db, { recordId, at: step.at, reason: 'recorder' });
        return 0;
      case 'fail':
        return this.#fail(doing, step);
      case 'order':
        return this.#order(step.at, doing);
      case 'finish':
        return this.#finish(doing);
      case 'discard':
        await this.#discard(doing);
        return 'over';
      case 'keep':
        await recorder.kill(recordId);
        this.#logKeptFolder(doing);
        return 'over';
      case 'wait':
        return (await this.#noteStage(doing)) ? step.ms : Math.min(step.ms, slideAgainMs);
    }
  }

  async #begin(pictureBy: Date, doing: Doing): Promise<number> {
    const { recorder, db, lifecycle, minFreeBytes } = this.#parts;
    const { record } = doing;
    if (!record) return 0;
    const { id: recordId, roomId, layout, maxSeconds } = record;
    try {
      const room = await roomById(db, roomId);
      await this.#noteStage(doing);
      const onStage = room?.type === 'webinar' ? 'moderators' : 'everybody';
      await recorder.begin({ recordId, roomId, layout, onStage, pictureBy, maxSeconds, minFreeBytes });
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw error;
      await failRecord(lifecycle, db, { recordId, failure: 'disk_full' });
    }
    return 0;
  }

  /**
   * Tells the recorder what is on the stage of the room. A change wakes this step. While the file storage is away, the
   * recording goes on without the page.
   * @returns false if the page could not be fetched
   */
  async #noteStage({ recordId, record, memory, signal }: Doing): Promise<boolean> {
    const { recorder, db, files, log } = this.#parts;
    if (!record) return true;
    const { changedAt, ...item } = await itemOnStage(db, record.roomId);
    const { version, documentId, page } = item;
    if (memory.stageVersion === version) return true;
    const shown = await describePage(db, record, item);
    const entry = { at: timestamp(changedAt), ...item, ...shown };
    const within = AbortSignal.any([signal, AbortSignal.timeout(timings.slideWithinMs)]);
    const fetchSlide = async (path: string) =>
      documentId && page && files.fetch(pageKeyOf(documentId, page, 'small'), path, { signal: within });
    try {
      await recorder.noteStage(recordId, entry, fetchSlide);
    } catch (error) {
      signal.throwIfAborted();
      if (!within.aborted && !(error instanceof FilesAway)) throw error;
      const about = { ...logIdsOf(record), documentId, page, err: error };
      if (memory.missedVersion !== version)
        log.warn(about, 'a recording misses the page on the stage: the file storage is away; will retry');
      memory.missedVersion = version;
      return false;
    }
    memory.stageVersion = version;
    return true;
  }

  async #isDiskLow(): Promise<boolean> {
    const { recorder, minFreeBytes } = this.#parts;
    return (await recorder.freeBytes()) < minFreeBytes;
  }

  /** On a full disk a recorder cannot write why it ends. */
  async #reasonOf(known: RecordFailure, diedSilently: boolean): Promise<RecordFailure> {
    return diedSilently && (await this.#isDiskLow()) ? 'disk_full' : known;
  }

  async #fail(
    { recordId, record }: Doing,
    { failure: known, diedSilently }: RecordStep & { do: 'fail' },
  ): Promise<number> {
    const { db, lifecycle, log } = this.#parts;
    const failure = await this.#reasonOf(known, diedSilently === true);
    await failRecord(lifecycle, db, { recordId, failure });
    log.warn({ recordId, ...(record && logIdsOf(record)), failure }, 'a recording failed');
    return 0;
  }

  async #order(at: Date, { recordId, record, memory }: Doing): Promise<number> {
    const { recorder, log } = this.#parts;
    const about = { recordId, ...(record && logIdsOf(record)) };
    memory.orderedAt ??= ticks();
    try {
      await recorder.stop(recordId, { at });
    } catch (error) {
      // A full disk cannot store the order, but ends the recorder anyway.
      log.warn({ ...about, reason: (error as Error).message }, 'could not order a recorder to stop');
    }
    if (ticks() - memory.orderedAt > timings.stopsWithinMs) {
      log.warn(about, 'killed a recorder that did not stop');
      await recorder.kill(recordId);
      return 0;
    }
    return lookAgainMs;
  }

  async #finish(doing: Doing): Promise<number> {
    const { recordId, record, memory, signal } = doing;
    const { recorder, db, lifecycle, log } = this.#parts;
    if (!record) return 0;
    const about = logIdsOf(record);
    memory.askedAt ??= ticks();
    const made = await abortOnSignal(recorder.finish(recordId), signal).catch(async (error: unknown) => {
      // A lack of disk space says nothing about the recorded media.
      if (!(error instanceof RecorderFailed) || (await this.#isDiskLow())) throw error;
      memory.finishFailures += 1;
      if (memory.finishFailures < mostFinishFailures) throw error;
      log.error({ ...about, reason: error.message }, 'made no files of a recording; its folder is kept');
      return undefined;
    });
    if (!made) await failRecord(lifecycle, db, { recordId, failure: 'broken' });
    else if (!made.usable) {
      const failure = await this.#reasonOf(failureOfFinished(made, record), made.reason === undefined);
      log.warn({ ...about, failure, reason: made.message }, 'nothing usable was recorded');
      await failRecord(lifecycle, db, { recordId, failure });
    } else await this.#keep(made, record, doing);
    return 0;
  }

  async #keep(made: UsableRecording, record: RecordRow, { memory, signal }: Doing): Promise<void> {
    const { recorder, files, db, lifecycle, log } = this.#parts;
    const { id: recordId } = record;
    memory.madeAt ??= ticks();
    // The journal is lost, but media exists.
    if (!record.startedAt) await markPictureArrived(lifecycle, db, { recordId, at: record.createdAt });
    const named = { files: recordFilesOf(record, made), voices: newVoicesOf(record, made) };
    if (!(await saveUploadKeys(db, recordId, named))) return;
    const progress = createProgressWriter(db, recordId);
    try {
      await abortOnSignal(
        uploadRecording({ files, recorder, record, made, signal, onProgress: progress.note }),
        signal,
      );
    } finally {
      await progress.done();
    }
    memory.storedAt ??= ticks();
    const uploadMs = Math.round(memory.storedAt - memory.madeAt);
    const makingMs = Math.round(memory.madeAt - (memory.askedAt ?? memory.madeAt));
    const { duration, width, height: lines, bytes, isPartial } = made;
    // The call went on after its node was given up.
    const isShorter = isPartial || record.stopReason === 'recorder_lost';
    const kept = { duration, width, height: lines, bytes, isPartial: isShorter };
    await finishRecord(lifecycle, db, {
      recordId,
      made: { ...kept, quality: qualityOf(made), files: named.files },
      voices: named.voices,
      chapters: newChaptersOf(made),
    });
    log.info({ ...logIdsOf(record), duration, bytes, makingMs, uploadMs }, 'a recording is finished');
  }

  /** A recording that failed after its files were made may have some in the storage. */
  async #discard({ recordId, record }: Doing): Promise<void> {
    const { recorder, files } = this.#parts;
    await recorder.kill(recordId);
    const view = await recorder.look(recordId);
    if (record && record.state !== 'finished' && view?.isFinished) {
      const made = await recorder.finish(recordId);
      if (made.usable) await files.remove(uploadKeysOf(record, made));
    }
    await recorder.discard(recordId);
    this.#loggedAsKept.delete(recordId);
  }

  #logKeptFolder({ recordId, record }: Doing): void {
    if (this.#loggedAsKept.has(recordId)) return;
    this.#loggedAsKept.add(recordId);
    const why = record ? `failed as ${record.failure}` : 'is not of this database';
    this.#parts.log.warn(
      { recordId, ...(record && logIdsOf(record)) },
      `the folder of a recording that ${why} is kept for 7 days`,
    );
  }
}

export const isTemporary = (error: unknown): boolean =>
  error instanceof FilesAway || error instanceof RecorderFailed;
