import type { Answer, Body, Operation, Params, Query } from '../../../../contract/routes.ts';
import type { Db } from '../db/db.ts';
import type { CallerKind, CallerOf } from './caller.ts';

/** What the request says of where it comes from; for reports and limits. */
export interface Origin {
  ip: string;
  userAgent: string;
  referer: string;
}

export interface AccessRequest<K extends Operation, Kinds extends readonly CallerKind[]> {
  caller: CallerOf<Kinds>;
  params: Params<K>;
  db: Db;
}

export interface Handling<K extends Operation, Kinds extends readonly CallerKind[], Access>
  extends AccessRequest<K, Kinds> {
  body: Body<K>;
  query: Query<K>;
  /** What `access` found on the way to saying yes. */
  access: Access;
  origin: Origin;
  /** The Idempotency-Key, for the one operation that keeps its own account of it. */
  idempotencyKey: string | undefined;
}

export interface EndpointSpec<K extends Operation, Kinds extends readonly CallerKind[], Access> {
  /** Credentials that may come here at all; any other: 403, none: 401 (unless `nobody` is named). */
  callers: Kinds;
  /** The path's 404 and this caller's 403; runs before the body is read. */
  access: (request: AccessRequest<K, Kinds>) => Promise<Access>;
  /**
   * The handler's own statement checks the permission: `access` is then asked only when that statement
   * found nothing or the body is unacceptable, to say which refusal it is.
   */
  permissionInStatement?: boolean;
  /** `none`: the answer shows a secret; `own`: the handler keeps its own account of the key. */
  idempotency?: 'none' | 'own';
  handle: (request: Handling<K, Kinds, Access>) => Promise<Answer<K>>;
}

/** One operation: what is checked, and what is done. */
export interface Endpoint {
  operation: Operation;
  spec: EndpointSpec<Operation, readonly CallerKind[], unknown>;
}

export function endpoint<K extends Operation, const Kinds extends readonly CallerKind[], Access>(
  operation: K,
  spec: EndpointSpec<K, Kinds, Access>,
): Endpoint {
  // The table of endpoints holds operations of all shapes; each spec is only ever called with its own.
  return { operation, spec: spec as unknown as Endpoint['spec'] };
}

/** The `access` of a path on which nothing is private. */
export const open = async (): Promise<undefined> => undefined;
