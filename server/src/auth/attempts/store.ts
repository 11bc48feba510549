import { sql } from 'kysely';
import { deleteExpiredRows } from '../../platform/db/batches.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectFirst } from '../../platform/db/rows.ts';

export interface Attempts {
  count: number;
  /** Seconds until the count restarts. */
  reset: number;
}

/** Counts an attempt in a window of this many seconds, by the clock of the database, which all nodes share. */
export async function countAttempt(db: Db, key: Buffer, seconds = 60): Promise<Attempts> {
  const row = await selectFirst<Attempts>(db)`
    INSERT INTO sign_in_attempts AS known (key, count, resets_at)
    VALUES (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN known.resets_at <= clock_timestamp() THEN 1 ELSE known.count + 1 END,
      resets_at = CASE WHEN known.resets_at <= clock_timestamp() THEN excluded.resets_at ELSE known.resets_at END
    RETURNING count, greatest(1, ceil(extract(epoch FROM resets_at - clock_timestamp())))::integer AS reset`;
  if (!row) throw new Error('the database did not return the count of an attempt');
  return row;
}

/** Uncounts an attempt. */
export const uncountAttempt = (db: Db, key: Buffer): Promise<void> =>
  execute(db)`UPDATE sign_in_attempts SET count = greatest(0, count - 1) WHERE key = ${key}`;

/** Remembers a successful sign-in for this many days. */
export const rememberSuccess = (db: Db, key: Buffer, days: number): Promise<void> => execute(db)`
    INSERT INTO sign_in_attempts (key, count, resets_at)
    VALUES (${key}, 0, clock_timestamp() + make_interval(days => ${days}))
    ON CONFLICT (key) DO UPDATE SET resets_at = excluded.resets_at`;

export const isSuccessKnown = (db: Db, key: Buffer): Promise<boolean> =>
  hasRows(db)`SELECT FROM sign_in_attempts WHERE key = ${key} AND resets_at > clock_timestamp()`;

export const deleteOldAttempts = (db: Db, stop?: AbortSignal): Promise<void> =>
  deleteExpiredRows(db, { table: 'sign_in_attempts', column: 'resets_at', before: sql<Date>`now()` }, stop);
