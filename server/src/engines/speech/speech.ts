/**
 * The interface of speech to text. Adapters: `whisper/` (a local process), `service/` (an endpoint) and
 * `testing/fake.ts`; `startup/speech.ts` chooses. `check.ts` tries the engine from the start on. `sentences.ts` makes
 * sentences of words, `voice-time.ts` turns seconds of a chunk into those of the voice, and
 * `cutting-process.ts` starts the program that cuts voices into chunks (`recorder/cut.ts`). Calls have no live captions (docs/decisions/0213).
 */

import type { CutChunk as VoiceChunk } from '../../../../recorder/folder/cut-job.ts';
import { ServiceAway } from '../service-response.ts';
import type { SpokenSentence } from './spoken.ts';

/** The speech of one chunk, in the order of time. */
export interface ChunkSpeech {
  /** Code as in `ru` or `en`; undefined if the engine does not report it. */
  language: string | undefined;
  sentences: SpokenSentence[];
}

export interface TranscribeOptions {
  /** Code as in `ru` or `en`; undefined: the engine detects it. */
  language: string | undefined;
  signal: AbortSignal;
}

/** Turns the speech of one chunk into text. One adapter per engine; all pass one contract test. */
export interface SpeechEngine {
  /** For the transcript's row and logs, such as `whisper base` or `service whisper-1`. */
  readonly name: string;
  /** The longest chunk in seconds that the engine takes. */
  readonly chunkSeconds: number;
  /**
   * @returns undefined if the engine can be used, or a sentence that says what is missing and how to fix it
   * @throws the reason of the signal
   */
  probe(signal: AbortSignal): Promise<string | undefined>;
  /**
   * Transcribes a WAV file, mono at 16 kHz.
   *
   * @throws SpeechAway if a later attempt may succeed
   * @throws SpeechRefused if no attempt will succeed
   * @throws the reason of the signal
   */
  transcribe(path: string, options: TranscribeOptions): Promise<ChunkSpeech>;
}

export interface CutOptions {
  chunkSeconds: number;
  signal: AbortSignal;
}

/** Finds the speech in a voice file and writes it as chunks that an engine takes. */
export interface VoiceCutter {
  /**
   * The same file and `chunkSeconds` give the same chunks. A voice without speech has none.
   *
   * @param voice path of a sound file, such as Opus in Ogg
   * @param folder empty folder for the files of the chunks
   * @returns chunks with absolute paths
   * @throws VoiceUnreadable if the file contains no sound that can be decoded
   * @throws ProgramFailed if the program died or hung, or the disk is full: another attempt may succeed
   */
  cut(voice: string, folder: string, options: CutOptions): Promise<VoiceChunk[]>;
}

/** The engine is unavailable: it died, hung, is overloaded or cannot be reached. */
export class SpeechAway extends ServiceAway {
  override name = 'SpeechAway';
}

/** The engine will never accept this chunk. */
export class SpeechRefused extends Error {
  override name = 'SpeechRefused';
  readonly reason: 'corrupted' | 'language_unsupported' | 'too_long';

  constructor(reason: SpeechRefused['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export class VoiceUnreadable extends Error {
  override name = 'VoiceUnreadable';
}

export type { CutChunk as VoiceChunk } from '../../../../recorder/folder/cut-job.ts';
export { ProgramFailed } from '../confined/failed.ts';
export { SpeechCheck } from './check.ts';
export type { SpokenSentence, SpokenWord } from './spoken.ts';
export { toVoiceSentences, toVoiceTime } from './voice-time.ts';
