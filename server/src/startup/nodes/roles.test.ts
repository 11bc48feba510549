import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { sql } from 'kysely';
import { type SharedServices, startSharedServices } from '../../../testing/engines/nodes.ts';
import {
  type ObjectStorage,
  startObjectStorage,
  withoutStorage,
} from '../../../testing/engines/object-storage.ts';
import { joinCall } from '../../../testing/people/meeting.ts';
import { runCommand } from '../../../testing/processes/command-line.ts';
import { freePorts } from '../../../testing/processes/ports.ts';
import { startWorkerNode, type WorkerNode } from '../../../testing/processes/worker-node.ts';
import { RecordingServer } from '../../../testing/records/recording-server.ts';
import { refused } from '../../../testing/refused.ts';
import { withTimings } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { nodeIdIn } from './node-id.ts';

suite('an api and jobs node, and a recorder node', { skip: withoutStorage() }, () => {
  let services: SharedServices;
  let storage: ObjectStorage;
  let meeting: RecordingServer;
  let recorder: WorkerNode;

  before(async () => {
    const { http: port } = await freePorts();
    storage = await startObjectStorage();
    services = await startSharedServices(port);
    const shared = { ...services.settings, ...storage.settings };
    meeting = await RecordingServer.start({
      ...{ ...shared, ...withTimings({ 'records/stop.ts': { discardsWithinMs: 800 } }) },
      ...{ PORT: String(port), LECTERN_ROLES: 'api,jobs' },
    });
    const places = { LECTERN_RECORDER_PLACES: '2', LECTERN_MIN_FREE_DISK: '1MB' };
    recorder = await startWorkerNode({ ...shared, ...places, LECTERN_ROLES: 'recorder' });
    assert.equal(recorder.exitCode(), null, recorder.output());
  });
  after(async () => {
    try {
      await recorder?.remove();
      await meeting?.close();
      await services?.remove();
      await storage?.remove();
    } finally {
      await dispose();
    }
  });

  test('the recorder node serves health checks and metrics only', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.equal((await fetch(`${recorder.url}${path}`)).status, 200, path);
    }
    for (const path of [
      '/',
      '/docs',
      '/v1/openapi.json',
      '/v1/users/me',
      '/files/x',
      '/engine/livekit',
      '/rtc',
    ]) {
      assert.equal((await fetch(`${recorder.url}${path}`)).status, 404, path);
    }
    assert.match(recorder.output(), /This node of Lectern is ready \(recorder\)/);
    assert.doesNotMatch(recorder.output(), /first account/);
  });

  test('the table of nodes has the roles, slots and free space of each', async () => {
    const { rows } = await sql<{ id: string; roles: string[]; places: number; free: string | null }>`
      SELECT id, roles, recorder_places AS places, free_bytes AS free FROM nodes`.execute(
      services.database.db,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const its = byId.get(nodeIdIn(recorder.dataDir));
    assert.deepEqual(its?.roles, ['recorder']);
    assert.equal(its?.places, 2);
    assert.ok(Number(its?.free) > 0);
    const others = byId.get(nodeIdIn(meeting.lectern.dataDir));
    assert.deepEqual(others?.roles, ['api', 'jobs']);
    assert.equal(others?.places, 0);
  });

  test('a page may play media from the object storage', async () => {
    const page = await fetch(`${meeting.lectern.url}/groups`, { headers: { accept: 'text/html' } });
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const name of ['media-src', 'img-src']) {
      const sources = policy.split('; ').find((directive) => directive.startsWith(name));
      assert.ok(sources?.split(' ').includes(storage.settings.S3_ENDPOINT), policy);
    }
  });

  /** Runs the operator's command on the recorder node. */
  async function drain(...flags: string[]) {
    const { dataDir: LECTERN_DATA_DIR } = recorder;
    const own = { LECTERN_DATA_DIR, LECTERN_ROLES: 'recorder' };
    const settings = { ...services.settings, ...storage.settings, ...own };
    const { code, out, err } = await runCommand(['drain', ...flags, '--json'], { settings });
    assert.equal(code, 0, err);
    return JSON.parse(out);
  }

  test('a recording started at one node is recorded by the other and downloaded from the object storage; drained, that one ends with it', {
    timeout: 240_000,
  }, async () => {
    const id = await meeting.startAndAwaitPicture();
    const { left } = await drain();
    assert.deepEqual(left, { recordings: 1, transcripts: 0, videos: 0, calls: 0 });
    const another = await meeting.newRoom();
    const inCall = await joinCall(meeting.lectern, another, { role: 'moderator' });
    const start = () => another.owner.startRecord({ ...another.at, body: {} });
    await refused(start(), 'recorder_busy');
    assert.equal((await drain('--cancel')).isDraining, false);
    await start();
    await another.owner.stopRecord(another.at);
    await drain();
    await inCall.person.leave();
    assert.ok(existsSync(join(recorder.dataDir, 'recordings', id)), 'its folder is at the recorder node');
    assert.ok(!existsSync(join(meeting.lectern.dataDir, 'recordings', id)));
    const lasts = async () => (await meeting.getRecord(id)).startedAt;
    const begun = Date.parse((await lasts()) ?? '');
    // An earlier stop would discard it.
    await waitUntil(() => Date.now() - begun > 1000, {
      timeout: 20_000,
      message: 'a second of recording',
    });
    await meeting.owner.stopRecord(meeting.group.at);
    const record = await waitUntil(
      async () => {
        const found = await meeting.getRecord(id);
        return ['finished', 'failed', 'aborted'].includes(found.state) ? found : undefined;
      },
      {
        timeout: 150_000,
        interval: 200,
        message: () => `the recording to end; the recorder wrote:\n${recorder.output()}`,
      },
    );
    assert.equal(record.state, 'finished', recorder.output());
    await waitUntil(() => recorder.exitCode() !== null, {
      timeout: 30_000,
      message: () => `the drained node to end; it wrote:\n${recorder.output()}`,
    });
    assert.equal(recorder.exitCode(), 0);
    const which = { ...meeting.group.at, recordId: id };
    const { videoUrl } = await meeting.owner.getRecordMedia(which);
    assert.equal(new URL(videoUrl).origin, storage.settings.S3_ENDPOINT, 'the URL that a page plays');
    const link = await meeting.owner.downloadRecord(which);
    assert.equal(new URL(link).origin, new URL(meeting.lectern.url).origin, 'the URL for integrators');
    for (const [url, method] of [
      [videoUrl, 'GET'],
      [link, 'GET'],
      [link, 'HEAD'],
    ] as const) {
      const answer = await fetch(url, { method });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-length'), String(record.fileSize));
      assert.equal((await answer.arrayBuffer()).byteLength, method === 'GET' ? record.fileSize : 0);
    }
    await waitUntil(() => meeting.events(id).includes('record_finished'), {
      timeout: 60_000,
      message: 'the api node to send the webhook',
    });
    await meeting.owner.deleteRecord(which);
    for (const url of [videoUrl, link]) {
      await waitUntil(async () => (await fetch(url)).status === 404, {
        timeout: 60_000,
        message: 'the file to be removed from the storage',
      });
    }
  });

  test('a node with another object storage refuses to start with one sentence', async () => {
    const elsewhere = { ...services.settings, ...storage.settings, S3_BUCKET: 'another' };
    const stranger = await startWorkerNode({
      ...elsewhere,
      // The bucket is not checked: this storage does not respond.
      S3_ENDPOINT: 'http://127.0.0.1:9',
      LECTERN_ROLES: 'recorder',
    });
    await stranger.remove();
    assert.equal(stranger.exitCode(), 1);
    assert.match(
      stranger.output(),
      /it keeps its files in the bucket 127\.0\.0\.1:\d+\/lectern \(S3_ENDPOINT, S3_BUCKET\), and this one in the bucket/,
    );
  });

  test('a wrong key of the object storage gives one sentence with what to do', async () => {
    const settings = { ...services.settings, ...storage.settings, S3_SECRET_ACCESS_KEY: 'very-wrong-secret' };
    const stranger = await startWorkerNode({ ...settings, LECTERN_ROLES: 'recorder' });
    await stranger.remove();
    assert.equal(stranger.exitCode(), 1);
    assert.match(
      stranger.output(),
      /^The object storage did not .*Correct the S3_\* settings, or the rights of the key/m,
    );
    assert.doesNotMatch(stranger.output(), /very-wrong-secret/);
    assert.equal(stranger.output().trim().split('\n').length, 1);
  });
});
