import { sql } from 'kysely';
import type { Db } from '../src/platform/db/db.ts';

export const lastMigration = '0015_key_proof.sql';

/** The tables as the version before left them. */
export async function revertLastMigration(db: Db): Promise<void> {
  await sql`ALTER TABLE nodes DROP COLUMN name, DROP COLUMN settings`.execute(db);
  await sql`ALTER TABLE installation DROP COLUMN key_proof`.execute(db);
  await sql`DELETE FROM migrations WHERE name = ${lastMigration}`.execute(db);
}

export async function hasLastMigration(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM migrations WHERE name = ${lastMigration}`.execute(db);
  return rows.length === 1;
}
