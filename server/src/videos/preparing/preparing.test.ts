import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { AV_LOG_QUIET, Log } from 'node-av';
import { makeMedia } from '../../../../recorder/testing/made-media.ts';
import { near } from '../../../../recorder/testing/near.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { shorten } from '../../../testing/timings.ts';
import { sourceKeyOf } from '../../../testing/videos/preparing-node.ts';
import { programsIn, TestNode } from '../../../testing/videos/test-node.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { FilesAway } from '../../engines/files/files.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { timings as queueTimings } from '../../platform/jobs/queue.ts';
import { deleteUnusedVideos, timings as removalTimings } from '../removing/removing.ts';
import type { VideoRow } from '../store.ts';
import { type PreparingParts, renditionsOf, requestVideo, videoById } from '../videos.ts';
import { mostAttempts, retryTimings } from './failures.ts';
import { timings } from './preparing.ts';
import { segmentKeys, videoKeys } from './upload.ts';

// Runs the job with the real program on small files. The tests of recorder/prepare cover the kinds of files.
let database: OwnDatabase;
let root: string;
const clips = { short: '', long: '', sound: '' };

before(async () => {
  Log.setLevel(AV_LOG_QUIET);
  database = await startOwnDatabase();
  root = mkdtempSync(join(tmpdir(), 'lectern-videos-'));
  for (const name of Object.keys(clips) as (keyof typeof clips)[]) clips[name] = join(root, `${name}.mp4`);
  const pictures = { encoder: 'libx264', options: { preset: 'ultrafast' } };
  makeMedia(clips.short, { seconds: 5, format: 'mp4', pictures, sound: { encoder: 'aac' } });
  makeMedia(clips.long, { seconds: 60, format: 'mp4', pictures: { ...pictures, gop: 600 } });
  makeMedia(clips.sound, { seconds: 1, format: 'mp4', sound: { encoder: 'aac' } });
});
after(async () => {
  await database?.remove();
  rmSync(root, { recursive: true, force: true });
});

shorten(timings, { everyMs: 50 });
shorten(queueTimings, { renewMs: 50 });
shorten(retryTimings, { retryMs: 20, longestRetryMs: 40 });

const newNode = (): TestNode => new TestNode(database, root);

const rowOf = async (id: string): Promise<VideoRow> => {
  const row = await videoById(database.db, id);
  assert.ok(row, `video ${id}`);
  return row;
};

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 120_000, message, interval: 5 });

const untilState = async (id: string, state: VideoRow['state']): Promise<VideoRow> => {
  await until(async () => (await rowOf(id)).state === state, `video ${id} to be ${state}`);
  return rowOf(id);
};

async function checkPrepared(node: TestNode, id: string): Promise<void> {
  const video = await untilState(id, 'ready');
  const renditions = await renditionsOf(database.db, id);
  assert.deepEqual(
    node.storedFiles().filter((key) => key.includes(id)),
    videoKeys(video, renditions).sort(),
    'exactly the files of the video',
  );
  await until(() => node.attempts().length === 0, 'the folder of the attempt to be removed');
  assert.deepEqual(
    [video.nodeId, video.claimedUntil, video.progress, video.failure],
    [null, null, null, null],
  );
}

test('a requested video becomes ready, with its facts and exactly its files', async (t) => {
  const node = newNode();
  node.begin(t);
  const id = await node.request(clips.short);
  await checkPrepared(node, id);
  const { duration, width, height, hasSound, attempts } = await rowOf(id);
  near(duration ?? 0, 5);
  assert.deepEqual([width, height, hasSound, attempts], [160, 96, true, 1]);
  const [source, ...others] = await renditionsOf(database.db, id);
  assert.deepEqual(others, []);
  assert.ok(source);
  assert.deepEqual([source.name, source.durations.map(Math.round), source.width], ['source', [2, 2, 1], 160]);
  assert.match(source.codecs, /^avc1\.\w+,mp4a\.40\.2$/);
  const bytes = await Promise.all(segmentKeys(await rowOf(id), source).map((key) => node.files.stat(key)));
  assert.equal(
    bytes.reduce((sum, one) => sum + (one?.bytes ?? 0), 0),
    Number(source.bytes),
  );
  assert.deepEqual(node.ended, [{ id, state: 'ready', failure: null }]);
});

test('what cannot be prepared fails with its reason, and can be requested again', async (t) => {
  const node = newNode();
  node.begin(t);
  const ids = [
    await node.request(clips.sound),
    await node.request(undefined),
    await node.request(import.meta.filename),
  ];
  const reasons = await Promise.all(ids.map(async (id) => (await untilState(id, 'failed')).failure));
  assert.deepEqual(reasons, ['no_video', 'not_found', 'unreadable']);
  assert.deepEqual([node.storedFiles(), node.ended.length], [[], 3]);
  await until(() => node.attempts().length === 0, 'no folders');
});

