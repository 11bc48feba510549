import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { countLockWaiters } from '../../../testing/database.ts';
import {
  hasLastMigrations,
  lastMigrations,
  revertLastMigrations,
} from '../../../testing/engines/last-migration.ts';
import { type SharedServices, startSharedServices } from '../../../testing/engines/nodes.ts';
import { startRedis, withoutRedis } from '../../../testing/engines/redis.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { freePorts } from '../../../testing/processes/ports.ts';
import { refusedStart } from '../../../testing/processes/refused-start.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { withTimings } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { loadConfig } from '../../config.ts';
import { startOwnLiveKit } from '../../engines/media/testing/own-livekit.ts';
import { migrate, refuseNewerTables } from '../../platform/db/migrate.ts';
import { nodeIdIn } from './node-id.ts';
import { joinNodes } from './nodes.ts';
import { differenceOfUrl, faultsBetween, sharedSettingsOf } from './shared-settings.ts';
import { enterNode } from './store.ts';

const root = resolve(import.meta.dirname, '../../../..');

const shortBeats = withTimings({ 'startup/nodes/nodes.ts': { heartbeatMs: 1000 } });

let services: SharedServices;
before(async () => {
  services = await startSharedServices((await freePorts()).http);
});
after(() => services.remove());

/** Starts a server on these services that must refuse to start. */
const refusedHere = (settings: Record<string, string>, program?: string[]) =>
  refusedStart({ ...services.settings, ...settings }, program);

