import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export interface Attempts {
  count: number;
  /** Seconds until the count begins anew. */
  reset: number;
}

/** Counts one more attempt in windows of a minute; the clock is the database's, which all nodes share. */
export async function countAttempt(db: Db, key: Buffer): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    INSERT INTO sign_in_attempts AS known (key, count, resets_at)
    VALUES (${key}, 1, clock_timestamp() + interval '1 minute')
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN known.resets_at <= clock_timestamp() THEN 1 ELSE known.count + 1 END,
      resets_at = CASE WHEN known.resets_at <= clock_timestamp() THEN excluded.resets_at ELSE known.resets_at END
    RETURNING count, greatest(1, ceil(extract(epoch FROM resets_at - clock_timestamp())))::integer AS reset`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('an attempt was not counted');
  return row;
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`DELETE FROM sign_in_attempts WHERE resets_at < clock_timestamp()`.execute(db);
}
