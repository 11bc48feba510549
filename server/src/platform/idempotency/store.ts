import { sql } from 'kysely';
import { now } from '../clock.ts';
import { deleteInBatches } from '../db/batches.ts';
import type { Db } from '../db/db.ts';

export interface KeptAnswer {
  bodyHash: Buffer;
  answer: unknown;
}

export interface KeyOfRequest {
  caller: string;
  operation: string;
  key: string;
}

/**
 * Takes the key for this transaction. A concurrent request with the same key waits here for the first one's commit.
 * @returns the first answer, or undefined if this request is the first
 */
export async function takeKey(
  trx: Db,
  request: KeyOfRequest,
  bodyHash: Buffer,
): Promise<KeptAnswer | undefined> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('caller', '=', request.caller)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
  const row = { ...request, body_hash: bodyHash, status: null, answer: null, created_at: now() };
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  const kept = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('caller', '=', request.caller)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow();
  return { bodyHash: kept.body_hash, answer: kept.answer };
}

export async function keepAnswer(trx: Db, request: KeyOfRequest, answer: unknown): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    // An operation without an answer (204) stores null, to record that it was done.
    .set({ answer: JSON.stringify(answer ?? null) })
    .where('caller', '=', request.caller)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .execute();
}

/** Deletes the answers that these people got, and all answers that contain one of these ids. */
export async function forgetAnswers(trx: Db, ids: string[]): Promise<void> {
  await sql`
    DELETE FROM idempotency_keys
    WHERE split_part(caller, ':', 2) = ANY (${ids}) OR ids_in(answer) && ${ids}::text[]`.execute(trx);
}

/** Deletes keys older than a day. */
export async function forgetOldKeys(db: Db, stop?: AbortSignal): Promise<void> {
  const deleteKeys = (limit: number) =>
    sql`
      DELETE FROM idempotency_keys WHERE (caller, operation, key) IN (
        SELECT caller, operation, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`.execute(db);
  await deleteInBatches(deleteKeys, stop);
}
