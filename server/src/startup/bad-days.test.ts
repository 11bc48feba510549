import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { ApiError, type Client } from '../../../contract/client/index.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { joinCall } from '../../testing/people/meeting.ts';
import { giveVideo, makePlayback } from '../../testing/playbacks.ts';
import { isHealthy, isReady } from '../../testing/processes/health.ts';
import { childrenOf, type Running, runningWith, signalAll } from '../../testing/processes/processes.ts';
import { withTimings } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { visitsIn } from '../calls/testing/queries.ts';
import { timings } from './stopping/stopping.ts';

const shutdownMs = 3000;
/** Allowance for a busy machine: container runtimes kill after 10 s. */
const busyMs = 10_000 - timings.shutdownMs;

let lectern: LecternProcess;
let client: Client;
before(async () => {
  const settings = withTimings({ 'startup/stopping/stopping.ts': { shutdownMs } });
  lectern = await startLectern(settings, { engines: 'own' });
  client = lectern.client(lectern.owner.personalToken);
});
after(async () => {
  await lectern.remove();
  await dispose();
});

const oldest = (running: Running[]): Running | undefined => running.sort((a, b) => a.pid - b.pid)[0];
const engineOf = (pattern: RegExp): Running => {
  const found = oldest(runningWith(lectern.dataDir).filter(({ command }) => pattern.test(command)));
  assert.ok(found, `no process matches ${pattern}`);
  return found;
};
const postgres = () => engineOf(/\bpostgres .*-D/);
const livekit = () => engineOf(/livekit-server/);

test('when the database process is killed, requests wait or get 503 for at most 5 s, then everything works again', async () => {
  const space = await client.createSpace({ body: { name: 'Before the kill' } });
  const killed = postgres().pid;
  const killedAt = performance.now();
  process.kill(killed, 'SIGKILL');
  // The backends of the killed process may answer for a moment more.
  const isRestarted = () =>
    runningWith(lectern.dataDir).some(
      ({ pid, command }) => pid !== killed && /\bpostgres .*-D/.test(command),
    );
  const refused: number[] = [];
  await waitUntil(
    async () => {
      try {
        const wasRestarted = isRestarted();
        const read = await client.getSpace({ spaceId: space.id });
        return wasRestarted && read;
      } catch (error) {
        assert.ok(error instanceof ApiError, String(error));
        assert.equal(error.status, 503);
        assert.equal(error.code, 'database_away');
        assert.ok(error.retryAfter);
        refused.push(performance.now() - killedAt);
        return undefined;
      }
    },
    { timeout: 10_000, message: 'the group to be readable again', interval: 50 },
  );
  assert.ok(performance.now() - killedAt < 5000, 'the database was away for more than 5 s');
  assert.equal((await client.createSpace({ body: { name: 'After the kill' } })).name, 'After the kill');
});

test('a killed media server is back within 2 s', async () => {
  const before = livekit().pid;
  process.kill(before, 'SIGKILL');
  const killedAt = performance.now();
  await waitUntil(async () => (await isHealthy(lectern.url)) && livekit().pid !== before, {
    timeout: 10_000,
    message: 'another LiveKit to be ready',
  });
  assert.ok(
    performance.now() - killedAt < 2000,
    `the media server was away for ${performance.now() - killedAt} ms`,
  );
});

test('when the server is killed with -9, its engines keep running, the next start takes them over, and no acknowledged write is lost', async () => {
  const engines = [postgres().pid, livekit().pid];
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let n = 0; n < 500; n++) {
      acknowledged.push((await client.createSpace({ body: { name: `Space ${n}` } })).id);
    }
  })().catch(() => undefined);
  await waitUntil(() => acknowledged.length > 20, { timeout: 10_000, message: 'writes to be acknowledged' });
  await lectern.kill();
  await writing;
  assert.deepEqual([postgres().pid, livekit().pid], engines, 'an engine died with the server');
  await lectern.start();
  assert.deepEqual([postgres().pid, livekit().pid], engines, 'the engines were not taken over');
  for (const spaceId of acknowledged) await client.getSpace({ spaceId });
});

