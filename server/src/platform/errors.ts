import { type ErrorCode, type ErrorDetail, errors } from '../../../contract/errors.ts';

/** A refusal that the caller may read: a code of the closed table, its sentence, perhaps the faulty fields. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly recordId: string | undefined;

  constructor(
    code: ErrorCode,
    more: { message?: string; details?: ErrorDetail[]; retryAfter?: number; recordId?: string } = {},
  ) {
    super(more.message ?? errors[code].message);
    this.code = code;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
    this.recordId = more.recordId;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

export const refuse = (code: ErrorCode, message?: string): never => {
  throw new Refusal(code, message === undefined ? {} : { message });
};

/** One bad value found after the schema had its say. */
export const refuseField = (path: string, message: string): never => {
  throw new Refusal('validation_failed', { details: [{ path, message }] });
};

/** The server cannot start, or go on: one sentence on what is wrong and what to do. Printed without a stack. */
export class Unstartable extends Error {
  override name = 'Unstartable';
}
