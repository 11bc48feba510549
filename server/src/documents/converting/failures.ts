import type { DocumentFailure } from '../../../../contract/operations/document-limits.ts';
import { ProgramFailed } from '../../engines/converter/converter.ts';
import { FilesAway } from '../../engines/files/files.ts';
import { codeOf } from '../../platform/process/reasons.ts';

/** With their pauses they take less than a minute. */
export const mostConversions = 6;
/** A program that dies on a page will die on it again. */
export const mostConverterCrashes = 3;

export const conversionRetries = {
  /** The pause after the first failed attempt; each further one is twice as long. */
  retryMs: 1000,
  longestRetryMs: 15_000,
};

/** The attempt ends without a result. */
export class ConversionFailed extends Error {
  override name = 'ConversionFailed';
  readonly failure: DocumentFailure;
  /** Whether another attempt cannot succeed. */
  readonly isFinal: boolean;

  constructor(failure: DocumentFailure, message: string, isFinal = true) {
    super(message);
    this.failure = failure;
    this.isFinal = isFinal;
  }
}

const failureOfLimit = { memory: 'page_too_large', time: 'too_slow', size: 'page_too_large' } as const;

/** Translates an error to the reason that people see. */
export function conversionFailureOf(error: unknown, attempts: number): ConversionFailed {
  if (error instanceof ConversionFailed) return error;
  const { message } = error as Error;
  if (error instanceof FilesAway || codeOf(error) === 'ENOSPC')
    return new ConversionFailed('storage', message, attempts >= mostConversions);
  if (!(error instanceof ProgramFailed))
    return new ConversionFailed('unknown', message, attempts >= mostConverterCrashes);
  if (error.isDiskFull) return new ConversionFailed('storage', message, attempts >= mostConversions);
  if (error.limit) return new ConversionFailed(failureOfLimit[error.limit], message);
  if (error.isStalled) return new ConversionFailed('too_slow', message);
  return new ConversionFailed('unreadable', message, attempts >= mostConverterCrashes);
}
