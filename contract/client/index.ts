import type { ErrorDetail } from '../errors.ts';
import { ignoredHeader, readIgnored } from '../ignored-fields.ts';
import { answersFile, answersText, paths } from '../paths.ts';
import type { Answer, Body, Operation, Params, Query } from '../routes.ts';

export type { Answer, Body, Operation, Params, Query } from '../routes.ts';
export {
  type HeaderCheck,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookSignatureError,
} from './verify-webhook.ts';

interface Named {
  id: string;
  name: string;
}

const namedIn = (list: unknown): Named[] => (Array.isArray(list) ? (list as Named[]) : []);

/** A response of 400 and above. `code` is one of `errors.ts` (for the token endpoint: one of OAuth's). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  /** Seconds to wait before a retry, if the server named them. */
  readonly retryAfter: number | null;
  /** For `record_active`: the running recording. */
  readonly recordId: string | null;
  /** For `content_in_use`: the automatic webinars that play it. */
  readonly playbacks: Named[];
  /** For `spaces_owned`: groups of the account that have to be transferred or deleted first. */
  readonly spaces: Named[];
  /** For `transcription_failed`, `transcription_unavailable` and `link_used`: what `ErrorBody` of the contract says. */
  readonly reason: string | null;
  /** Body fields, and query parameters after `?`, that the server does not know: most likely typos. */
  readonly ignored: string[];

  constructor(response: Response, body: Record<string, unknown>) {
    super(String(body.message ?? body.error_description ?? `HTTP ${response.status}`));
    this.name = 'ApiError';
    this.status = response.status;
    this.code = String(body.code ?? body.error ?? 'unknown');
    this.details = Array.isArray(body.details) ? (body.details as ErrorDetail[]) : [];
    this.requestId = response.headers.get('x-request-id');
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : null;
    this.ignored = readIgnored(response.headers.get(ignoredHeader));
    this.recordId = typeof body.recordId === 'string' ? body.recordId : null;
    this.reason = typeof body.reason === 'string' ? body.reason : null;
    this.playbacks = namedIn(body.playbacks);
    this.spaces = namedIn(body.spaces);
  }
}

type BodyInput<B> = B extends undefined
  ? unknown
  : Record<never, never> extends B
    ? { body?: B }
    : { body: B };
type Input<K extends Operation> = Params<K> &
  BodyInput<Body<K>> &
  (Query<K> extends undefined ? unknown : { query?: Query<K> });

/** Options of a single request. */
export interface RequestOptions {
  /** The same key and body within 24 h return the values of the first response again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** Operations with a `format` in the query: json is an object, others are files. */
type ReportOperation = (typeof answersFile)[number];
type QueryInput<Q> = Record<never, never> extends Q ? { query?: Q } : { query: Q };
/** Reads a report as an object, or as a file if `format` is xlsx or csv. */
type ReadReport<K extends ReportOperation> = <F extends NonNullable<Query<K>['format']> = 'json'>(
  input: Params<K> & QueryInput<Omit<Query<K>, 'format'> & { format?: F }>,
  options?: RequestOptions,
) => Promise<F extends 'json' ? Answer<K> : Blob>;

/** One method for each operation, with path parameters, `body` and `query` in one object. */
export type Client = {
  [K in Operation]: K extends ReportOperation
    ? ReadReport<K>
    : (
        ...args: Record<never, never> extends Input<K>
          ? [input?: Input<K>, options?: RequestOptions]
          : [input: Input<K>, options?: RequestOptions]
      ) => Promise<Answer<K>>;
};

export interface ClientOptions {
  /** `{base_url}`, without `/v1`; empty for the page's own origin. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer`; absent for operations without a credential. */
  token?: string | undefined;
  fetch?: typeof fetch;
  /** Called with the body fields, and the query parameters after `?`, that the server ignored: most likely typos. */
  onIgnored?: (operation: Operation, fields: string[]) => void;
}

type LooseInput = Record<string, unknown> & { body?: unknown; query?: Record<string, unknown> };

function addressOf(baseUrl: string, path: string, input: LooseInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const suffix = query.size > 0 ? `?${query}` : '';
  return `${baseUrl.replace(/\/$/, '')}${filled}${suffix}`;
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return { message: text.slice(0, 200) || undefined };
  }
}

/** Creates a client for one credential. It has no state; create another one for another token. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;

  async function request(operation: Operation, input: LooseInput, more: RequestOptions): Promise<unknown> {
    const [method = 'GET', path = ''] = paths[operation].split(' ');
    const headers: Record<string, string> = {};
    if (options.token) headers.authorization = `Bearer ${options.token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (more.idempotencyKey) headers['idempotency-key'] = more.idempotencyKey;
    const init: RequestInit = { method, headers };
    if (input.body !== undefined) init.body = JSON.stringify(input.body);
    if (more.signal) init.signal = more.signal;
    if (more.keepalive) init.keepalive = true;
    const response = await send(addressOf(options.baseUrl, path, input), init);
    const ignored = readIgnored(response.headers.get(ignoredHeader));
    if (ignored.length > 0) options.onIgnored?.(operation, ignored);
    if (!response.ok) throw new ApiError(response, await readBody(response));
    if (response.status === 204) return undefined;
    const isIn = (list: readonly Operation[]) => list.includes(operation);
    if (isIn(answersFile) && (input.query?.format ?? 'json') !== 'json') return response.blob();
    return isIn(answersText) ? response.text() : response.json();
  }

  const client: Record<string, unknown> = {};
  for (const operation of Object.keys(paths) as Operation[]) {
    client[operation] = (input: LooseInput = {}, more: RequestOptions = {}) =>
      request(operation, input, more);
  }
  return client as Client;
}
