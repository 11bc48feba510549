import type { Readable } from 'node:stream';
import type { Answer, Body, Operation, Params, Query } from '../../../../contract/routes.ts';
import type { Db } from '../db/db.ts';
import type { Caller } from './access/caller.ts';
import type { SessionCookies } from './access/cookies.ts';
import type { AskingCaller, Needed, Permitted } from './access/permission.ts';

/** Where the request comes from, for reports and limits. */
export interface Origin {
  ip: string;
  userAgent: string;
  referer: string;
  /** The `Accept-Language` header. */
  acceptLanguage: string;
  clientHints: ClientHints;
}

/** The `Sec-CH-UA` headers: brands, `-Mobile`, `-Platform` and `-Platform-Version`. Empty without a header. */
export interface ClientHints {
  brands: string;
  mobile: string;
  platform: string;
  platformVersion: string;
}

/** A request before its permission is known; `place` and `least` are what the block of the operation requires. */
export type AccessRequest<K extends Operation, C extends Caller> = Needed<K> & {
  caller: C;
  params: Params<K>;
  db: Db;
  /** Throws 403 if the kind of credential is not permitted, for an `access` that refuses for other reasons afterwards. */
  checkCredential: (message?: string) => void;
};

/** The part of a request for an `access` of several operations, whose paths have these parameters. */
export interface Asking<Path, Least = unknown> {
  caller: Caller;
  params: Path;
  db: Db;
  least: Least;
}

export type EndpointRequest<K extends Operation, C extends Caller, Access> = AccessRequest<K, C> & {
  body: Body<K>;
  query: Query<K>;
  /** The result of `access`. */
  access: Access;
  origin: Origin;
  /** The Idempotency-Key, for an operation with `keepsKey`. */
  idempotencyKey: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Only an operation with `setsCookies` may use it to set cookies. */
  cookies: SessionCookies;
};

/** A response that is not one JSON value in memory. With a file name, browsers save it. */
export class ContentAnswer {
  readonly content: Buffer | Readable;
  readonly type: string;
  readonly fileName: string | undefined;

  constructor(content: Buffer | Readable, type: string, fileName?: string) {
    this.content = content;
    this.type = type;
    this.fileName = fileName;
  }
}

/** The handler of an operation whose response has no body returns nothing. */
type Handled<K extends Operation> =
  | Promise<Answer<K> | ContentAnswer>
  | (undefined extends Answer<K> ? Promise<void> : never);

export interface EndpointSpec<K extends Operation, Access> {
  /** Throws the path's 404 and this caller's 403, before the body is read and the kind of credential is checked. */
  access: (request: AccessRequest<K, AskingCaller<K>>) => Promise<Access>;
  /**
   * The handler's own statement checks the permission. `access` then runs only if that statement finds nothing or the
   * body is invalid, to choose the refusal (docs/decisions/0001).
   */
  permissionInStatement?: boolean;
  /** The operation signs a browser in or out, so only our own pages may call it. */
  setsCookies?: boolean;
  /** The largest body in bytes, if it is below the general limit. */
  bodyLimit?: number;
  /** Methods of the same path that routes without an operation serve, such as those of tus. */
  otherMethods?: readonly string[] | undefined;
  /** The handler runs in one transaction, with its entry of the audit log: it changes one row, by one statement. */
  inTransaction?: boolean;
  /** The handler stores the Idempotency-Key itself. */
  keepsKey?: boolean;
  handle: (request: EndpointRequest<K, Permitted<K>, Access>) => Handled<K>;
}

/** One operation, with its checks and its handler. */
export interface Endpoint {
  operation: Operation;
  spec: EndpointSpec<Operation, unknown>;
}

export function endpoint<K extends Operation, Access>(operation: K, spec: EndpointSpec<K, Access>): Endpoint {
  // The table of endpoints holds operations of all types; each spec is only called with its own.
  return { operation, spec: spec as unknown as Endpoint['spec'] };
}

/** Operations that do the same at several paths. */
export const endpoints = <K extends Operation, Access>(
  operations: readonly K[],
  spec: EndpointSpec<K, Access>,
): Endpoint[] => operations.map((operation) => endpoint(operation, spec));

/** The `access` of a path that shows nothing private, or only what is the caller's own. */
export const openToAll = async (_request: { place: OpenPlace }): Promise<undefined> => undefined;
type OpenPlace = 'nothing' | 'account' | 'invite' | 'chat';

/** The `access` if the body or the query names the place: `handle` then checks `least` itself. */
export const checkedByHandler = async (): Promise<undefined> => undefined;
