import type { Db } from '../db/db.ts';
import { type Caller, callerKeyOf } from '../http/access/caller.ts';
import type { Origin } from '../http/endpoint.ts';
import { runOnce } from './idempotency.ts';

/** What `Handling` has of a request that keeps its own account of its key. */
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
  /** Outside the database, when what it follows is written for good; again when the answer is given again. */
  thenDo: (db: Db, answer: T) => Promise<void>;
}

/** For an endpoint with `keepsKey: true`: writes, under the request's key where it has one, and then does. */
export async function writeThenDo<T>(
  request: Keyed,
  { operation, write, thenDo }: WrittenWork<T>,
): Promise<T> {
  const { db, caller, params, body, origin, idempotencyKey: key } = request;
  const subject = { caller: callerKeyOf(caller, origin.ip), operation, body: { path: params, body } };
  const answer = key === undefined ? await write(db) : await runOnce(db, { ...subject, key }, write);
  await thenDo(db, answer);
  return answer;
}
