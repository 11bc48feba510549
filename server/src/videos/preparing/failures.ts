import { FilesAway } from '../../engines/files/files.ts';
import { ProgramFailed } from '../../engines/preparer/preparer.ts';
import { codeOf } from '../../platform/process/reasons.ts';
import type { VideoFailure } from '../store.ts';

/** With their pauses they take an hour, longer than most outages of a storage. */
export const mostAttempts = 12;
/** A program that dies on a file will die on it again, and a file that is not there will not appear. */
export const mostCrashes = 3;

/** The attempt ends without a result. */
export class AttemptFailed extends Error {
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
export function attemptFailureOf(error: unknown, attempts: number): AttemptFailed {
  if (error instanceof AttemptFailed) return error;
  const { message } = error as Error;
  const isDiskFull = codeOf(error) === 'ENOSPC' || (error instanceof ProgramFailed && error.isDiskFull);
  if (error instanceof FilesAway || isDiskFull) {
    return new AttemptFailed('storage', message, attempts >= mostAttempts);
  }
  return new AttemptFailed('unknown', message, attempts >= mostCrashes);
}

export const retryTimings = {
  /** The pause after the first failed attempt; each further one is twice as long. */
  retryMs: 10_000,
  longestRetryMs: 600_000,
};
