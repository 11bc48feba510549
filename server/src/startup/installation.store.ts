import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export interface KnownInstallation {
  /** The same for all nodes. */
  id: string;
  /** The proof made with the key that last used the database; null if unknown. */
  proof: string | null;
}

/** Undefined while the database has no tables. Works on those of an older version. */
export async function findInstallation(db: Db): Promise<KnownInstallation | undefined> {
  const tables = await sql`SELECT WHERE to_regclass('installation') IS NOT NULL`.execute(db);
  if (tables.rows.length === 0) return undefined;
  const { rows } = await sql<KnownInstallation>`
    SELECT id, to_jsonb(i) ->> 'key_proof' AS proof FROM installation i`.execute(db);
  return rows[0];
}

export async function writeKeyProof(db: Db, proof: string): Promise<void> {
  await sql`UPDATE installation SET key_proof = ${proof} WHERE key_proof IS DISTINCT FROM ${proof}`.execute(
    db,
  );
}

/** Notes that a backup is complete, for the metrics. */
export async function noteBackup(db: Db): Promise<void> {
  await sql`UPDATE installation SET last_backup_at = clock_timestamp()`.execute(db);
}
