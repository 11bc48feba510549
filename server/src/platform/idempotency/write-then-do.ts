import type { Db } from '../db/db.ts';
import { type Caller, callerKeyOf } from '../http/access/caller.ts';
import type { Origin } from '../http/endpoint.ts';
import { runOnce } from './idempotency.ts';

/** The part of `EndpointRequest` that is needed to store the key. */
interface Keyed {
  db: Db;
  caller: Caller;
  params: unknown;
  body: unknown;
  origin: Origin;
  idempotencyKey: string | undefined;
}

interface WrittenWork<T> {
  operation: string;
  write: (db: Db) => Promise<T>;
  /** Runs after the commit, outside the database. It runs again when a repeated request gets the stored answer. */
  thenDo: (db: Db, answer: T) => Promise<void>;
}

/** For an endpoint with `keepsKey: true`: runs `write`, once per key if there is one, then `thenDo`. */
export async function writeThenDo<T>(request: Keyed, { operation, write, thenDo }: WrittenWork<T>) {
  const { db, caller, params, body, origin, idempotencyKey: key } = request;
  const subject = { caller: callerKeyOf(caller, origin.ip), operation, body: { path: params, body } };
  const answer = key === undefined ? await write(db) : await runOnce(db, { ...subject, key }, write);
  await thenDo(db, answer);
  return answer;
}
