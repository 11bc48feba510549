import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { deleteOldAttempts } from '../../auth/attempts/store.ts';
import { deleteEndedTokens } from '../../auth/tokens/store.ts';
import { deleteDeletedRooms, deleteEngineEvents } from '../../calls/store.ts';
import { forgetOldKeys } from '../idempotency/store.ts';

/** Expired rows in each table, and as many that are not. */
const count = 2500;
const tables = [
  ...['access_tokens', 'refresh_tokens', 'token_families'],
  ...['idempotency_keys', 'engine_events', 'deleted_rooms', 'sign_in_attempts'],
];

let own: OwnDatabase;
before(async () => {
  own = await startOwnDatabase();
  const rows = sql`generate_series(1, ${2 * count}::integer) n`;
  /** Two days ago, or in two days. */
  const at = sql`now() + CASE WHEN n <= ${count}::integer THEN interval '-2 days' ELSE interval '2 days' END`;
  const bytes = sql`decode(md5(n::text), 'hex')`;
  for (const filling of [
    sql`INSERT INTO users (id, email, username, password_hash, plan, created_at)
      VALUES ('user', 'one@example.org', 'Somebody', 'none', 'business', now())`,
    sql`INSERT INTO token_families (id, kind, user_id, created_at)
      SELECT n, 'user', 'user', now() - interval '3 days' FROM ${rows}`,
    // Every remaining sign-in has one kind of token left, by turns.
    sql`INSERT INTO access_tokens (token_hash, family_id, expires_at)
      SELECT ${bytes}, n::text, CASE WHEN n % 2 = 0 THEN ${at} ELSE now() - interval '2 days' END FROM ${rows}`,
    sql`INSERT INTO refresh_tokens (token_hash, family_id, expires_at)
      SELECT ${bytes}, n::text, CASE WHEN n % 2 = 1 THEN ${at} ELSE now() - interval '2 days' END FROM ${rows}`,
    sql`INSERT INTO idempotency_keys (caller, operation, key, body_hash, created_at)
      SELECT 'caller', 'operation', n::text, '', ${at} FROM ${rows}`,
    sql`INSERT INTO engine_events (id, received_at) SELECT n::text, ${at} FROM ${rows}`,
    sql`INSERT INTO deleted_rooms (id, deleted_at) SELECT n::text, ${at} FROM ${rows}`,
    sql`INSERT INTO sign_in_attempts (key, count, resets_at) SELECT ${bytes}, 1, ${at} FROM ${rows}`,
    sql`CREATE TABLE deletions (of text, rows integer)`,
    sql`CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO deletions SELECT TG_TABLE_NAME, count(*) FROM gone; RETURN NULL; END'`,
    ...tables.map(
      (name) => sql`CREATE TRIGGER noted AFTER DELETE ON ${sql.table(name)}
        REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletion()`,
    ),
    sql`ANALYZE`,
  ]) {
    await filling.execute(own.db);
  }
});
after(() => own?.remove());

async function deleteAll(stop?: AbortSignal): Promise<void> {
  const { db } = own;
  const now = new Date();
  await deleteEndedTokens(db, now, stop);
  await forgetOldKeys(db, stop);
  await deleteEngineEvents(db, now, stop);
  await deleteDeletedRooms(db, now, stop);
  await deleteOldAttempts(db, stop);
}

test('housekeeping deletes at most 1000 rows per statement, until no old row is left or it is aborted', async () => {
  const { db } = own;
  await deleteAll(AbortSignal.abort());
  assert.deepEqual((await sql`SELECT FROM deletions`.execute(db)).rows, []);
  await deleteAll();
  const { rows } = await sql<{ most: number }>`SELECT max(rows) AS most FROM deletions`.execute(db);
  assert.deepEqual(rows, [{ most: 1000 }]);
  const left: Record<string, number> = {};
  for (const name of tables) left[name] = (await sql`SELECT FROM ${sql.table(name)}`.execute(db)).rows.length;
  // Half of the tokens of the remaining sign-ins expired as well.
  const tokens = { access_tokens: count / 2, refresh_tokens: count / 2 };
  assert.deepEqual(left, { ...Object.fromEntries(tables.map((name) => [name, count])), ...tokens });
});
