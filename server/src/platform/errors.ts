import { type ErrorBody, type ErrorCode, type ErrorDetail, errors } from '../../../contract/errors.ts';

/** An error for the caller: a code of contract/errors.ts with its message, and the faulty fields, if any. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly recordId: string | undefined;
  readonly playbacks: ErrorBody['playbacks'];
  readonly spaces: ErrorBody['spaces'];
  readonly reason: ErrorBody['reason'];

  constructor(
    code: ErrorCode,
    more: { message?: string; retryAfter?: number } & Omit<ErrorBody, 'message' | 'code'> = {},
  ) {
    super(more.message ?? errors[code].message);
    this.code = code;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
    this.recordId = more.recordId;
    this.playbacks = more.playbacks;
    this.spaces = more.spaces;
    this.reason = more.reason;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

export const refuse = (code: ErrorCode, message?: string): never => {
  throw new Refusal(code, message === undefined ? {} : { message });
};

/** Refuses one field that the schema accepts. */
export const refuseField = (path: string, message: string): never => {
  throw new Refusal('validation_failed', { details: [{ path, message }] });
};

/** The server cannot start or continue. The message says what is wrong and what to do; it is printed without a stack. */
export class Unstartable extends Error {
  override name = 'Unstartable';
}
