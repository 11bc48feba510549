import { sql } from 'kysely';
import { now } from '../clock.ts';
import { deleteExpiredRows } from '../db/batches.ts';
import type { Db } from '../db/db.ts';
import { execute, selectFirst } from '../db/rows.ts';

export interface KeyOfRequest {
  caller: string;
  operation: string;
  key: string;
}

const aDayAgo = sql<Date>`now() - interval '24 hours'`;

const isSameRequest = ({ caller, operation, key }: KeyOfRequest) =>
  sql`caller = ${caller} AND operation = ${operation} AND key = ${key}`;

/**
 * Takes the key for this transaction. A concurrent request with the same key waits here for the first one's commit.
 * @returns the first answer, or undefined if this request is the first
 */
export async function takeKey(trx: Db, request: KeyOfRequest, bodyHash: Buffer) {
  await execute(trx)`
    DELETE FROM idempotency_keys WHERE ${isSameRequest(request)} AND created_at < ${aDayAgo}`;
  const row = { ...request, body_hash: bodyHash, status: null, answer: null, created_at: now() };
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  const kept = await selectFirst<{ bodyHash: Buffer; answer: unknown }>(trx)`
    SELECT body_hash AS "bodyHash", answer FROM idempotency_keys WHERE ${isSameRequest(request)}`;
  if (!kept)
    throw new Error('the first response under this idempotency key was deleted while this request waited');
  return kept;
}

/** An operation without an answer (204) stores null, to record that it was done. */
export const keepAnswer = (trx: Db, request: KeyOfRequest, answer: unknown) => execute(trx)`
    UPDATE idempotency_keys SET answer = ${JSON.stringify(answer ?? null)} WHERE ${isSameRequest(request)}`;

/** Deletes the answers that these people got, and all answers that contain one of these ids. */
export const forgetAnswers = (trx: Db, ids: string[]) => execute(trx)`
    DELETE FROM idempotency_keys
    WHERE split_part(caller, ':', 2) = ANY (${ids}) OR ids_in(answer) && ${ids}::text[]`;

/** Deletes keys older than a day. */
export const forgetOldKeys = (db: Db, stop?: AbortSignal): Promise<void> =>
  deleteExpiredRows(db, { table: 'idempotency_keys', column: 'created_at', before: aDayAgo }, stop);