const listed = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM nodes ORDER BY started_at`.execute(
    services.database.db,
  );
  return rows.map((row) => row.id);
};

const seenAt = async (id: string): Promise<number> => {
  const { rows } = await sql<{ at: Date }>`SELECT seen_at AS at FROM nodes WHERE id = ${id}`.execute(
    services.database.db,
  );
  return rows[0]?.at.getTime() ?? 0;
};

test('a second node without REDIS_URL refuses to start with one sentence; a killed node starts again at once', async () => {
  const first = await startLectern({ ...services.settings, ...shortBeats });
  try {
    const id = nodeIdIn(first.dataDir);
    assert.deepEqual(await listed(), [id]);
    const { code, said } = await refusedHere({});
    assert.equal(code, 1);
    assert.match(said, new RegExp(`^Another node \\(${id} on [^)]+\\) works on this database: .*REDIS_URL`));
    assert.equal(said.trim().split('\n').length, 1);
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200, 'the first node continues');

    await first.kill();
    // Its own entry does not expire during this test.
    await sql`UPDATE nodes SET seen_at = now() + interval '1 hour'`.execute(services.database.db);
    await first.start();
    assert.deepEqual(await listed(), [id]);

    const before = await seenAt(id);
    await waitUntil(async () => (await seenAt(id)) > before, { timeout: 8_000, message: 'a heartbeat' });
  } finally {
    await first.remove();
  }
  assert.deepEqual(await listed(), [], 'a clean stop removes the entry');
});

test('with Redis a second node starts; one with different settings refuses and names each of them', {
  skip: withoutRedis(),
}, async () => {
  const [redis, otherRedis, other] = await Promise.all([startRedis(), startRedis(), startOwnLiveKit({})]);
  const key = services.settings.LECTERN_SECRET_KEY ?? '';
  const newKey = 'the key that comes after the one under test';
  const joined = { ...services.settings, ...shortBeats, REDIS_URL: redis.url };
  const nodes: LecternProcess[] = [];
  try {
    const first = await startLectern(joined);
    nodes.push(first);
    // The same servers, written differently, and an additional key, as in the first step of a rotation.
    const sameServers = {
      LIVEKIT_URL: `${services.settings.LIVEKIT_URL}/`
        .replace('ws:', 'http:')
        .replace('127.0.0.1', 'localhost'),
      REDIS_URL: `${redis.url}/0`,
      LECTERN_SECRET_KEY: `${key},${newKey}`,
    };
    nodes.push(await startLectern({ ...joined, ...sameServers }));
    assert.deepEqual(
      await listed(),
      nodes.map(({ dataDir }) => nodeIdIn(dataDir)),
    );
    const unjoined = refusedHere({});
    const differing = refusedHere({
      REDIS_URL: otherRedis.url,
      // It can open what the others sign, but they cannot open what it signs.
      LECTERN_SECRET_KEY: `${newKey},${key}`,
      LIVEKIT_URL: other.livekit.url,
      LIVEKIT_API_KEY: other.livekit.apiKey,
      LIVEKIT_API_SECRET: other.livekit.apiSecret,
    });
    assert.match((await unjoined).said, /it has REDIS_URL, and this one has neither/);
    const { code, said } = await differing;
    assert.equal(code, 1);
    assert.match(
      said,
      new RegExp(`^Another node \\(${nodeIdIn(first.dataDir)} on [^ ]+:${first.ports.http}\\) `),
    );
    for (const setting of ['LECTERN_SECRET_KEY', 'LIVEKIT_URL', 'REDIS_URL']) {
      assert.match(said, new RegExp(`its ${setting} `));
    }
    assert.equal(said.trim().split('\n').length, 1);
    const { rows } = await sql`SELECT settings::text FROM nodes`.execute(services.database.db);
    const kept = said + JSON.stringify(rows);
    for (const secret of [key, newKey, services.settings.LIVEKIT_API_SECRET ?? '', other.livekit.apiSecret]) {
      assert.ok(!kept.includes(secret), 'a secret was stored or printed');
    }

    // A single node with the entry of a killed one: the operator may change the settings.
    await nodes[1]?.kill();
    await first.stop();
    // The start waits for that entry to expire, which shortens to a fifth.
    await sql`UPDATE nodes SET seen_at = seen_at - interval '12 seconds'`.execute(services.database.db);
    await first.start({ LECTERN_SECRET_KEY: `${newKey},${key}`, REDIS_URL: otherRedis.url });
  } finally {
    await Promise.all(nodes.map((node) => node.remove()));
    await sql`DELETE FROM nodes`.execute(services.database.db);
    await other.livekit.stop();
    await other.remove();
    for (const server of [redis, otherRedis]) await server.remove();
  }
});

test('settings are compared by meaning, not by spelling', async () => {
  const shared = async (settings: Record<string, string>) => {
    const loaded = loadConfig({ ...services.settings, REDIS_URL: 'redis://10.0.0.1', ...settings });
    if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
    return sharedSettingsOf(loaded.config, 'an installation');
  };
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const keys = (...list: string[]) => ({ LECTERN_SECRET_KEY: list.join(',') });
  const redis = (REDIS_URL: string) => ({ REDIS_URL });
  const media = (LIVEKIT_URL: string) => ({ LIVEKIT_URL });
  const cases: [Record<string, string>, Record<string, string>, RegExp | undefined][] = [
    [keys(one), keys(one), undefined],
    [keys(one), keys(one, two), undefined],
    [keys(one, two), keys(two, one), undefined],
    [keys(two, one), keys(two), undefined],
    [keys(one), keys(two, one), /LECTERN_SECRET_KEY/],
    [keys(one), keys(two), /LECTERN_SECRET_KEY/],
    [redis('redis://10.0.0.1'), redis('redis://:password@10.0.0.1:6379/0'), undefined],
    [redis('redis://10.0.0.1'), redis('redis://10.0.0.1/1'), /REDIS_URL is 10\.0\.0\.1:6379\/1/],
    [redis('redis://10.0.0.1'), redis('redis://10.0.0.2'), /REDIS_URL/],
    [media('ws://LIVE.example.org'), media('http://live.example.org:80/'), undefined],
    [media('ws://10.0.0.1:7880'), media('wss://10.0.0.1:7880'), undefined],
    [media('ws://10.0.0.1:7880'), media('ws://10.0.0.1:7881'), /LIVEKIT_URL/],
    [{}, { LIVEKIT_API_SECRET: 'another secret of LiveKit' }, /LIVEKIT_API_KEY and LIVEKIT_API_SECRET/],
  ];
  const compare = async ([mine, theirs, fault]: (typeof cases)[number]) => {
    const found = faultsBetween(...(await Promise.all([shared(mine), shared(theirs)])));
    const what = JSON.stringify([mine, theirs]);
    if (fault) assert.match(found.join(), fault, what);
    else assert.deepEqual(found, [], what);
  };
  await Promise.all(cases.map(compare));
  const [mine, restarted] = [await shared({}), await shared({})];
  const runs = [mine, restarted].map((settings, index) => ({
    ...settings,
    redis: settings.redis && { ...settings.redis, run: `run-${index}` },
  }));
  assert.ok(runs[0] && runs[1]);
  assert.match(faultsBetween(runs[0], runs[1]).join(), /another Redis/, 'one URL may lead to two machines');
});

test('an address of the installation that differs is reported, unless the node makes no links', async () => {
  const shared = async (settings: Record<string, string>) => {
    const loaded = loadConfig({ ...services.settings, ...settings });
    if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
    return sharedSettingsOf(loaded.config, 'an installation');
  };
  const [mine, same, other] = await Promise.all(
    ['https://meet.example.org', 'https://MEET.example.org:443/', 'http://10.0.0.1:8080'].map((url) =>
      shared({ LECTERN_URL: url }),
    ),
  );
  const recorder = await shared({ LECTERN_URL: 'http://10.0.0.1:8080', LECTERN_ROLES: 'recorder' });
  assert.ok(mine && same && other);
  assert.equal(
    differenceOfUrl(mine, other),
    "its LECTERN_URL is http://10.0.0.1:8080/, and this one's is https://meet.example.org/",
  );
  assert.equal(differenceOfUrl(mine, same), undefined);
  assert.equal(differenceOfUrl(mine, recorder), undefined);
  const { url: _, ...older } = other;
  assert.equal(differenceOfUrl(mine, older), undefined);
});

const isMigrated = () => hasLastMigrations(services.database.db);

/** Makes a copy of the program without its guides. */
function withoutGuides(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lectern-copy-'));
  after(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of readdirSync(root)) {
    if (name !== 'docs' && name !== 'data') symlinkSync(join(root, name), join(copy, name));
  }
  return join(copy, 'server/src/main.ts');
}

test('a refused start leaves the database unchanged; a successful one logs the migration', async () => {
  const { db } = services.database;
  await revertLastMigrations(db);
  const copy = ['--preserve-symlinks', '--preserve-symlinks-main', withoutGuides()];
  const refused = await Promise.all([
    refusedHere({ LIVEKIT_URL: 'ws://127.0.0.1:1' }),
    refusedHere({ REDIS_URL: 'redis://127.0.0.1:1' }),
    refusedHere({}, copy),
  ]);
  const reasons = [
    /LIVEKIT_URL .* does not answer/,
    /REDIS_URL .* reached/,
    /^Files of Lectern are missing .*docs/,
  ];
  for (const [at, reason] of reasons.entries()) assert.match(refused[at]?.said ?? '', reason);
  assert.equal(await isMigrated(), false);

  // A running node of the previous version.
  const beat = () =>
    sql`
    INSERT INTO nodes (id, started_at, seen_at, roles, recorder_places)
    VALUES ('older', now(), now(), '{api,jobs}', 0) ON CONFLICT (id) DO UPDATE SET seen_at = now()`.execute(
      db,
    );
  await beat();
  const beating = setInterval(beat, 1_000);
  try {
    assert.match((await refusedHere({})).said, /^Another node \(older.*REDIS_URL/);
  } finally {
    clearInterval(beating);
  }
  assert.equal(await isMigrated(), false);
  await sql`DELETE FROM nodes`.execute(db);

  // A migration that fails half-way is rolled back.
  await sql`ALTER TABLE installation ADD COLUMN key_proof text`.execute(db);
  const { said } = await refusedHere({});
  assert.match(
    said,
    new RegExp(`^The migration ${lastMigrations[0]} failed .*already exists.*The database is unchanged`),
  );
  await sql`ALTER TABLE installation DROP COLUMN key_proof`.execute(db);
  assert.equal(await isMigrated(), false);
  assert.deepEqual(await listed(), []);

  const lectern = await startLectern(services.settings);
  try {
    const line = () =>
      lectern
        .output()
        .split('\n')
        .find((text) => text.includes('"database migrated"'));
    const found = await waitUntil(line, { timeout: 10_000, message: 'the migration to be logged' });
    const { from, applied, ms } = JSON.parse(found);
    assert.deepEqual(applied, lastMigrations);
    assert.match(from, /^\d{4}_/);
    assert.ok(ms >= 0);
    assert.equal(await isMigrated(), true);
  } finally {
    await lectern.remove();
  }
});

test('tables of a newer version are refused, unless this version tolerates its migrations', async () => {
  const { db, pool } = services.database;
  try {
    await sql`INSERT INTO migrations (name) VALUES ('9998_notes.tolerated.sql')`.execute(db);
    await refuseNewerTables(pool);
    assert.deepEqual((await migrate(pool)).applied, []);
    await sql`INSERT INTO migrations (name) VALUES ('9999_rooms.sql')`.execute(db);
    const refusal = /newer Lectern\. Start that version, .* does not know the migration 9999_rooms\.sql\.$/;
    await assert.rejects(refuseNewerTables(pool), refusal);
    await assert.rejects(migrate(pool), refusal);
  } finally {
    await sql`DELETE FROM migrations WHERE name > '9'`.execute(db);
  }
});

test('a migration that waits for a table lock does not block the heartbeats of other nodes', async () => {
  const { db, pool } = services.database;
  await revertLastMigrations(db);
  await sql`DELETE FROM migrations WHERE name > '0013'`.execute(db);
  const migrated = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE records IN ACCESS SHARE MODE`.execute(trx);
    const migrating = migrate(pool);
    await waitUntil(async () => (await countLockWaiters(trx)) > 0, {
      timeout: 10_000,
      message: 'the migration to wait for the table',
    });
    await db.transaction().execute(async (beat) => {
      await sql`SET LOCAL lock_timeout = '2s'`.execute(beat);
      await sql`UPDATE nodes SET seen_at = clock_timestamp()`.execute(beat);
    });
    // The migration continues after this transaction.
    return { migrating };
  });
  assert.deepEqual((await migrated.migrating).applied.at(-1), lastMigrations.at(-1));
});

