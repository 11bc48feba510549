import type { TranscriptionFailure } from '../../../contract/operations/transcription.ts';
import { FilesAway } from '../engines/files/files.ts';
import { CutterFailed, SpeechAway, SpeechRefused, VoiceUnreadable } from '../engines/speech/speech.ts';
import { codeOf } from '../platform/process/reasons.ts';

export type Failure = TranscriptionFailure;

/** An attempt ended without a transcript. */
export class TranscribingFailed extends Error {
  override name = 'TranscribingFailed';
  /** Undefined: the same attempt may succeed later. */
  readonly failure: Failure | undefined;

  constructor(failure: Failure | undefined, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Errors of the engine, the storage and the disk, which another attempt may not meet. */
const mayPass = (error: unknown): boolean =>
  error instanceof SpeechAway ||
  error instanceof FilesAway ||
  error instanceof CutterFailed ||
  codeOf(error) === 'ENOSPC';

/** Translates an error of an attempt. An unknown error counts as one that may pass. */
export function transcriptFailureOf(error: unknown): TranscribingFailed {
  if (error instanceof TranscribingFailed) return error;
  const { message } = error as Error;
  if (error instanceof SpeechRefused) return new TranscribingFailed(error.reason, message);
  if (error instanceof VoiceUnreadable) return new TranscribingFailed('corrupted', message);
  return new TranscribingFailed(undefined, mayPass(error) ? message : String(error));
}
