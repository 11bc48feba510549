import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { knownViews } from './views.ts';

let database: OwnDatabase;
let folder: string;
before(async () => {
  database = await startOwnDatabase();
});
beforeEach(async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  if (folder) rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'lectern-views-'));
  mkdirSync(join(folder, 'views'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await database?.remove();
});

/** Writes files into the folder, and migrates with all that are there now. */
function migrateWith(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return migrate(database.pool, { folder });
}

const one = async (query: string) => Object.values((await database.pool.query(query)).rows[0] ?? {})[0];
const oidOf = (relation: string) => one(`SELECT '${relation}'::regclass::oid`);

const people = {
  '0001_people.sql': 'CREATE TABLE people (name text, age integer)',
  // Its name comes first, and it needs both others.
  'views/adults.sql': 'CREATE VIEW adults AS SELECT * FROM known_people WHERE age >= age_of_adults()',
  'views/age_of_adults.sql':
    '-- for adults\nCREATE FUNCTION age_of_adults() RETURNS integer LANGUAGE sql AS $$ SELECT 18 $$',
  'views/known_people.sql': 'CREATE VIEW known_people AS SELECT * FROM people WHERE name IS NOT NULL',
};

test('views are created after what they name; a changed text is applied at the next start, an unchanged one is not', async () => {
  await migrateWith(people);
  await database.pool.query("INSERT INTO people VALUES ('Ann', 20), ('Ben', 16)");
  assert.equal(await one('SELECT count(*)::int FROM adults'), 1);

  const created = await oidOf('adults');
  await migrateWith({});
  assert.equal(await oidOf('adults'), created);

  // CREATE OR REPLACE could neither remove the column nor change the type.
  await migrateWith({
    'views/adults.sql': 'CREATE VIEW adults AS SELECT name FROM known_people WHERE age >= age_of_adults()',
    'views/age_of_adults.sql':
      'CREATE FUNCTION age_of_adults() RETURNS bigint LANGUAGE sql AS $$ SELECT 15::bigint $$',
  });
  assert.equal(await one('SELECT count(*)::int FROM adults'), 2);

  rmSync(join(folder, 'views/adults.sql'));
  await migrateWith({});
  assert.equal(await one("SELECT to_regclass('adults')"), null);
});

test('a migration changes a column that a view reads', async () => {
  await migrateWith(people);
  const { applied } = await migrateWith({
    '0002_ages.sql': 'ALTER TABLE people ALTER COLUMN age TYPE real',
  });
  assert.deepEqual(applied, ['0002_ages.sql']);
  assert.equal(await one('SELECT count(*)::int FROM adults'), 0);
});

test('views that a migration dropped by CASCADE are created again', async () => {
  await migrateWith(people);
  await migrateWith({
    '0002_people.sql': 'DROP TABLE people CASCADE; CREATE TABLE people (name text, age integer)',
  });
  assert.equal(await one('SELECT count(*)::int FROM adults'), 0);
  await migrateWith({ '0003_age.sql': 'DROP FUNCTION age_of_adults CASCADE' });
  assert.equal(await one('SELECT count(*)::int FROM adults'), 0);
});

const adultsAbove = (age: number) => ({
  'views/age_of_adults.sql': `CREATE FUNCTION age_of_adults() RETURNS integer LANGUAGE sql AS $$ SELECT ${age} $$`,
});

test('a text with the same columns and arguments replaces the view; other arguments replace the function', async () => {
  await migrateWith(people);
  await database.pool.query("INSERT INTO people VALUES ('Ann', 20), ('Ben', 16)");
  const created = await oidOf('adults');
  await migrateWith({
    ...adultsAbove(15),
    'views/known_people.sql': "CREATE VIEW known_people AS SELECT * FROM people WHERE name <> ''",
  });
  assert.equal(await one('SELECT count(*)::int FROM adults'), 2);
  assert.equal(await oidOf('adults'), created);

  await migrateWith({
    'views/age_of_adults.sql':
      'CREATE FUNCTION age_of_adults(less integer DEFAULT 1) RETURNS integer LANGUAGE sql AS $$ SELECT 18 - less $$',
  });
  assert.equal(await one('SELECT count(*)::int FROM adults'), 1);
  assert.equal(await one("SELECT count(*)::int FROM pg_proc WHERE proname = 'age_of_adults'"), 1);
});

test('a migration that changes nothing that a view reads leaves the views in use', {
  timeout: 10_000,
}, async () => {
  await migrateWith(people);
  const reader = await database.pool.connect();
  try {
    await reader.query('BEGIN; SELECT * FROM adults');
    await migrateWith({ '0002_notes.sql': 'CREATE TABLE notes ()', ...adultsAbove(21) });
  } finally {
    reader.release(true);
  }
});

test('a start that would deadlock with a request is repeated', { timeout: 20_000 }, async () => {
  const views = (more: string) => ({
    'views/ages.sql': `CREATE VIEW ages AS SELECT age FROM people${more}`,
    'views/names.sql': `CREATE VIEW names AS SELECT name FROM people${more}`,
  });
  await migrateWith({ ...people, ...views('') });
  const reader = await database.pool.connect();
  let repeated = 0;
  try {
    await reader.query('BEGIN; SELECT * FROM names');
    for (const [name, text] of Object.entries(views(' WHERE true'))) writeFileSync(join(folder, name), text);
    const migrated = migrate(database.pool, { folder, onLocked: () => (repeated += 1) });
    await waitUntil(
      () => one("SELECT relation FROM pg_locks WHERE NOT granted AND relation = 'names'::regclass"),
      { timeout: 5_000, message: 'the migration to wait' },
    );
    // The migration changed this one, and waits for the other.
    await reader.query('SELECT * FROM ages');
    await reader.query('COMMIT');
    await migrated;
  } finally {
    reader.release(true);
  }
  assert.ok(repeated > 0);
});

test('a broken view leaves the database unchanged', async () => {
  await migrateWith(people);
  const created = await oidOf('adults');
  const broken = {
    '0002_ages.sql': 'ALTER TABLE people RENAME COLUMN age TO years',
    'views/adults.sql': 'CREATE VIEW adults AS SELECT * FROM people WHERE age > 17',
  };
  const refusal =
    /^Unstartable: The migration of the VIEW (adults|known_people) failed .*"age".*The database is unchanged/;
  await assert.rejects(migrateWith(broken), refusal);
  assert.equal(await oidOf('adults'), created);
  assert.equal(await one('SELECT count(*)::int FROM migrations'), 1);
});

test('a version that tolerates newer migrations leaves the views of the newer version', async () => {
  await migrateWith({ ...people, '0002_notes.tolerated.sql': 'CREATE TABLE notes ()' });
  const created = await oidOf('adults');
  rmSync(join(folder, '0002_notes.tolerated.sql'));
  await migrateWith({ 'views/adults.sql': 'CREATE VIEW adults AS SELECT 1' });
  assert.equal(await oidOf('adults'), created);
});

test('the views that older migrations created are replaced', async () => {
  const before = new Set(knownMigrations().filter((name) => name < '0076'));
  await migrate(database.pool, { only: before });
  const inCatalogue = `SELECT count(*)::int FROM pg_views WHERE schemaname = 'public'`;
  assert.equal(await one(inCatalogue), 4);
  await migrate(database.pool);
  const known = knownViews(join(import.meta.dirname, '../../../migrations/views'));
  assert.equal(await one(inCatalogue), known.filter(({ object }) => object.startsWith('VIEW')).length);
});
