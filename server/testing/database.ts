import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { type Database, type Db, openDatabase } from '../src/platform/db/db.ts';
import { findRunningPostgres } from '../src/platform/db/embedded-running.ts';
import type { Lectern } from './lectern.ts';
import { quietLog } from './quiet-log.ts';

export type { Database };

async function connectionTo({ installation, dataDir }: Lectern): Promise<PoolConfig> {
  if (installation.DATABASE_URL) return { connectionString: installation.DATABASE_URL };
  const running = await findRunningPostgres({ dataDir, log: quietLog });
  if (!running?.connection) throw new Error(`no database runs on ${dataDir}`);
  return running.connection;
}

/** The database of a running server, for what no request can bring about (time gone by, roles without an endpoint). */
export async function databaseOf(lectern: Lectern, more: PoolConfig = {}): Promise<Database> {
  // A test may hold a lock for as long as it likes.
  const patient = { ...(await connectionTo(lectern)), idle_in_transaction_session_timeout: 0 };
  return openDatabase({ ...patient, max: 2, ...more }, quietLog);
}

/** Counts the connections to this database that wait for a lock; other tests' databases are in the same PostgreSQL. */
export async function countWaiting(db: Db): Promise<number> {
  // Not from pg_stat_activity: a transaction sees it as it was at its first look.
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT pid)::integer AS count FROM pg_locks WHERE NOT granted AND pid IN (
      SELECT pid FROM pg_locks
      WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`.execute(db);
  return rows[0]?.count ?? 0;
}
