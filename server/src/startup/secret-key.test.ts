import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { verifyWebhook } from '../../../contract/client/index.ts';
import { hasLastMigrations, revertLastMigrations } from '../../testing/engines/last-migration.ts';
import { type SharedServices, startSharedServices } from '../../testing/engines/nodes.ts';
import { makeGroup } from '../../testing/group.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { runCommand } from '../../testing/processes/command-line.ts';
import { freePorts } from '../../testing/processes/ports.ts';
import { refusedStart } from '../../testing/processes/refused-start.ts';
import { type Receiver, startReceiver } from '../../testing/receivers/receiver.ts';
import { waitUntil } from '../../testing/wait.ts';

const other = 'another key of which the database knows nothing';
const next = 'the key that comes after the one under test';

let services: SharedServices;
let lectern: Lectern;
let receiver: Receiver;
before(async () => {
  [services, receiver] = await Promise.all([startSharedServices((await freePorts()).http), startReceiver()]);
  lectern = await startLectern(services.settings);
});
after(async () => {
  await lectern?.remove();
  await receiver?.close();
  await services?.remove();
});

const withKey = (...keys: string[]) => ({ LECTERN_SECRET_KEY: keys.join(',') });

/** All rows that a start may write before it is refused. */
async function stateOfDatabase(): Promise<unknown> {
  const { db } = services.database;
  const state = [];
  for (const table of ['migrations', 'installation', 'nodes', 'webhooks']) {
    state.push((await sql`SELECT * FROM ${sql.table(table)}`.execute(db)).rows);
  }
  return state;
}

async function refusesKey(...keys: string[]): Promise<void> {
  const before = await stateOfDatabase();
  const { code, said } = await refusedStart({ ...services.settings, ...withKey(...keys) });
  assert.equal(code, 1);
  assert.match(said, /^LECTERN_SECRET_KEY is not the key with which this database was used: /);
  assert.equal(said.trim().split('\n').length, 1);
  for (const key of keys) assert.ok(!said.includes(key), 'a key was printed');
  assert.deepEqual(await stateOfDatabase(), before);
}

suite('the secret key', { concurrency: 2 }, () => {
  test('a single node with a wrong key refuses to start; keys are rotated one after the other, including webhook secrets', async () => {
    const { LECTERN_SECRET_KEY: key = '' } = services.settings;
    const { db } = services.database;
    const { owner, spaceId } = await makeGroup(lectern);
    const { secret } = await owner.createWebhook({ spaceId, body: { url: receiver.url } });
    await lectern.stop();
    await refusesKey(other, next);

    // Tables of an older version have no proof, but a webhook secret that the key must decrypt.
    await revertLastMigrations(db);
    await refusesKey(other);
    assert.equal(await hasLastMigrations(db), false);
    await lectern.start();
    assert.equal(await hasLastMigrations(db), true);
    await lectern.stop();

    await lectern.start(withKey(next, key));
    await lectern.stop();
    await refusesKey(key);
    await lectern.start(withKey(next));
    await owner.testWebhook({ spaceId, body: {} });
    await waitUntil(() => receiver.received.length > 0, { timeout: 10_000, message: 'a delivery' });
    assert.ok(await verifyWebhook(receiver.received[0]?.body ?? '', secret));
    await lectern.stop();

    // The key is lost, and the operator continues without it.
    const settings = { ...services.settings, LECTERN_DATA_DIR: lectern.dataDir };
    const backup = join(lectern.dataDir, 'of-another-key.zip');
    const refused = await runCommand(['backup', backup], { settings });
    assert.match(refused.err, /^LECTERN_SECRET_KEY is not the key/);
    assert.equal(existsSync(backup), false);
    const { code, err } = await runCommand(['key', 'accept'], { settings });
    assert.equal(code, 0, err);
    await lectern.start();
  });

  test('an installation without its key file refuses to start and creates no other key', async (t) => {
    const own = await startLectern({}, { engines: 'own' });
    t.after(() => own.remove());
    const file = join(own.dataDir, 'keys/secret');
    const key = readFileSync(file);
    await own.stop();
    rmSync(file);
    await assert.rejects(
      own.start(),
      /LECTERN_SECRET_KEY is not set, and the key in \S+secret is not the key/,
    );
    writeFileSync(file, key);
    await own.start();
  });
});
