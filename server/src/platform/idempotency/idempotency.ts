import { hashOf, sameBytes } from '../crypto.ts';
import { type Db, inTransaction } from '../db/db.ts';
import { Refusal, refuseField } from '../errors.ts';
import { type KeyOfRequest, keepAnswer, takeKey } from './store.ts';

/** An Idempotency-Key is 1 to 255 printable ASCII characters. */
export function checkIdempotencyKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    refuseField('Idempotency-Key', 'must have 1 to 255 printable ASCII characters');
  }
}

/** The same body twice has the same hash, whatever the order of its keys. */
function hashOfBody(body: unknown): Buffer {
  const ordered = (_name: string, value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return hashOf(JSON.stringify(body, ordered));
}

/** A POST with a key: who sent it, what it asks for, and the body that the key is held against. */
export interface KeyedRequest extends KeyOfRequest {
  body: unknown;
}

/**
 * Does the work once for one key, caller and body within 24 hours: key, work and answer are one transaction,
 * so a server that dies in between has done neither.
 */
export function runOnce<T>(
  db: Db,
  { body, ...request }: KeyedRequest,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const bodyHash = hashOfBody(body);
  return inTransaction(db, async (trx) => {
    const kept = await takeKey(trx, request, bodyHash);
    if (kept) {
      if (!sameBytes(kept.bodyHash, bodyHash)) throw new Refusal('idempotency_key_reused');
      return kept.answer as T;
    }
    const answer = await work(trx);
    await keepAnswer(trx, request, answer);
    return answer;
  });
}
