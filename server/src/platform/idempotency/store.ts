import { sql } from 'kysely';
import { now } from '../clock.ts';
import { deletePast } from '../db/batches.ts';
import type { Db } from '../db/db.ts';

export interface KeyOfRequest {
  caller: string;
  operation: string;
  key: string;
}

const aDayAgo = sql<Date>`now() - interval '24 hours'`;

/**
 * Takes the key for this transaction. A concurrent request with the same key waits here for the first one's commit.
 * @returns the first answer, or undefined if this request is the first
 */
export async function takeKey(trx: Db, request: KeyOfRequest, bodyHash: Buffer) {
  await trx
    .deleteFrom('idempotency_keys')
    .where(({ and }) => and(request))
    .where('created_at', '<', aDayAgo)
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
    .where(({ and }) => and(request))
    .executeTakeFirstOrThrow();
  return { bodyHash: kept.body_hash, answer: kept.answer };
}

export async function keepAnswer(trx: Db, request: KeyOfRequest, answer: unknown): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    // An operation without an answer (204) stores null, to record that it was done.
    .set({ answer: JSON.stringify(answer ?? null) })
    .where(({ and }) => and(request))
    .execute();
}

/** Deletes the answers that these people got, and all answers that contain one of these ids. */
export async function forgetAnswers(trx: Db, ids: string[]): Promise<void> {
  await sql`
    DELETE FROM idempotency_keys
    WHERE split_part(caller, ':', 2) = ANY (${ids}) OR ids_in(answer) && ${ids}::text[]`.execute(trx);
}

/** Deletes keys older than a day. */
export const forgetOldKeys = (db: Db, stop?: AbortSignal): Promise<void> =>
  deletePast(db, { table: 'idempotency_keys', column: 'created_at', before: aDayAgo }, stop);
