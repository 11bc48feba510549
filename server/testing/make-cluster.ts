import { appendFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { quietLog } from './quiet-log.ts';

// Fills the folder that is named: the runner of the tests does it once, and `layCluster` copies what comes of it.
const [dataDir = ''] = process.argv.slice(2);
// PostgreSQL may run as another user, who has to pass through here.
chmodSync(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog });
const database = openDatabase(postgres.connection, quietLog);
await migrate(database.pool).finally(database.close);
await postgres.stop();
// Tests kill programs, never the machine: what a program wrote outlives it.
appendFileSync(join(dataDir, 'postgres/postgresql.conf'), 'fsync = off\n');
