import type { PoolConfig } from 'pg';
import { type Database, openDatabase } from '../src/platform/db/db.ts';
import { findRunningPostgres } from '../src/platform/db/embedded-running.ts';
import { quietLog } from './quiet-log.ts';

export type { Database };

/** The database of a running server, for what no request can bring about (time gone by, roles without an endpoint). */
export async function databaseOf({ dataDir }: { dataDir: string }, more: PoolConfig = {}): Promise<Database> {
  const running = await findRunningPostgres({ dataDir, log: quietLog });
  if (!running?.connection) throw new Error(`no database runs on ${dataDir}`);
  // A test may hold a lock for as long as it likes.
  const patient = { ...running.connection, idle_in_transaction_session_timeout: 0 };
  return openDatabase({ ...patient, max: 2, ...more }, quietLog);
}
