import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Notes that a backup is complete, for the metrics. */
export async function noteBackup(db: Db): Promise<void> {
  await sql`UPDATE installation SET last_backup_at = clock_timestamp()`.execute(db);
}
