import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { Unstartable } from '../errors.ts';
import { reasonOf } from '../process/reasons.ts';
import { liftStatementLimit } from './limits.ts';

/** Any number that nothing else of ours locks: one node migrates at a time. */
const lock = 7_406_811_001;

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** The migrations that this version brings, oldest first. */
export const knownMigrations = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

export interface MigrateOptions {
  folder?: string;
  /** These alone: a backup is filled into the tables that it was made of. */
  only?: ReadonlySet<string>;
}

async function appliedBy(client: pg.ClientBase | pg.Pool, files: string[]): Promise<Set<string>> {
  const { rows: tables } = await client.query("SELECT WHERE to_regclass('migrations') IS NOT NULL");
  if (tables.length === 0) return new Set();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const strange = rows.filter(({ name }) => !files.includes(name));
  if (strange.length === 0) return new Set(rows.map(({ name }) => name));
  throw new Unstartable(
    `The database was last used by a newer Lectern (it knows ${strange.map(({ name }) => name).join(', ')}). Start that version, or restore a backup.`,
  );
}

/** @throws Unstartable where this version is older than the tables */
export async function refuseNewerTables(pool: pg.Pool): Promise<void> {
  await appliedBy(pool, knownMigrations());
}

async function apply(client: pg.ClientBase, file: string): Promise<void> {
  const name = basename(file);
  try {
    await client.query(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Unstartable(
      `The migration ${name} failed (${reasonOf(error)}). The database is as it was: start the version before, and report this.`,
    );
  }
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

export interface Migrated {
  /** The newest migration that had been applied before; undefined: the database was empty. */
  from: string | undefined;
  applied: string[];
}

/**
 * Applies the migrations that this database has not seen, oldest first, all of them or none: in one transaction, to which
 * the lock belongs. A node that freezes here loses both, and the next one goes on.
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
    for (const file of missing) await apply(client, join(folder, file));
    await client.query('COMMIT');
    return { from: [...known].sort().at(-1), applied: missing };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // Closed, not given back: its statements have no limit.
    client.release(true);
  }
}
