import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ErrorCode, errors } from '../../../contract/errors.ts';
import { connectionErrors } from '../../../contract/refusals.ts';
import { type ApiDocument, type Described, type Json, publishedPathsOf } from './document.ts';
import { foreignMark } from './foreign.ts';
import type { FuzzRequest } from './requests.ts';

export interface JudgedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A 503 that is no fault of the server: nothing records here. */
const allowed503: readonly ErrorCode[] = ['recorder_busy'];

/** Closes every object schema of a response, so that an undeclared field is a fault too. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]));
  const isOpen = 'additionalProperties' in closed || 'patternProperties' in closed;
  if (closed.type === 'object' && typeof closed.properties === 'object' && !isOpen) {
    closed.additionalProperties = false;
  }
  return closed;
}

/** Checks responses against the document. */
export class Judge {
  readonly #document: ApiDocument;
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    formats: { 'time-zone': true, 'wall-time': true },
  });
  readonly #checks = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    this.#document = document;
    (addFormats as unknown as (target: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', ...(close(document.json) as Json) });
  }

  /** @returns the fault of a response; undefined if there is none */
  faultOf(described: Described, request: FuzzRequest, answer: JudgedAnswer): string | undefined {
    const { status, headers, text } = answer;
    if (!/^[0-9a-f]{24}$/.test(String(headers['x-request-id']))) return 'no x-request-id';
    if (/node_modules|\.ts:\d|\n +at /.test(text)) return 'shows the insides of the server';
    if (text.includes(foreignMark)) return 'shows a foreign group';
    if (request.forbidden !== undefined && status < 300) return `${status}, though ${request.forbidden}`;
    const code = codeIn(text);
    if (status >= 500 && !allowed503.some((allowed) => allowed === code)) return `${status} ${code}`;
    if (isOfConnection(request, answer, code)) return undefined;
    if (!isMeant(described, request)) return faultOfOther(request, answer, code);
    const pointer = this.#document.follow(`${described.pointer}/${status}`);
    const declared = this.#document.at(pointer);
    if (!declared) return `${status} ${code ?? ''} is not declared`;
    return this.#faultIn(pointer, declared, { request, answer });
  }

  #faultIn(
    pointer: string,
    declared: Json,
    { request, answer: { headers, text } }: { request: FuzzRequest; answer: JudgedAnswer },
  ): string | undefined {
    for (const [name, header] of Object.entries(declared.headers ?? {})) {
      const { required } = this.#document.at(String(header.$ref)) ?? header;
      if (required && headers[name] === undefined) return `the declared header ${name} is missing`;
    }
    if (request.method === 'HEAD') return undefined;
    const types = Object.keys(declared.content ?? {});
    if (types.length === 0) return text === '' ? undefined : 'a body where none is declared';
    const type = String(headers['content-type']).split(';')[0] ?? '';
    if (!types.includes(type)) return `the type ${type} is not declared`;
    const check = this.#checkAt(`${pointer}/content/${type.replace('/', '~1')}/schema`);
    const value: unknown = type === 'application/json' ? parsed(text) : text;
    if (check(value)) return faultOfCode(declared['x-codes'], value);
    return `outside its schema: ${this.#ajv.errorsText(check.errors)}`;
  }

  #checkAt(pointer: string): ValidateFunction {
    const known = this.#checks.get(pointer);
    if (known) return known;
    const check = this.#ajv.compile({ $ref: `api${pointer}` });
    this.#checks.set(pointer, check);
    return check;
  }
}

/** A refusal with a code that the document does not declare for the operation. */
function faultOfCode(codes: unknown, value: unknown): string | undefined {
  if (!Array.isArray(codes)) return undefined;
  const { code, error } = value as { code?: unknown; error?: unknown };
  return codes.includes(code ?? error) ? undefined : `the code ${code ?? error} is not declared`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeIn = (text: string): string | undefined => {
  const body = parsed(text);
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined;
};

/** Whether the request was refused before the router found an operation. */
function isOfConnection(
  { headers }: FuzzRequest,
  { status }: JudgedAnswer,
  code: string | undefined,
): boolean {
  const isOdd = 'expect' in headers || 'x-large' in headers || 'upgrade' in headers || 'host' in headers;
  return isOdd && connectionErrors.some((known) => known === code && errors[known].status === status);
}

/** Whether the method and the form of the path lead to the operation. */
function isMeant(described: Described, { method, path }: FuzzRequest): boolean {
  if (method !== described.method && !(method === 'HEAD' && described.method === 'GET')) return false;
  const [pathname = ''] = path.split('?', 1);
  return publishedPathsOf(described).some((address) =>
    new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(pathname),
  );
}

/** Another method or path gets 405 or 404, or the refusal of its credential. */
function faultOfOther(
  { method }: FuzzRequest,
  { status, headers }: JudgedAnswer,
  code: string | undefined,
): string | undefined {
  if (status === 405) return headers.allow === undefined ? '405 without an allow header' : undefined;
  if (status < 400 || method === 'HEAD') return undefined;
  return errors[code as ErrorCode]?.status === status ? undefined : `${status} with the code ${code}`;
}
