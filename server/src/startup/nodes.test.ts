import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { type Ground, startGround } from '../../testing/nodes.ts';
import { freePorts } from '../../testing/ports.ts';
import { inherited } from '../../testing/processes.ts';
import { type RedisServer, startRedis, withoutRedis } from '../../testing/redis.ts';
import { waitUntil } from '../../testing/wait.ts';
import { nodeIdIn } from './node-id.ts';
import { enterNode } from './nodes.store.ts';

const root = resolve(import.meta.dirname, '../../..');

let ground: Ground;
before(async () => {
  ground = await startGround((await freePorts()).http);
});
after(() => ground.remove());

/** Starts a server that is expected not to come up. */
async function refusedStart(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-node-'));
  const ports = await freePorts();
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    env: {
      ...inherited(),
      PORT: String(ports.http),
      LECTERN_DATA_DIR: dataDir,
      ...ground.settings,
      ...settings,
    },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const code = await new Promise((done) => child.once('exit', done));
  clearTimeout(timer);
  rmSync(dataDir, { recursive: true, force: true });
  return { code, said };
}

const listed = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM nodes ORDER BY started_at`.execute(
    ground.database.db,
  );
  return rows.map((row) => row.id);
};

const seenAt = async (id: string): Promise<number> => {
  const { rows } = await sql<{ at: Date }>`SELECT seen_at AS at FROM nodes WHERE id = ${id}`.execute(
    ground.database.db,
  );
  return rows[0]?.at.getTime() ?? 0;
};

test('a second node without REDIS_URL is refused in one sentence; a killed one starts again at once', async () => {
  const first = await startLectern(ground.settings);
  try {
    const id = nodeIdIn(first.dataDir);
    assert.deepEqual(await listed(), [id]);
    const { code, said } = await refusedStart({});
    assert.equal(code, 1);
    assert.match(said, new RegExp(`^Another node \\(${id}\\) works on this database: .*REDIS_URL`));
    assert.equal(said.trim().split('\n').length, 1);
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200, 'the first one goes on');

    await first.kill();
    const killedAt = performance.now();
    await first.start();
    assert.ok(performance.now() - killedAt < 10_000, 'it waited for itself');
    assert.deepEqual(await listed(), [id]);

    const before = await seenAt(id);
    await waitUntil(async () => (await seenAt(id)) > before, { timeout: 8_000, message: 'a heartbeat' });
  } finally {
    await first.remove();
  }
  assert.deepEqual(await listed(), [], 'a clean stop leaves the list');
});

test('with Redis on both a second node comes up; one without it is refused', {
  skip: withoutRedis(),
}, async () => {
  const redis: RedisServer = await startRedis();
  const joined = { ...ground.settings, REDIS_URL: redis.url };
  const nodes: Lectern[] = [];
  try {
    nodes.push(await startLectern(joined));
    nodes.push(await startLectern(joined));
    assert.deepEqual(
      await listed(),
      nodes.map(({ dataDir }) => nodeIdIn(dataDir)),
    );
    const { code, said } = await refusedStart({});
    assert.equal(code, 1);
    assert.match(said, /it has REDIS_URL, and this one has neither/);
  } finally {
    for (const node of nodes) await node.remove();
    await redis.remove();
  }
});

const alone = (id: string) => ({
  ...{ id, joinedBy: null, roles: ['api'], storage: null },
  ...{ recorderPlaces: 0, freeBytes: null },
});

test('of two nodes that start at the same moment without Redis one comes up', async () => {
  const { db } = ground.database;
  const inTheWay = () => true;
  for (let round = 0; round < 20; round += 1) {
    const ids = [`first-${round}`, `second-${round}`];
    const found = await Promise.all(ids.map((id) => enterNode(db, alone(id), inTheWay)));
    assert.equal(found.filter((other) => other === undefined).length, 1, `round ${round}`);
    await sql`DELETE FROM nodes`.execute(db);
  }
});

test("a node that was not seen for 15 s is in nobody's way", async () => {
  const { db } = ground.database;
  await enterNode(db, alone('gone'), () => true);
  assert.equal((await enterNode(db, alone('new'), () => true))?.id, 'gone');
  await sql`UPDATE nodes SET seen_at = now() - interval '16 seconds'`.execute(db);
  assert.equal(await enterNode(db, alone('new'), () => true), undefined);
  await sql`DELETE FROM nodes`.execute(db);
});
