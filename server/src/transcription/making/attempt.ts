import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FileStore } from '../../engines/files/files.ts';
import {
  SpeechAway,
  type SpeechEngine,
  SpeechRefused,
  toVoiceSentences,
  type VoiceChunk,
  type VoiceCutter,
  VoiceUnreadable,
} from '../../engines/speech/speech.ts';
import { now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { DiskSpace } from '../../platform/disk/space.ts';
import {
  type ClaimedWork,
  ClaimLost,
  pauseAfter,
  timings as queueTimings,
} from '../../platform/jobs/queue.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { type VoiceRow, voicesOf } from '../../records/records.ts';
import { TranscribingFailed, transcriptFailureOf } from '../failure.ts';
import type { TranscriptRow } from '../store.ts';
import { finishTranscript } from './finish.ts';
import {
  countChunks,
  markTranscriptFailed,
  markVoiceDone,
  releaseTranscript,
  renewTranscriptClaim,
  type StoredChunk,
  saveChunk,
  storedChunksOf,
} from './making.store.ts';
import { cleanSentences, marksOf } from './merge.ts';
import { announceOutcome } from './recording.ts';

export interface TranscribingParts {
  db: Db;
  node: string;
  files: Pick<FileStore, 'stat' | 'fetch'>;
  speech: SpeechEngine;
  cutter: VoiceCutter;
  /** The folder for voices and their chunks while they are transcribed. */
  folder: string;
  /** The disk of that folder. */
  space: Pick<DiskSpace, 'reserve'>;
  hasLanguageModel: boolean;
  /** Whether recordings of this machine lack pictures or sound because it is overloaded. */
  isOverloaded: () => Promise<boolean>;
  /** Its lines have the ids of the recording (`logOfRecording`). */
  log: Logger;
}

export const timings = {
  /** The pause after the first failed attempt. */
  retryMs: seconds(15),
  longestRetryMs: seconds(3600),
  /** An outage of the engine or the storage that lasts this long ends the transcript. */
  awayMs: seconds(86_400),
  /** The pause of the work while recordings suffer from it. */
  overloadedMs: seconds(5),
};

/** Attempts in a row that store no chunk, although nothing is unavailable. */
export const mostAttemptsWithoutChunk = 12;

/** The engine takes nothing of a recording whose first chunks it refuses (docs/decisions/0082). */
const mostRefusedAtFirst = 3;

/** Chunks are not compressed: 16,000 samples of 16 bits a second. */
const chunkBytesPerSecond = 32_000;

/** The share of a voice in the progress. */
interface Share {
  from: number;
  size: number;
}

/** Makes one transcript, or continues it after the chunks that are stored. */
export class TranscriptAttempt implements ClaimedWork {
  readonly #parts: TranscribingParts;
  readonly #transcript: TranscriptRow;
  readonly #folder: string;
  readonly #onEnd: () => void;
  /** Attempts since the last chunk that was stored, and since when there has been an outage. */
  #trouble: Pick<TranscriptRow, 'attempts' | 'awaySince'>;
  /** That of `work`. */
  #signal = AbortSignal.abort();

  /** @param onEnd called when nothing of the attempt is under way */
  constructor(parts: TranscribingParts, transcript: TranscriptRow, onEnd: () => void) {
    this.#parts = parts;
    this.#transcript = transcript;
    this.#trouble = transcript;
    this.#folder = join(parts.folder, `${transcript.recordId}-${transcript.claim}`);
    this.#onEnd = onEnd;
  }

  renew(): Promise<boolean> {
    return renewTranscriptClaim(this.#parts.db, this.#transcript, queueTimings.holdSeconds);
  }

  async work(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#transcribeVoices();
    if (!(await finishTranscript(this.#parts, this.#transcript, signal))) throw new ClaimLost();
  }

  release(): Promise<void> {
    const stopped = { pauseMs: 0, isCounted: false, isAway: false };
    return releaseTranscript(this.#parts.db, this.#transcript, stopped);
  }

  drop(): void {
    this.#parts.log.info('stopped a transcription: it was deleted, requested again, or a speaker erased');
  }

  async clean(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true }).finally(this.#onEnd);
  }

  async #transcribeVoices(): Promise<void> {
    const { recordId, doneVoices, attempts } = this.#transcript;
    if (attempts > mostAttemptsWithoutChunk) {
      throw new TranscribingFailed(
        'never',
        'unknown',
        'the servers that transcribed it were killed again and again',
      );
    }
    const voices = await voicesOf(this.#parts.db, recordId);
    if (voices.length === 0) throw new TranscribingFailed('never', 'no_audio', 'the recording has no voices');
    const total = voices.reduce((sum, { duration }) => sum + duration, 0) || 1;
    let before = 0;
    let unreadable = 0;
    for (const voice of voices) {
      const share = { from: before / total, size: voice.duration / total };
      before += voice.duration;
      if (doneVoices.includes(voice.number)) continue;
      if (!(await this.#transcribeVoice(voice, share))) unreadable += 1;
    }
    if (unreadable === voices.length)
      throw new TranscribingFailed('never', 'corrupted', 'no voice can be decoded');
  }

  /** @returns false if the file contains no sound that can be decoded */
  async #transcribeVoice(voice: VoiceRow, share: Share): Promise<boolean> {
    const { files, space } = this.#parts;
    const { bytes = 0 } = (await files.stat(voice.key)) ?? {};
    const reserved = await space.reserve(bytes + Math.ceil(voice.duration * chunkBytesPerSecond));
    if (!reserved) throw new TranscribingFailed('outage', 'unknown', 'the disk has no space for a voice');
    try {
      return await this.#transcribeReserved(voice, share);
    } finally {
      // Hours of sound may lie here, and the next voice needs the space.
      const folder = join(this.#folder, String(voice.number));
      await rm(folder, { recursive: true, force: true }).finally(() => reserved.end());
    }
  }

  async #transcribeReserved({ number: voice, key }: VoiceRow, share: Share): Promise<boolean> {
    const { db, files, cutter, speech, log } = this.#parts;
    const { recordId } = this.#transcript;
    const chunkFolder = join(this.#folder, String(voice), 'chunks');
    await mkdir(chunkFolder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, String(voice), 'voice.ogg');
    if (!(await files.fetch(key, path, { signal: this.#signal }))) {
      // A folder that is not mounted has no files, either.
      throw new TranscribingFailed('outage', 'corrupted', `the storage does not have the file ${key}`);
    }
    let chunks: VoiceChunk[];
    try {
      await this.#waitForRecordings();
      chunks = await cutter.cut(path, chunkFolder, {
        chunkSeconds: speech.chunkSeconds,
        signal: this.#signal,
      });
    } catch (error) {
      if (!(error instanceof VoiceUnreadable)) throw error;
      log.warn({ voice, reason: error.message }, 'left out a voice that cannot be decoded');
      return false;
    }
    const stored = await storedChunksOf(db, recordId, voice);
    for (const [number, chunk] of chunks.entries()) {
      if (stored.has(number)) continue;
      const progress = share.from + (share.size * (number + 1)) / chunks.length;
      await this.#transcribeChunk(chunk, { voice, number, progress: Math.min(1, progress) });
    }
    await markVoiceDone(db, this.#transcript, voice);
    return true;
  }

  async #transcribeChunk(
    chunk: VoiceChunk,
    place: { voice: number; number: number; progress: number },
  ): Promise<void> {
    await this.#waitForRecordings();
    const result = await this.#hear(chunk, place);
    this.#signal.throwIfAborted();
    const { db } = this.#parts;
    const isHeld = await inTransaction(db, (trx) =>
      saveChunk(trx, this.#transcript, { ...place, ...result }),
    );
    if (!isHeld) throw new ClaimLost();
    this.#trouble = { attempts: 0, awaySince: null };
    this.#signal.throwIfAborted();
    if (!result.isRefused) return;
    const { all, refused } = await countChunks(db, this.#transcript.recordId);
    if (refused === all && refused >= mostRefusedAtFirst) {
      throw new TranscribingFailed('never', 'corrupted', `the engine refuses the first ${refused} chunks`);
    }
  }

  /** Transcribes a chunk. One that the engine refuses has a mark for each of its pieces. */
  async #hear(
    chunk: VoiceChunk,
    { voice, number }: { voice: number; number: number },
  ): Promise<Pick<StoredChunk, 'language' | 'sentences' | 'isRefused'>> {
    const { speech, log } = this.#parts;
    const { language: requested } = this.#transcript;
    try {
      const { language = null, sentences } = await speech.transcribe(chunk.file, {
        language: requested === 'auto' ? undefined : requested,
        signal: this.#signal,
      });
      return {
        language,
        sentences: cleanSentences(toVoiceSentences(chunk, sentences)),
        isRefused: false,
      };
    } catch (error) {
      if (!(error instanceof SpeechRefused) || error.reason !== 'corrupted') throw error;
      const reason = error.message;
      log.warn({ voice, number, reason }, 'the engine refused a chunk: its speech has marks instead');
      return { language: null, sentences: marksOf(chunk), isRefused: true };
    }
  }

  /** Calls and recordings take priority: waits while recordings of this machine suffer. */
  async #waitForRecordings(): Promise<void> {
    const { isOverloaded, log } = this.#parts;
    for (let isFirst = true; await isOverloaded(); isFirst = false) {
      if (isFirst) log.info('paused a transcription: recordings need the machine');
      await pause(timings.overloadedMs, undefined, { signal: this.#signal });
    }
  }

  async fail(error: unknown): Promise<void> {
    const failed = transcriptFailureOf(error);
    const { message: reason, retrying } = failed;
    const { db, log } = this.#parts;
    const { attempts, awaySince } = this.#trouble;
    const isOutage = retrying === 'outage';
    const awayMs = awaySince ? now().getTime() - awaySince.getTime() : 0;
    const isLast = isOutage ? awayMs >= timings.awayMs : attempts >= mostAttemptsWithoutChunk;
    if (retrying === 'never' || isLast) return this.#end(failed);
    // The pauses grow with the outage; other failures are counted.
    const usual = isOutage ? awayMs / 2 : pauseAfter(attempts, timings);
    const asked = error instanceof SpeechAway ? (error.retryAfterMs ?? 0) : 0;
    const pauseMs = Math.min(timings.longestRetryMs, Math.max(timings.retryMs, usual, asked));
    log.warn({ attempts, reason, pauseMs }, 'a recording could not be transcribed; will retry');
    return releaseTranscript(db, this.#transcript, { pauseMs, isCounted: !isOutage, isAway: isOutage });
  }

  async #end({ failure, message: reason }: TranscribingFailed): Promise<void> {
    const { db, log } = this.#parts;
    const { recordId } = this.#transcript;
    const isHeld = await inTransaction(db, async (trx) => {
      if (!(await markTranscriptFailed(trx, this.#transcript, failure))) return false;
      await announceOutcome(trx, recordId, 'transcription_failed');
      return true;
    });
    if (!isHeld) return;
    log.warn({ failure, reason }, 'gave up on a transcript: request it again once the cause is gone');
  }
}
