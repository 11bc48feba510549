import type { Db } from '../platform/db/db.ts';
import { execute, hasRows, selectFirst } from '../platform/db/rows.ts';

interface KnownInstallation {
  /** The same for all nodes. */
  id: string;
  /** The proof made with the key that last used the database; null if unknown. */
  proof: string | null;
}

/** Undefined while the database has no tables. Works on those of an older version. */
export async function findInstallation(db: Db): Promise<KnownInstallation | undefined> {
  if (!(await hasRows(db)`SELECT WHERE to_regclass('installation') IS NOT NULL`)) return undefined;
  return selectFirst<KnownInstallation>(db)`
    SELECT id, to_jsonb(i) ->> 'key_proof' AS proof FROM installation i`;
}

export const writeKeyProof = (db: Db, proof: string): Promise<void> =>
  execute(db)`UPDATE installation SET key_proof = ${proof} WHERE key_proof IS DISTINCT FROM ${proof}`;

/** Notes that a backup is complete, for the metrics. */
export const noteBackup = (db: Db): Promise<void> =>
  execute(db)`UPDATE installation SET last_backup_at = clock_timestamp()`;
