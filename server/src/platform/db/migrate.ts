import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Unstartable } from '../errors.ts';
import { liftStatementLimit } from './limits.ts';
import { refuseRole } from './rights.ts';
import { changeViews, dropViews, isLocked, knownViews, refuseFailure } from './views.ts';

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
  /** Called before the transaction is repeated, because others use a view that changes. */
  onLocked?: () => void;
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
    `The database was last used by a newer Lectern. Start that version, or restore a backup of before. This version does not know ${namesOf(strange)}.`,
  );
}

const mostNames = 5;

function namesOf(migrations: { name: string }[]): string {
  const names = migrations.slice(0, mostNames).map(({ name }) => name);
  const more = migrations.length - names.length;
  return `the migration${migrations.length > 1 ? 's' : ''} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** @throws Unstartable if the tables are newer than this version, and not tolerated by it; or if they cannot be read */
export async function refuseNewerTables(pool: pg.Pool): Promise<void> {
  await appliedBy(pool, knownMigrations()).catch((error: unknown) => refuseRole(pool, error));
}

/** 2BP01 and 0A000: a view or function uses a table or column that the migration drops, or whose type it changes. */
const isUsedByView = (error: unknown): boolean =>
  ['2BP01', '0A000'].includes((error as { code?: string })?.code ?? '');

async function apply(client: pg.ClientBase, file: string): Promise<void> {
  const name = basename(file);
  const statements = readFileSync(file, 'utf8');
  await client.query('SAVEPOINT migration');
  try {
    await client.query(statements);
  } catch (error) {
    if (!isUsedByView(error)) refuseFailure(name, error);
    await client.query('ROLLBACK TO migration');
    await dropViews(client);
    await client.query(statements).catch((again: unknown) => refuseFailure(name, again));
  }
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

export interface Migrated {
  /** The newest migration that had been applied before; undefined if the database was empty. */
  from: string | undefined;
  applied: string[];
}

/** How long others may use the views before the next attempt. */
const retryMs = 1_000;

async function migrateOnce(pool: pg.Pool, folder: string, only: MigrateOptions['only']): Promise<Migrated> {
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
    for (const file of missing) await apply(client, join(folder, file));
    if (missing.length > 0 || !isOlder)
      await changeViews(client, only ? [] : knownViews(join(folder, 'views')));
    await client.query('COMMIT');
    return { from: [...known].sort().at(-1), applied: missing };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    return await refuseRole(client, error);
  } finally {
    // Close the connection instead of pooling it: its statements have no limit.
    client.release(true);
  }
}

/**
 * Applies the missing migrations, oldest first, in one transaction that holds the lock. A node that freezes here
 * loses both, and the next one continues. Views whose text changed are created last, so that running nodes wait for
 * them only a moment; all are dropped before a migration that changes what they read. Views of a newer version, whose
 * migrations this one tolerates, stay (docs/decisions/0142). The transaction is repeated after a deadlock with a
 * request, and while a request holds a view for long.
 */
export async function migrate(
  pool: pg.Pool,
  { folder = migrationsFolder, only, onLocked }: MigrateOptions = {},
): Promise<Migrated> {
  for (;;) {
    try {
      return await migrateOnce(pool, folder, only);
    } catch (error) {
      if (!isLocked(error)) throw error;
      onLocked?.();
      await pause(retryMs);
    }
  }
}
