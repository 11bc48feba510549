import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { AV_LOG_QUIET, Log } from 'node-av';
import { makeMedia } from '../../../../../recorder/testing/made-media.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../../testing/engines/own-database.ts';
import { shorten } from '../../../../testing/timings.ts';
import { programsIn, TestNode } from '../../../../testing/videos/test-node.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { FilesAway } from '../../../engines/files/files.ts';
import { timings as programTimings } from '../../../engines/preparer/preparer.ts';
import { timings as queueTimings } from '../../../platform/jobs/queue.ts';
import type { RenditionRow, VideoRow } from '../../store.ts';
import { renditionsOf, videoById } from '../../videos.ts';
import { mostAttempts, retryTimings } from '../failures.ts';
import { findRenditions } from '../preparing.store.ts';
import { timings as fullTimings } from '../preparing.ts';
import { videoKeys } from '../upload.ts';
import { coreLimits } from './free-cores.ts';
import { timings } from './preparing-small.ts';

// Makes small qualities with the real program. Other tests use the processors, which must not stop it.
let database: OwnDatabase;
let root: string;
const clips = { short: '', long: '', small: '' };

before(async () => {
  Log.setLevel(AV_LOG_QUIET);
  database = await startOwnDatabase();
  root = mkdtempSync(join(tmpdir(), 'lectern-small-'));
  for (const name of Object.keys(clips) as (keyof typeof clips)[]) clips[name] = join(root, `${name}.mp4`);
  const x264 = { encoder: 'libx264', options: { preset: 'ultrafast' } };
  const large = { ...x264, width: 1280, height: 720, hasNoise: true };
  makeMedia(clips.short, { seconds: 5, format: 'mp4', pictures: large, sound: { encoder: 'aac' } });
  makeMedia(clips.long, { seconds: 14, format: 'mp4', pictures: large });
  makeMedia(clips.small, { seconds: 3, format: 'mp4', pictures: { ...x264, width: 640, height: 480 } });
});
after(async () => {
  await database?.remove();
  rmSync(root, { recursive: true, force: true });
});

shorten(fullTimings, { everyMs: 50 });
shorten(timings, { everyMs: 50 });
shorten(queueTimings, { renewMs: 50 });
shorten(retryTimings, { retryMs: 20, longestRetryMs: 40 });
shorten(programTimings, { pauseLookMs: 20 });
shorten(coreLimits, { busyShare: 2 });

const newNode = (): TestNode => new TestNode(database, root);

const rowOf = async (id: string): Promise<VideoRow> => {
  const row = await videoById(database.db, id);
  assert.ok(row, `video ${id}`);
  return row;
};

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 120_000, message, interval: 5 });

async function untilSmall(id: string, state: VideoRow['smallState']): Promise<VideoRow> {
  await until(
    async () => (await rowOf(id)).smallState === state,
    `the small quality of ${id} to be ${state}`,
  );
  return rowOf(id);
}

const setSmallAttempts = (id: string, small_attempts: number) =>
  database.db.updateTable('videos').set({ small_attempts }).where('id', '=', id).execute();

const namesOf = (renditions: RenditionRow[]): string[] => renditions.map(({ name }) => name);

/** The video is ready, and has exactly the files of these qualities. */
async function checkQualities(node: TestNode, id: string, names: string[]): Promise<void> {
  const video = await rowOf(id);
  const renditions = await findRenditions(database.db, id);
  assert.deepEqual(namesOf(await renditionsOf(database.db, id)), names);
  assert.deepEqual(namesOf(renditions).sort(), [...names].sort());
  const stored = node.storedFiles().filter((key) => key.includes(id));
  assert.deepEqual(stored, videoKeys(video, renditions).sort(), 'exactly the files of the video');
  assert.deepEqual(
    [video.state, video.failure, video.nodeId, video.claimedUntil],
    ['ready', null, null, null],
  );
  await until(() => node.attempts().length === 0, 'the folder of the attempt to be removed');
  assert.deepEqual(
    node.ended.filter((one) => one.id === id),
    [{ id, state: 'ready', failure: null }],
  );
}

