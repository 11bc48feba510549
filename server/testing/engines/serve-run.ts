import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { engineIntakePath } from '../../src/calls/intake.ts';
import { startOwnLiveKit } from '../../src/engines/media/testing/own-livekit.ts';
import { openDatabase } from '../../src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { quietLog } from '../quiet-log.ts';
import { copyCluster } from './cluster.ts';
import { liveKitSettingsOf, type RunLiveKit } from './run-media.ts';
import { startWebhookFanOut } from './webhook-fan-out.ts';

/*
 * Starts the engines that the tests of one run share. The runner passes an empty folder and reads one line of JSON:
 * the environment of the tests. The engines stop when the runner closes our stdin or is killed.
 */

/** PostgreSQL may run as another user, who needs to pass through these folders. */
function makePassable(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
}

/** Creates a migrated, stopped cluster: servers with their own PostgreSQL start on a copy of it. */
async function makeCluster(dataDir: string): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog });
  const database = openDatabase(postgres.connection, quietLog);
  await migrate(database.pool).finally(database.close);
  await postgres.stop();
  const cluster = join(dataDir, 'postgres');
  // Tests kill programs but never the machine, so what a program wrote survives without fsync.
  appendFileSync(join(cluster, 'postgresql.conf'), 'fsync = off\n');
  return cluster;
}

const [folder = ''] = process.argv.slice(2);
makePassable(folder);
const cluster = await makeCluster(makePassable(join(folder, 'first-start')));
const dataDir = makePassable(join(folder, 'shared'));
copyCluster(cluster, dataDir);
const postgres = await startEmbeddedPostgres({
  dataDir,
  log: quietLog,
  // Several servers of one run are up at a time, each with two pools of 12 connections.
  settings: { max_connections: '300' },
});

const { url: fanOutUrl } = await startWebhookFanOut(engineIntakePath);
const { livekit } = await startOwnLiveKit({ webhookUrl: fanOutUrl, dataDir });

// Ctrl-C reaches the whole process group, but the tests still need the engines while they end.
process.on('SIGINT', () => undefined);
process.stdin.on(
  'end',
  () => void Promise.all([livekit.stop(), postgres.stop()]).then(() => process.exit(0)),
);
process.stdin.resume();
const environment = {
  LECTERN_TEST_CLUSTER: cluster,
  LECTERN_TEST_POSTGRES: JSON.stringify(postgres.connection),
  LECTERN_TEST_LIVEKIT: JSON.stringify({
    settings: liveKitSettingsOf(livekit),
    fanOutUrl,
  } satisfies RunLiveKit),
  LECTERN_TEST_SHARED: makePassable(join(folder, 'files')),
};
process.stdout.write(`${JSON.stringify(environment)}\n`);