const untilFetched = (node: TestNode, id: string) =>
  until(() => node.attempts().some((name) => name.startsWith(id)), `video ${id} to begin`);

test('a long video keeps no short one of another group waiting', async (t) => {
  const node = newNode();
  const released = Promise.withResolvers<void>();
  const long = sourceKeyOf({});
  await node.files.put(long, clips.short, { contentType: 'video/mp4' });
  const files: PreparingParts['files'] = {
    ...node.filesWith((...given) => node.files.put(...given)),
    fetch: async (...given) => {
      if (given[0] === long) await released.promise;
      return node.files.fetch(...given);
    },
  };
  node.begin(t, { files });
  const request = () =>
    inTransaction(database.db, (trx) => requestVideo(trx, { spaceId: newId(), assetId: newId() }));
  const [first, second] = [await request(), await request()];
  await untilFetched(node, first);
  const short = await node.request(clips.short);
  await untilState(short, 'ready');
  assert.deepEqual([(await rowOf(first)).state, (await rowOf(second)).state], ['preparing', 'waiting']);
  released.resolve();
  for (const id of [first, second]) await untilState(id, 'ready');
  assert.deepEqual([(await rowOf(first)).attempts, (await rowOf(second)).attempts], [1, 1]);
});

test('groups take turns', async (t) => {
  const node = newNode();
  const many = newId();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await node.request(clips.short, many));
  ids.push(await node.request(clips.short));
  const fetched: string[] = [];
  const begin = node.preparer.begin.bind(node.preparer);
  node.preparer.begin = async (attempt) => {
    fetched.push(attempt.replace(/-\d+$/, ''));
    return begin(attempt);
  };
  node.begin(t);
  for (const id of ids) await untilState(id, 'ready');
  const [first = '', second = '', third = '', other = ''] = ids;
  assert.deepEqual(fetched.slice(0, 2).sort(), [first, other].sort());
  assert.deepEqual(fetched.slice(2).sort(), [second, third].sort());
});

test('a storage that is away is retried', async (t) => {
  const node = newNode();
  let puts = 0;
  node.begin(t, {
    files: node.filesWith(async (...given) => {
      puts += 1;
      if (puts === 1 || puts === 8) throw new FilesAway('away');
      return node.files.put(...given);
    }),
  });
  const id = await node.request(clips.short);
  await checkPrepared(node, id);
  assert.equal((await rowOf(id)).attempts, 3);
});

test('a storage that stays away fails the video, and the stored part is removed', async (t) => {
  const node = newNode();
  let puts = 0;
  const files = node.filesWith(async (...given) => {
    puts += 1;
    if (puts > 2) throw new FilesAway('away');
    return node.files.put(...given);
  });
  const id = await node.request(clips.short);
  await database.db
    .updateTable('videos')
    .set({ attempts: mostAttempts - 2 })
    .where('id', '=', id)
    .execute();
  node.begin(t, { files });
  assert.equal((await untilState(id, 'failed')).failure, 'storage');
  await until(() => node.attempts().length === 0, 'the folder to be removed');
  assert.equal(node.storedFiles().length, 2);
  await node.removeFiles();
  assert.deepEqual(node.storedFiles(), []);
});

test('a full disk fails the video and leaves nothing behind', async (t) => {
  const node = newNode();
  const id = await node.request(clips.short);
  const { preparer } = node;
  const begin = preparer.begin.bind(preparer);
  preparer.begin = async (attempt: string) => {
    const path = await begin(attempt);
    // Each write into this file finds no space.
    const segment = preparer.segmentOf(attempt, 'source', 1);
    mkdirSync(dirname(segment));
    symlinkSync('/dev/full', segment);
    return path;
  };
  await database.db
    .updateTable('videos')
    .set({ attempts: mostAttempts - 2 })
    .where('id', '=', id)
    .execute();
  node.begin(t);
  assert.equal((await untilState(id, 'failed')).failure, 'storage');
  assert.equal((await rowOf(id)).attempts, mostAttempts);
  await until(() => node.attempts().length === 0, 'the folder to be removed');
  assert.deepEqual(node.storedFiles(), []);
});

test('nothing begins while the disk has too little space', async (t) => {
  const node = newNode();
  const id = await node.request(clips.short);
  await database.db
    .updateTable('videos')
    .set({ attempts: mostAttempts - 1 })
    .where('id', '=', id)
    .execute();
  node.begin(t, { space: { available: async () => 0, reserve: async () => undefined } });
  assert.equal((await untilState(id, 'failed')).failure, 'storage');
});