test('sessions that begin and end around a kill -9 are all announced, each once', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId, playback } = webinar;
  const events = ['session_started', 'session_finished'] as const;
  await owner.createWebhook({ spaceId, body: { url: lectern.url, events: [...events] } });
  await giveVideo(lectern, webinar, 1);
  const announced = async () => {
    const totals = events.map((eventName) =>
      owner.listWebhookDeliveries({ spaceId, query: { eventName, limit: 1 } }).then(({ total }) => total),
    );
    return Promise.all(totals);
  };
  const count = 15;
  const first = Date.now() + 1000;
  for (let n = 0; n < count; n++) {
    const startDate = new Date(first + n * 60).toISOString();
    await owner.createPlaybackEvent({ spaceId, body: { playbackId: playback.id, startDate } });
  }
  const options = { timeout: 20_000, interval: 10 };
  await waitUntil(async () => ((await announced())[1] ?? 0) > 0, { ...options, message: 'the first end' });
  await lectern.kill();
  await lectern.start();
  const isAll = async () => (await announced()).every((total) => total >= count);
  await waitUntil(isAll, { ...options, message: 'all starts and ends to be announced' });
  assert.deepEqual(await announced(), [count, count]);
});

test('a second server on the same data folder refuses to start, and the first continues', async () => {
  await assert.rejects(startLectern({ LECTERN_DATA_DIR: lectern.dataDir }), /is running on the data folder/);
  assert.equal(await isReady(lectern.url), true);
});

test('a stop during a start ends the start and leaves nothing running', async () => {
  await lectern.stop();
  const starting = lectern.start();
  await waitUntil(() => lectern.pid() > 0 && runningWith(lectern.dataDir).length > 0, {
    timeout: 20_000,
    message: 'the first engine to be started',
    interval: 1,
  });
  await Promise.all([lectern.stop(), assert.rejects(starting, /did not start|exited/)]);
  assert.deepEqual(runningWith(lectern.dataDir), []);
  await lectern.start();
});

test('a clean stop leaves nothing running, and the next start finds all data', async () => {
  const space = await client.createSpace({ body: { name: 'Kept' } });
  await lectern.stop();
  assert.deepEqual(runningWith(lectern.dataDir), []);
  await lectern.start();
  assert.equal((await client.getSpace({ spaceId: space.id })).name, 'Kept');
});

/** Stops the server while these processes are suspended. @returns the duration and the log of the shutdown */
async function stopWhileFrozen(frozen: Running[]): Promise<{ took: number; log: string }> {
  const before = lectern.output().length;
  signalAll(frozen, 'SIGSTOP');
  try {
    const began = performance.now();
    await lectern.stop();
    return { took: performance.now() - began, log: lectern.output().slice(before) };
  } finally {
    // Suspended backends of a PostgreSQL that was killed: nothing else would end them.
    signalAll(frozen, 'SIGKILL');
  }
}

test('a stop while the database hangs takes at most 10 s, logs the steps that missed their deadline, and loses nothing', async () => {
  const space = await client.createSpace({ body: { name: 'Before the freeze' } });
  const postmaster = postgres();
  const { took, log } = await stopWhileFrozen([postmaster, ...childrenOf(postmaster.pid)]);
  assert.ok(took < shutdownMs + busyMs, `the stop took ${took} ms`);
  assert.match(log, /"step":"calls".*stopping: calls missed the deadline/);
  assert.match(log, /"step":"membership of this node".*missed the deadline/);
  assert.deepEqual(runningWith(lectern.dataDir), []);
  await lectern.start();
  assert.equal((await client.getSpace({ spaceId: space.id })).name, 'Before the freeze');
});

test('a stop while the media server hangs takes at most 10 s, and the visits end in the database', async () => {
  const group = await makeGroup(lectern);
  const { person, ...entered } = await joinCall(lectern, group);
  const { took, log } = await stopWhileFrozen([livekit()]);
  const stoppedAt = Date.now();
  await person.leave();
  assert.ok(took < shutdownMs + busyMs, `the stop took ${took} ms`);
  assert.match(log, /"calls":1,"msg":"stopping the media server interrupts calls/);
  assert.deepEqual(runningWith(lectern.dataDir), []);
  await lectern.start();
  const { db, close } = await databaseOf(lectern);
  const [visit, ...more] = await visitsIn(db, entered.id);
  assert.deepEqual(more, []);
  assert.ok(
    visit?.exited_at && visit.exited_at.getTime() <= stoppedAt,
    `the visit ended at ${visit?.exited_at}`,
  );
  await close();
});
