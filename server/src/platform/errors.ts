import {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errors,
  messageOfDetails,
} from '../../../contract/errors.ts';

const messageOf = (code: ErrorCode, details: ErrorDetail[] = []): string =>
  code === 'validation_failed' ? messageOfDetails(details) : errors[code].message;

/** An error for the caller: a code of contract/errors.ts with its message, and the faulty fields, if any. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  /** The body of the response. */
  readonly body: ErrorBody;

  constructor(
    code: ErrorCode,
    {
      retryAfter,
      details,
      message = messageOf(code, details),
      ...more
    }: { retryAfter?: number } & Partial<Omit<ErrorBody, 'code'>> = {},
  ) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.body = { message, code, ...(details && { details }), ...more };
  }

  get status(): number {
    return errors[this.code].status;
  }

  get details(): ErrorDetail[] {
    return this.body.details ?? [];
  }

  /** Headers of the response. */
  get headers(): Record<string, string> {
    return {
      'content-type': 'application/json; charset=utf-8',
      ...(this.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(this.retryAfter !== undefined && { 'retry-after': String(this.retryAfter) }),
    };
  }
}

export const refuse = (code: ErrorCode, message?: string): never => {
  throw new Refusal(code, { message });
};

/** Refuses one field that the schema accepts. */
export const refuseField = (path: string, message: string): never => {
  throw new Refusal('validation_failed', { details: [{ path, message }] });
};

/** The server cannot start or continue. The message says what is wrong and what to do; it is printed without a stack. */
export class Unstartable extends Error {
  override name = 'Unstartable';
}
