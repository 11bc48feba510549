import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Unstartable } from '../errors.ts';
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

async function appliedBy(client: pg.ClientBase, files: string[]): Promise<Set<string>> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const strange = rows.filter(({ name }) => !files.includes(name));
  if (strange.length === 0) return new Set(rows.map(({ name }) => name));
  throw new Unstartable(
    `The database was last used by a newer Lectern (it knows ${strange.map(({ name }) => name).join(', ')}). Start that version, or restore a backup.`,
  );
}

/**
 * Applies the migrations that this database has not seen, oldest first, each in its own transaction. The lock belongs to
 * the transaction: a node that freezes here loses both, and the next one goes on.
 */
export async function migrate(
  pool: pg.Pool,
  { folder = migrationsFolder, only }: MigrateOptions = {},
): Promise<string[]> {
  const files = knownMigrations(folder);
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await liftStatementLimit(client);
    for (;;) {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      const known = await appliedBy(client, files);
      const name = files.find((file) => !known.has(file) && only?.has(file) !== false);
      if (name !== undefined) {
        await client.query(readFileSync(join(folder, name), 'utf8'));
        await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
        applied.push(name);
      }
      await client.query('COMMIT');
      if (name === undefined) return applied;
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // Closed, not given back: its statements have no limit.
    client.release(true);
  }
}
