import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const { escapeIdentifier: quoted } = pg;

export interface BackupTable {
  name: string;
  columns: string[];
}

/** Tables of the running installation only: its nodes, leases and jobs, and the position in an engine's stream. */
const excludedTables = [
  'migrations',
  'views',
  'installation',
  'nodes',
  'leases',
  'job_runs',
  'socket_positions',
];

export async function tablesOf(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`,
    [excludedTables],
  );
  return rows;
}

export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** The value of each sequence that was used. */
export async function countersOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Writing the archive of a large installation may take long between two statements. */
const mayWaitBetweenStatements = 'SET LOCAL idle_in_transaction_session_timeout = 0';

/** Starts a snapshot: everything read until its end is of one moment. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(mayWaitBetweenStatements);
}

const listed = ({ name, columns }: BackupTable) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

export function readRows(client: pg.ClientBase, table: BackupTable): Readable & { rowCount: number } {
  return client.query(copyTo(`COPY ${listed(table)} TO STDOUT`));
}

export function writeRows(client: pg.ClientBase, table: BackupTable): Writable & { rowCount: number } {
  return client.query(copyFrom(`COPY ${listed(table)} FROM STDIN`));
}

interface Reference {
  table: string;
  name: string;
  definition: string;
}

const referencesOf = async (client: pg.ClientBase): Promise<Reference[]> => {
  const { rows } = await client.query<Reference>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname`,
  );
  return rows;
};

/**
 * Lets tables be filled in any order, although accounts and groups refer to each other: drops the foreign keys and
 * adds them again, which checks every row. Runs in one transaction.
 */
export async function withoutReferences(client: pg.ClientBase, fill: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(mayWaitBetweenStatements);
    const references = await referencesOf(client);
    for (const { table, name } of references) {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
    }
    await fill();
    for (const { table, name, definition } of references) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export async function emptyTables(client: pg.ClientBase, tables: BackupTable[]): Promise<void> {
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

export async function setCounters(client: pg.ClientBase, counters: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(counters)) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [quoted(name), value]);
  }
}

/** Updates the planner's statistics of the tables that were just filled. */
export async function analyzeTables(client: pg.ClientBase): Promise<void> {
  await client.query('ANALYZE');
}

/** Whether the database holds an installation's data. Empty tables do not count. */
export async function hasAccounts(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(`SELECT to_regclass('users') IS NOT NULL AS known`);
  if (!rows[0]?.known) return false;
  return (await client.query('SELECT FROM users LIMIT 1')).rowCount === 1;
}
