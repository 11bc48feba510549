import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { type Database, type Db, openDatabase } from '../src/platform/db/db.ts';
import { findRunningPostgres } from '../src/platform/db/embedded/embedded.ts';
import type { Lectern } from './lectern.ts';
import { quietLog } from './quiet-log.ts';

export type { Database };

/** How to connect to the database of a running server. */
export async function connectionTo({ installation, dataDir }: Lectern): Promise<PoolConfig> {
  if (installation.DATABASE_URL) return { connectionString: installation.DATABASE_URL };
  const running = await findRunningPostgres({ dataDir, log: quietLog });
  if (!running?.connection) throw new Error(`no database runs on ${dataDir}`);
  return running.connection;
}

/** The database of a running server, for what the API cannot do (passed time, roles without an operation). */
export async function databaseOf(lectern: Lectern, more: PoolConfig = {}): Promise<Database> {
  // A test may hold a lock as long as it needs to.
  const patient = { ...(await connectionTo(lectern)), idle_in_transaction_session_timeout: 0 };
  return openDatabase({ ...patient, max: 2, ...more }, quietLog);
}

/** Counts the connections to this database that wait for a lock. Other tests have databases in the same PostgreSQL. */
export async function countLockWaiters(db: Db): Promise<number> {
  // pg_stat_activity would not do: within a transaction it does not change after its first read.
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT pid)::integer AS count FROM pg_locks WHERE NOT granted AND pid IN (
      SELECT pid FROM pg_locks
      WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`.execute(db);
  return rows[0]?.count ?? 0;
}
