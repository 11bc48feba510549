import { ApiError } from '../../../contract/client/index.ts';

/** A failed request as pages show it. */
export type RequestProblem = {
  /** A code of the error table, `away` without a response, or `proxy_limit` if a proxy refuses the size. */
  code: string;
  /** The server's sentence, for a code without a text. */
  sentence: string;
  /** Invalid fields by name, with the server's sentence. */
  fields: Record<string, string>;
  /** Seconds to wait before a retry, if any. */
  wait: number | undefined;
  requestId: string | undefined;
};

/** Every response of the server has a code; one without comes from a proxy. */
function codeIn({ status, code }: ApiError, own: Record<string, string>): string {
  if (status >= 500 && own[code] === undefined) return 'away';
  return status === 413 && code === 'unknown' ? 'proxy_limit' : code;
}

/** @param own texts of the page: a fault of the server that they name keeps its code */
export function requestProblemOf(error: unknown, own: Record<string, string> = {}): RequestProblem {
  if (!(error instanceof ApiError)) {
    return { code: 'away', sentence: '', fields: {}, wait: undefined, requestId: undefined };
  }
  return {
    code: codeIn(error, own),
    sentence: error.message,
    fields: Object.fromEntries(error.details.map(({ path, message }) => [path, message])),
    wait: error.retryAfter ?? undefined,
    requestId: error.requestId ?? undefined,
  };
}
