import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** The migrations that `revertLastMigrations` reverts, oldest first. */
export const lastMigrations = ['0015_key_proof.sql', '0016_standing.sql', '0018_reports.sql'] as const;

/** Restores the tables of the version before. */
export async function revertLastMigrations(db: Db): Promise<void> {
  await sql`ALTER TABLE rooms DROP COLUMN attendance_rule`.execute(db);
  await sql`DROP INDEX calls_space_started`.execute(db);
  await sql`ALTER TABLE access_links DROP COLUMN erased_at`.execute(db);
  await sql`ALTER TABLE participants DROP COLUMN erased_at`.execute(db);
  await sql`DROP VIEW participant_standing, link_standing`.execute(db);
  await sql`DROP FUNCTION leading_roles_in_room, roles_in_private_room, roles_in_room`.execute(db);
  await sql`ALTER TABLE nodes DROP COLUMN name, DROP COLUMN settings`.execute(db);
  await sql`ALTER TABLE installation DROP COLUMN key_proof`.execute(db);
  await sql`DELETE FROM migrations WHERE name = ANY (${[...lastMigrations]})`.execute(db);
}

export async function hasLastMigrations(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM migrations WHERE name = ANY (${[...lastMigrations]})`.execute(db);
  return rows.length > 0;
}
