import type { Answer, Body, Operation, Params, Query } from '../../../../contract/routes.ts';
import type { Db } from '../db/db.ts';
import type { Caller } from './access/caller.ts';
import type { SessionCookies } from './access/cookies.ts';
import type { AskingCaller, Needed, Permitted } from './access/permission.ts';

/** What the request says of where it comes from; for reports and limits. */
export interface Origin {
  ip: string;
  userAgent: string;
  referer: string;
  /** The languages that the reader wishes, as the browser says it. */
  acceptLanguage: string;
}

/** A request on the way to its permission; `place` and `least` are what contract/permissions.ts asks for. */
export type AccessRequest<K extends Operation, C extends Caller> = Needed<K> & {
  caller: C;
  params: Params<K>;
  db: Db;
  /** Refuses now what the kind of credential may not do: for an `access` that has more to say than the place's part. */
  checkCredential: (message?: string) => void;
};

export type Handling<K extends Operation, C extends Caller, Access> = AccessRequest<K, C> & {
  body: Body<K>;
  query: Query<K>;
  /** What `access` found on the way to saying yes. */
  access: Access;
  origin: Origin;
  /** The Idempotency-Key, for the one operation that keeps its own account of it. */
  idempotencyKey: string | undefined;
  /** Only an operation that `setsCookies` may set any. */
  cookies: SessionCookies;
};

export interface EndpointSpec<K extends Operation, Access> {
  /** The path's 404 and this caller's 403; runs before the body is read. What the kind of credential may is checked after. */
  access: (request: AccessRequest<K, AskingCaller<K>>) => Promise<Access>;
  /**
   * The handler's own statement checks the permission: `access` is then asked only when that statement
   * found nothing or the body is unacceptable, to say which refusal it is.
   */
  permissionInStatement?: boolean;
  /** It signs a browser in or out: only our own pages may ask for it. */
  setsCookies?: boolean;
  /** The largest body in bytes, where it is less than everywhere else. */
  bodyLimit?: number;
  /** The handler stores the Idempotency-Key itself. */
  keepsKey?: boolean;
  handle: (request: Handling<K, Permitted<K>, Access>) => Promise<Answer<K>>;
}

/** One operation: what is checked, and what is done. */
export interface Endpoint {
  operation: Operation;
  spec: EndpointSpec<Operation, unknown>;
}

export function endpoint<K extends Operation, Access>(operation: K, spec: EndpointSpec<K, Access>): Endpoint {
  // The table of endpoints holds operations of all shapes; each spec is only ever called with its own.
  return { operation, spec: spec as unknown as Endpoint['spec'] };
}

/** The `access` of a path on which nothing is private, or only what is the caller's own. */
export const openToAll = async (_request: { place: OpenPlace }): Promise<undefined> => undefined;
type OpenPlace = 'nothing' | 'account' | 'invite' | 'chat';

/** The `access` where the body or the query names the place: `handle` then asks for the part that `least` says. */
export const checkedByHandler = async (): Promise<undefined> => undefined;
