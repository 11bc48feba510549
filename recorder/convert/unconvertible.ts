import type { ConvertFailure } from '../folder/convert-job.ts';

/** The document cannot be converted: another attempt would fail in the same way. */
export class Unconvertible extends Error {
  override name = 'Unconvertible';
  readonly failure: ConvertFailure;

  constructor(failure: ConvertFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