test('a program that is killed runs again; one that always dies ends the video', async (t) => {
  const node = newNode();
  node.begin(t);
  const id = await node.request(clips.long);
  const killed = new Set<number>();
  const killOne = async (count: number) => {
    await until(() => {
      const pid = programsIn(node.dataDir).find((one) => !killed.has(one));
      if (pid === undefined) return false;
      process.kill(pid, 'SIGKILL');
      return killed.add(pid).size === count;
    }, `program ${count} to be killed`);
  };
  await killOne(1);
  await killOne(2);
  await checkPrepared(node, id);
  assert.equal((await rowOf(id)).attempts, 3);
  const second = await node.request(clips.long);
  for (const count of [3, 4, 5]) await killOne(count);
  assert.equal((await untilState(second, 'failed')).failure, 'unknown');
});

test('a stop releases the video at once, and the next start prepares it', async () => {
  const node = newNode();
  node.start();
  const id = await node.request(clips.long);
  await until(() => programsIn(node.dataDir).length > 0, 'the program to run');
  await node.stop();
  const { state, attempts, nodeId } = await rowOf(id);
  assert.deepEqual([state, attempts, nodeId, node.attempts()], ['waiting', 0, null, []]);
  assert.deepEqual(programsIn(node.dataDir), []);
  node.start();
  await checkPrepared(node, id);
  await node.stop();
});

test('a deleted video stops its program, and its files are removed', async (t) => {
  const node = newNode();
  node.begin(t);
  const id = await node.request(clips.long);
  await until(() => programsIn(node.dataDir).length > 0, 'the program to run');
  await database.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  await until(() => programsIn(node.dataDir).length === 0 && node.attempts().length === 0, 'its end');
  assert.deepEqual([node.ended, node.storedFiles()], [[], []]);
});

test('the video of a lost node is prepared by another one, and by one only', async (t) => {
  const nodes = [newNode(), newNode()];
  const [first, second] = nodes;
  assert.ok(first && second);
  const id = await first.request(clips.short);
  const held = { state: 'preparing' as const, node_id: newId(), attempts: 1 };
  const claim = (claimed_until: Date) =>
    database.db
      .updateTable('videos')
      .set({ ...held, claimed_until })
      .where('id', '=', id)
      .execute();
  await claim(new Date(Date.now() + 3600_000));
  const shared = { files: first.files };
  for (const node of nodes) node.begin(t, shared);
  // It is looked for again before the other one is ready.
  const other = await first.request(clips.short);
  await untilState(other, 'ready');
  assert.equal((await rowOf(id)).nodeId, held.node_id);
  await claim(new Date(Date.now() - 1000));
  await checkPrepared(first, id);
  assert.equal(nodes.flatMap(({ ended }) => ended).filter((one) => one.id === id).length, 1);
  assert.equal((await rowOf(id)).attempts, 2);
});

test('a server that is killed at any moment leaves a video that the next one prepares', async (t) => {
  const segments = (node: TestNode, attempt: string | undefined) => {
    const folder = join(node.dataDir, 'preparing', attempt ?? '', 'source');
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };
  const node = newNode();
  const moments = [
    { moment: 'its program runs', has: () => programsIn(node.dataDir).length > 0, files: 0 },
    { moment: 'some segments are made', has: () => segments(node, node.attempts()[0]) > 5, files: 0 },
    { moment: 'some files are stored', has: () => node.storedFiles().length === 4, files: 4 },
  ];
  const id = await node.request(clips.long);
  for (const { moment, has, files } of moments) {
    const server = node.startProcess('source', files);
    t.after(() => server.kill('SIGKILL'));
    await until(() => has() || server.exitCode !== null, moment);
    assert.equal(server.exitCode, null, moment);
    server.kill('SIGKILL');
    await until(() => programsIn(node.dataDir).length === 0, 'the program to end with its server');
    assert.equal((await rowOf(id)).state, 'preparing', moment);
  }
  node.begin(t);
  await checkPrepared(node, id);
  assert.equal((await rowOf(id)).attempts, 4);
});

test('a video that nothing uses is deleted with its files after a while', async (t) => {
  const node = newNode();
  node.begin(t);
  const [used, unused] = [await node.request(clips.short), await node.request(clips.short)];
  await checkPrepared(node, used);
  await checkPrepared(node, unused);
  const { signal } = new AbortController();
  const { db } = database;
  const pass = async (ids: string[]) => {
    await deleteUnusedVideos({ db, findUsed: async () => new Set(ids) }, signal);
    await node.removeFiles();
  };
  await pass([]);
  assert.equal((await rowOf(unused)).state, 'ready', 'a new video is left alone');
  shorten(removalTimings, { unusedSeconds: -1 }, t);
  await pass([used]);
  assert.equal(await videoById(database.db, unused), undefined);
  await checkPrepared(node, used);
  assert.deepEqual(
    node.storedFiles().filter((key) => key.includes(unused)),
    [],
  );
});
