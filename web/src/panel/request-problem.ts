import { ApiError } from '../../../contract/client/index.ts';

/** What hindered something, as pages speak of it. */
export type RequestProblem = {
  /** A code of the error table, or `away` where nothing answered. */
  code: string;
  /** The server's own sentence, for a code that no page knows. */
  sentence: string;
  /** Faulty fields by name: the server's sentence about each. */
  fields: Record<string, string>;
  /** Seconds to wait before another try, where there are any. */
  wait: number | undefined;
  requestId: string | undefined;
};

export function requestProblemOf(error: unknown): RequestProblem {
  if (!(error instanceof ApiError)) {
    return { code: 'away', sentence: '', fields: {}, wait: undefined, requestId: undefined };
  }
  return {
    code: error.status >= 500 ? 'away' : error.code,
    sentence: error.message,
    fields: Object.fromEntries(error.details.map(({ path, message }) => [path, message])),
    wait: error.retryAfter ?? undefined,
    requestId: error.requestId ?? undefined,
  };
}
