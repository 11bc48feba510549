import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Unstartable } from '../errors.ts';

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

/** Applies the migrations that this database has not seen, each in its own transaction, oldest first. */
export async function migrate(
  pool: pg.Pool,
  { folder = migrationsFolder, only }: MigrateOptions = {},
): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = new Set(
      (await client.query<{ name: string }>('SELECT name FROM migrations')).rows.map((row) => row.name),
    );
    const files = knownMigrations(folder);
    const strange = [...known].filter((name) => !files.includes(name));
    if (strange.length > 0) {
      throw new Unstartable(
        `The database was last used by a newer Lectern (it knows ${strange.join(', ')}). Start that version, or restore a backup.`,
      );
    }
    for (const name of files) {
      if (known.has(name) || only?.has(name) === false) continue;
      await client.query('BEGIN');
      await client.query(readFileSync(join(folder, name), 'utf8'));
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
      await client.query('COMMIT');
      applied.push(name);
    }
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
    return applied;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // Closed, not given back: a lock left by a failure must not live on in the pool.
    client.release(true);
  }
}
