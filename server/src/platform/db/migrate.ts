import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { Unstartable } from '../errors.ts';
import { reasonOf } from '../process/reasons.ts';
import { liftStatementLimit } from './limits.ts';
import { knownViews, type View, viewsIn } from './views.ts';

/** Advisory lock id: only one node migrates at a time. */
const lock = 7_406_811_001;

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** The migrations of this version, oldest first. */
export const knownMigrations = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

export interface MigrateOptions {
  folder?: string;
  /** Applies only these, and no views: a backup is restored into the tables that it was made of. */
  only?: ReadonlySet<string>;
}

/**
 * Whether older versions also work on the tables of this migration: it only adds what they do not use. They may be
 * started beside newer nodes, and again after a rollback of the program (docs/decisions/0097).
 */
export const isTolerated = (name: string): boolean => name.endsWith('.tolerated.sql');

async function appliedBy(client: pg.ClientBase | pg.Pool, files: string[]): Promise<Set<string>> {
  const { rows: tables } = await client.query("SELECT WHERE to_regclass('migrations') IS NOT NULL");
  if (tables.length === 0) return new Set();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const strange = rows.filter(({ name }) => !files.includes(name) && !isTolerated(name));
  if (strange.length === 0) return new Set(rows.map(({ name }) => name));
  throw new Unstartable(
    `The database was last used by a newer Lectern (with ${strange.map(({ name }) => name).join(', ')}). Start that version, or restore a backup.`,
  );
}

/** @throws Unstartable if the tables are newer than this version, and not tolerated by it */
export async function refuseNewerTables(pool: pg.Pool): Promise<void> {
  await appliedBy(pool, knownMigrations());
}

async function run(client: pg.ClientBase, name: string, statements: string): Promise<void> {
  try {
    await client.query(statements);
  } catch (error) {
    throw new Unstartable(
      `The migration ${name} failed (${reasonOf(error)}). The database is unchanged: start the previous version, and report this.`,
    );
  }
}

async function apply(client: pg.ClientBase, file: string): Promise<void> {
  const name = basename(file);
  await run(client, name, readFileSync(file, 'utf8'));
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

async function dropViews(client: pg.ClientBase, views: View[]): Promise<void> {
  for (const { object } of views.toReversed()) await run(client, `of the ${object}`, `DROP ${object}`);
  await client.query('DELETE FROM views');
}

async function createViews(client: pg.ClientBase, views: View[]): Promise<void> {
  for (const [position, { object, definition }] of views.entries()) {
    await run(client, `of the ${object}`, definition);
    await client.query('INSERT INTO views VALUES ($1, $2, $3)', [position, object, definition]);
  }
}

export interface Migrated {
  /** The newest migration that had been applied before; undefined if the database was empty. */
  from: string | undefined;
  applied: string[];
}

/**
 * Applies the missing migrations, oldest first, in one transaction that holds the lock. A node that freezes here
 * loses both, and the next one continues. The views are dropped before and created after them, so that a migration may
 * change a table that a view reads; without missing migrations only if one of their texts changed. Views of a newer
 * version, whose migrations this one tolerates, stay (docs/decisions/0142).
 */
export async function migrate(
  pool: pg.Pool,
  { folder = migrationsFolder, only }: MigrateOptions = {},
): Promise<Migrated> {
  const files = knownMigrations(folder);
  const client = await pool.connect();
  try {
    await liftStatementLimit(client);
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = await appliedBy(client, files);
    const missing = files.filter((file) => !known.has(file) && only?.has(file) !== false);
    const isOlder = [...known].some((name) => !files.includes(name));
    const present = await viewsIn(client);
    const views = only ? [] : knownViews(join(folder, 'views'));
    if (missing.length > 0 || (!isOlder && !isDeepStrictEqual(present, views))) {
      await dropViews(client, present);
      for (const file of missing) await apply(client, join(folder, file));
      await createViews(client, views);
    }
    await client.query('COMMIT');
    return { from: [...known].sort().at(-1), applied: missing };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // Close the connection instead of pooling it: its statements have no limit.
    client.release(true);
  }
}
