import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { layCluster } from './cluster.ts';
import { quietLog } from './quiet-log.ts';

/** A real PostgreSQL without a server of ours around it, its tables made. */
export interface OwnDatabase extends Database {
  /** For DATABASE_URL. */
  url: string;
  remove(): Promise<void>;
}

export async function startOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-database-'));
  // PostgreSQL may run as another user, who has to pass through here.
  chmodSync(dataDir, 0o711);
  layCluster(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog });
  const { host, user, database: name } = postgres.connection;
  // A test may hold a lock for as long as it likes.
  const patient = { ...postgres.connection, idle_in_transaction_session_timeout: 0 };
  const database = openDatabase(patient, quietLog);
  await migrate(database.pool);
  return {
    ...database,
    url: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
    remove: async () => {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
