import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

/** Rows per statement: few, so that locks are short and the statement limit is far away. */
const batchSize = 1000;

/**
 * Deletes many rows in batches, each committed on its own.
 * @param deleteBatch deletes up to `limit` rows and returns their number; fewer than `limit` ends the loop
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<{ numAffectedRows?: bigint }>,
  stop?: AbortSignal,
): Promise<void> {
  while (!stop?.aborted) {
    const { numAffectedRows = 0n } = await deleteBatch(batchSize);
    if (numAffectedRows < batchSize) return;
  }
}

interface ExpiredRows<T extends keyof Tables> {
  table: T;
  /** The time by which rows are expired; it has an index. */
  column: keyof Tables[T] & string;
  /** Not `clock_timestamp()`, which is volatile and prevents a scan of the index. */
  before: Date | RawBuilder<Date>;
}

/** Deletes expired rows in batches, the oldest first, except those that somebody has locked. */
export const deleteExpiredRows = <T extends keyof Tables>(
  db: Db,
  { table, column, before }: ExpiredRows<T>,
  stop?: AbortSignal,
): Promise<void> =>
  deleteInBatches(
    (limit) =>
      sql`
        DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before}
          ORDER BY ${sql.ref(column)} LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ))`.execute(db),
    stop,
  );
