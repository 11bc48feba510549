import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { type Database, openDatabase } from '../../src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { quietLog } from '../quiet-log.ts';
import { copyRunCluster } from './cluster.ts';
import { createRunDatabase, type RunDatabase, urlOf } from './run-database.ts';

/** A real migrated database without a Lectern server. */
export interface OwnDatabase extends Database {
  /** For DATABASE_URL. */
  url: string;
  /** Settings with which a server works on it. */
  settings: DatabaseSettings;
  /** The folder of PostgreSQL's socket. */
  host: string;
  /** Opens a further pool, as another node does; close it before `remove`. */
  connect(settings: PoolConfig): Database;
  remove(): Promise<void>;
}

type DatabaseSettings = Record<'DATABASE_URL' | 'LECTERN_SECRET_KEY', string>;

/** An external database requires a key in the settings. */
export const databaseSettingsFor = (connection: RunDatabase['connection']): DatabaseSettings => ({
  DATABASE_URL: urlOf(connection),
  LECTERN_SECRET_KEY: 'the secret key of a server under test',
});

/** Without a test runner there is no PostgreSQL to share. */
async function startPostgres(): Promise<RunDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-database-'));
  // PostgreSQL may run as another user, who needs to pass through this folder.
  chmodSync(dataDir, 0o711);
  copyRunCluster(dataDir);
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: quietLog });
  const drop = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { connection, drop };
}

export async function startOwnDatabase(): Promise<OwnDatabase> {
  const { connection, drop } = (await createRunDatabase()) ?? (await startPostgres());
  const connect = (settings: PoolConfig) => openDatabase({ ...connection, ...settings }, quietLog);
  // A test may hold a lock as long as it needs to.
  const database = connect({ idle_in_transaction_session_timeout: 0 });
  await migrate(database.pool);
  return {
    ...database,
    url: urlOf(connection),
    settings: databaseSettingsFor(connection),
    host: connection.host,
    connect,
    remove: async () => {
      await database.close();
      await drop();
    },
  };
}