const alone = (id: string) => ({
  ...{ id, joinedBy: null, roles: ['api'], storage: null },
  ...{ recorderPlaces: 0, freeBytes: null, name: null, settings: null, drainingAt: null, speech: null },
});

test('exactly one of two nodes without Redis that start at the same moment succeeds', async () => {
  const { db } = services.database;
  const inTheWay = () => true;
  for (let round = 0; round < 20; round += 1) {
    const ids = [`first-${round}`, `second-${round}`];
    const found = await Promise.all(ids.map((id) => enterNode(db, alone(id), inTheWay)));
    assert.equal(found.filter((other) => other === undefined).length, 1, `round ${round}`);
    await sql`DELETE FROM nodes`.execute(db);
  }
});

test('a node that was not seen for 15 s does not prevent a start', async () => {
  const { db } = services.database;
  await enterNode(db, alone('gone'), () => true);
  assert.equal((await enterNode(db, alone('new'), () => true))?.id, 'gone');
  await sql`UPDATE nodes SET seen_at = now() - interval '16 seconds'`.execute(db);
  assert.equal(await enterNode(db, alone('new'), () => true), undefined);
  await sql`DELETE FROM nodes`.execute(db);
});

test('a stopping node uses the result of its last heartbeat when the database is slow', async () => {
  const { db } = services.database;
  const loaded = loadConfig({ ...services.settings, LECTERN_ROLES: 'jobs,recorder,api' });
  if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
  const { config } = loaded;
  const node = await joinNodes({
    ...{
      db,
      config,
      id: 'stopping',
      redisRun: async () => undefined,
      log: quietLog,
      onDrained: () => undefined,
    },
    ...{
      recorder: { places: 0, freeBytes: async () => 7 },
      space: { unreserved: async () => 5 },
      speech: undefined,
    },
    interrupted: new AbortController().signal,
  });
  try {
    await node.migrated();
    const { rows } = await sql<{ bytes: string }>`
      SELECT free_bytes AS bytes FROM nodes WHERE id = 'stopping'`.execute(db);
    assert.deepEqual(rows, [{ bytes: '5' }], 'the free space of the fuller disk');
    assert.equal(await node.hasOthers(), false);
    await sql`
      INSERT INTO nodes (id, started_at, seen_at, roles, recorder_places)
      VALUES ('other', now(), now() + interval '1 hour', '{api}', 0)`.execute(db);
    assert.equal(await node.hasOthers(), true);
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE`.execute(trx);
      assert.equal(await node.hasOthers(), true);
    });
  } finally {
    await sql`DELETE FROM nodes WHERE id = 'other'`.execute(db);
    await node.leave();
  }
});
