import type { TranscriptionFailure } from '../../../contract/operations/transcription.ts';
import { FilesAway } from '../engines/files/files.ts';
import { ProgramFailed, SpeechAway, SpeechRefused, VoiceUnreadable } from '../engines/speech/speech.ts';
import { codeOf } from '../platform/process/reasons.ts';

export type Failure = TranscriptionFailure;

/**
 * - `never`: no attempt will succeed
 * - `outage`: something that the work needs is unavailable; it is tried for a day
 * - `fault`: the attempt failed for another reason; such attempts are counted
 */
export type Retrying = 'never' | 'outage' | 'fault';

/** An attempt ended without a transcript. */
export class TranscribingFailed extends Error {
  override name = 'TranscribingFailed';
  readonly retrying: Retrying;
  /** The reason that the transcript has after the last attempt. */
  readonly failure: Failure;

  constructor(retrying: Retrying, failure: Failure, message: string) {
    super(message);
    this.retrying = retrying;
    this.failure = failure;
  }
}

const isDiskFull = (error: unknown): boolean =>
  codeOf(error) === 'ENOSPC' || (error instanceof ProgramFailed && error.isDiskFull);

/** Translates an error of an attempt. An unknown error counts as a fault that may pass. */
export function transcriptFailureOf(error: unknown): TranscribingFailed {
  if (error instanceof TranscribingFailed) return error;
  const { message } = error as Error;
  if (error instanceof SpeechRefused) return new TranscribingFailed('never', error.reason, message);
  if (error instanceof VoiceUnreadable) return new TranscribingFailed('never', 'corrupted', message);
  if (error instanceof SpeechAway) {
    return new TranscribingFailed('outage', 'engine_unavailable', message);
  }
  if (error instanceof FilesAway || isDiskFull(error)) {
    return new TranscribingFailed('outage', 'unknown', message);
  }
  const text = error instanceof ProgramFailed ? message : String(error);
  return new TranscribingFailed('fault', 'unknown', text);
}