/** How many files of the small quality its program has written. */
function madeSegments(node: TestNode): number {
  const attempt = node.attempts().find((name) => name.includes('small'));
  const folder = join(node.dataDir, 'preparing', attempt ?? '', '360p');
  return attempt && existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Returns a condition: the program was found asleep many times in a row, without any work in between. */
function isAsleepOf(node: TestNode): () => boolean {
  let [seen, looks] = ['', 0];
  return () => {
    const [pid = 0] = programsIn(node.dataDir);
    const [state = '', ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const spent = `${state} ${rest[10]} ${rest[11]}`;
    looks = state === 'S' && spent === seen ? looks + 1 : 0;
    seen = spent;
    return looks > 40;
  };
}

const untilBegun = (node: TestNode) => until(() => madeSegments(node) > 1, 'some segments');

test('a video that is ready gets a small quality with the same segments', async (t) => {
  const node = newNode();
  node.begin(t);
  const id = await node.request(clips.short);
  const { smallAttempts, hasSound } = await untilSmall(id, 'ready');
  await checkQualities(node, id, ['source', '360p']);
  const [full, small] = await renditionsOf(database.db, id);
  assert.ok(full && small);
  assert.deepEqual([small.width, small.height, smallAttempts, hasSound], [640, 360, 1, true]);
  assert.deepEqual(small.durations.map(Math.round), full.durations.map(Math.round));
  assert.match(small.codecs, /^avc1\.\w+,mp4a\.40\.2$/);
  assert.ok(small.bandwidth < full.bandwidth * 0.75, `${small.bandwidth} of ${full.bandwidth} bits/s`);
});

test('a video without a gain has its full size only', async (t) => {
  const node = newNode();
  coreLimits.busyShare = 0;
  node.begin(t);
  const ids = [await node.request(clips.small), await node.request(clips.short)];
  const [small = '', large = ''] = ids;
  for (const id of ids) await until(async () => (await rowOf(id)).state === 'ready', 'the full size');
  assert.deepEqual([(await rowOf(small)).smallState, (await rowOf(large)).smallState], ['none', 'waiting']);
  await database.db
    .updateTable('video_renditions')
    .set({ bandwidth: 600_000 })
    .where('video_id', '=', large)
    .execute();
  coreLimits.busyShare = 2;
  await untilSmall(large, 'none');
  await checkQualities(node, large, ['source']);
});

test('it pauses while the node records, and while another video is prepared', async (t) => {
  const node = newNode();
  let isRecording = false;
  node.begin(t, { isRecording: async () => isRecording });
  const id = await node.request(clips.long);
  await untilBegun(node);
  isRecording = true;
  await until(isAsleepOf(node), 'the program to pause');
  const before = madeSegments(node);
  const other = await node.request(clips.small);
  await until(async () => (await rowOf(other)).state === 'ready', 'the full size of another video');
  assert.deepEqual([madeSegments(node), (await rowOf(id)).smallState], [before, 'preparing']);
  isRecording = false;
  await untilSmall(id, 'ready');
  await checkQualities(node, id, ['source', '360p']);
  assert.equal((await rowOf(id)).smallAttempts, 1);
});

test('it does not begin while a video waits for its full size', async (t) => {
  const node = newNode();
  let isAway = true;
  const firstReady = Promise.withResolvers<void>();
  const files = node.filesWith(async (...given) => {
    if (isAway && given[0].includes(waiting)) {
      await firstReady.promise;
      throw new FilesAway('away');
    }
    return node.files.put(...given);
  });
  shorten(retryTimings, { retryMs: 0, longestRetryMs: 0 }, t);
  const id = await node.request(clips.short);
  const waiting = await node.request(clips.small);
  node.begin(t, { files });
  await until(async () => (await rowOf(id)).state === 'ready', 'the full size of the first video');
  firstReady.resolve();
  await until(async () => (await rowOf(waiting)).attempts > 3, 'attempts at the second video');
  assert.deepEqual([(await rowOf(id)).smallState, (await rowOf(id)).smallAttempts], ['waiting', 0]);
  isAway = false;
  await untilSmall(id, 'ready');
  assert.equal((await rowOf(waiting)).state, 'ready');
});

test('a storage that is away is retried; if it stays away, nothing of the small quality is left', async (t) => {
  const node = newNode();
  let puts = 0;
  const files = node.filesWith(async (...given) => {
    if (!given[0].includes('/360p/')) return node.files.put(...given);
    puts += 1;
    if (puts === 3 || puts > 10) throw new FilesAway('away');
    return node.files.put(...given);
  });
  node.begin(t, { files });
  const first = await node.request(clips.short);
  assert.equal((await untilSmall(first, 'ready')).smallAttempts, 2);
  await checkQualities(node, first, ['source', '360p']);
  const second = await node.request(clips.long);
  await untilBegun(node);
  await setSmallAttempts(second, mostAttempts - 2);
  await untilSmall(second, 'failed');
  await checkQualities(node, second, ['source']);
});

test('a full disk and a program that dies end the small quality, and never the video', async (t) => {
  const node = newNode();
  const { preparer } = node;
  const begin = preparer.begin.bind(preparer);
  preparer.begin = async (attempt: string) => {
    const path = await begin(attempt);
    const segment = preparer.segmentOf(attempt, '360p', 1);
    mkdirSync(dirname(segment));
    // Each write into this file finds no space.
    symlinkSync('/dev/full', segment);
    return path;
  };
  node.begin(t);
  const full = await node.request(clips.short);
  // Its last attempt; the program below dies in each.
  await setSmallAttempts(full, mostAttempts - 1);
  assert.equal((await untilSmall(full, 'failed')).smallAttempts, mostAttempts);
  await checkQualities(node, full, ['source']);
  preparer.begin = begin;
  const dying = await node.request(clips.long);
  const killed = new Set<number>();
  await until(() => {
    const pid = madeSegments(node) > 0 ? programsIn(node.dataDir).find((one) => !killed.has(one)) : undefined;
    if (pid === undefined) return false;
    process.kill(pid, 'SIGKILL');
    return killed.add(pid).size === 3;
  }, 'three programs to be killed');
  await untilSmall(dying, 'failed');
  await checkQualities(node, dying, ['source']);
});

test('a server that is killed at any moment leaves a small quality that the next one makes', async (t) => {
  const node = newNode();
  const storedSegments = () => node.storedFiles().filter((key) => key.includes('/360p/')).length;
  const moments = [
    { moment: 'some segments are made', has: () => madeSegments(node) > 3, files: 0 },
    { moment: 'some files are stored', has: () => storedSegments() === 2, files: 2 },
  ];
  const id = await node.request(clips.long);
  for (const { moment, has, files } of moments) {
    const server = node.startProcess('360p', files);
    t.after(() => server.kill('SIGKILL'));
    await until(() => has() || server.exitCode !== null, moment);
    assert.equal(server.exitCode, null, moment);
    server.kill('SIGKILL');
    await until(() => programsIn(node.dataDir).length === 0, 'the program to end with its server');
    const { state, smallState } = await rowOf(id);
    assert.deepEqual([state, smallState], ['ready', 'preparing'], moment);
    assert.deepEqual(namesOf(await renditionsOf(database.db, id)), ['source'], moment);
  }
  node.ended.push({ id, state: 'ready', failure: null });
  node.begin(t);
  assert.equal((await untilSmall(id, 'ready')).smallAttempts, 3);
  await checkQualities(node, id, ['source', '360p']);
});

test('a paused program ends with its server', async (t) => {
  const node = newNode();
  let isRecording = false;
  node.start({ isRecording: async () => isRecording });
  t.after(() => node.stop());
  const id = await node.request(clips.long);
  await untilBegun(node);
  isRecording = true;
  await node.stop();
  assert.deepEqual([programsIn(node.dataDir), node.attempts()], [[], []]);
  const { smallState, smallAttempts, nodeId } = await rowOf(id);
  assert.deepEqual([smallState, smallAttempts, nodeId], ['waiting', 0, null]);
});

test('a deleted video stops its program, and all its files are removed', async (t) => {
  const node = newNode();
  const stored: string[] = [];
  const files = node.filesWith(async (...given) => {
    await node.files.put(...given);
    stored.push(given[0]);
  });
  node.begin(t, { files });
  const id = await node.request(clips.long);
  await until(() => stored.some((key) => key.includes('/360p/')), 'a stored segment');
  await database.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  await until(() => programsIn(node.dataDir).length === 0 && node.attempts().length === 0, 'its end');
  await node.stop();
  await database.db.updateTable('videos').set({ claimed_until: null }).where('id', '=', id).execute();
  await node.removeFiles();
  assert.deepEqual(node.storedFiles(), []);
});
