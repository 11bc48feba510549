import { hashOf, sameBytes } from '../crypto.ts';
import { type Db, inTransaction, noteRepetition } from '../db/db.ts';
import { Refusal, refuseField } from '../errors.ts';
import { type KeyOfRequest, keepAnswer, takeKey } from './store.ts';

/** Refuses a key that is not 1 to 255 printable ASCII characters. */
export function checkIdempotencyKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    refuseField('Idempotency-Key', 'must have 1 to 255 printable ASCII characters');
  }
}

/** The hash does not depend on the order of object keys. */
function hashOfBody(body: unknown): Buffer {
  const ordered = (_name: string, value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return hashOf(JSON.stringify(body, ordered));
}

/** A POST with a key. The same key with another body is refused. */
export interface KeyedRequest extends KeyOfRequest {
  body: unknown;
}

/**
 * Runs the work once per key, caller and operation within 24 hours. Key, work and answer are one transaction, so a
 * server that dies in between has done nothing.
 */
export function runOnce<T>(db: Db, { body, ...request }: KeyedRequest, work: (trx: Db) => Promise<T>) {
  const bodyHash = hashOfBody(body);
  return inTransaction(db, async (trx) => {
    const kept = await takeKey(trx, request, bodyHash);
    if (kept) {
      if (!sameBytes(kept.bodyHash, bodyHash)) throw new Refusal('idempotency_key_reused');
      noteRepetition(trx);
      return kept.answer as T;
    }
    const answer = await work(trx);
    await keepAnswer(trx, request, answer);
    return answer;
  });
}
