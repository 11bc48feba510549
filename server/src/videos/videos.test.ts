import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../testing/engines/own-database.ts';
import { shorten } from '../../testing/timings.ts';
import { checkFileKey } from '../engines/files/key.ts';
import { inTransaction } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { initIndex, segmentKey, videoIdOfKey } from './keys.ts';
import { timings } from './readable.ts';
import { cacheReadableVideos, posterKey, renditionsOf, requestVideo, videoById } from './videos.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());

const request = (source: { recordId: string } | { assetId: string }) =>
  inTransaction(database.db, (trx) => requestVideo(trx, { spaceId: newId(), ...source }));

const set = (videoId: string, fields: object) =>
  database.db.updateTable('videos').set(fields).where('id', '=', videoId).execute();

test('all requests of one source get the same video', async () => {
  const recordId = newId();
  const ids = await Promise.all(Array.from({ length: 8 }, () => request({ recordId })));
  assert.equal(new Set(ids).size, 1, 'concurrent requests');
  const [id = ''] = ids;
  const video = await videoById(database.db, id);
  assert.deepEqual(
    [video?.state, video?.recordId, video?.assetId, video?.nameKey.length, video?.progress],
    ['waiting', recordId, null, 32, null],
  );
  assert.deepEqual(await renditionsOf(database.db, id), []);
  // An asset may have the id of a recording.
  assert.notEqual(await request({ assetId: recordId }), id);
  assert.equal(await request({ recordId }), id);
});

test('a failed and a deleted video are requested anew', async () => {
  const assetId = newId();
  const failed = await request({ assetId });
  await set(failed, { state: 'failed', failure: 'no_video' });
  const second = await request({ assetId });
  assert.notEqual(second, failed);
  await set(second, { deleted_at: new Date() });
  const third = await request({ assetId });
  assert.notEqual(third, second);
  assert.equal(await videoById(database.db, second), undefined);
  assert.equal((await videoById(database.db, third))?.state, 'waiting');
});

test('the name of a segment is a valid key that only the secret of its video gives', () => {
  const video = { id: newId(), nameKey: Buffer.alloc(32, 1) };
  const keys = Array.from({ length: 500 }, (_, n) => segmentKey(video, 'source', n + initIndex));
  for (const key of keys) {
    checkFileKey(key);
    assert.equal(videoIdOfKey(key), video.id);
  }
  assert.match(keys[0] ?? '', /^videos\/[0-9a-f]{24}\/source\/[\w-]{22}\.mp4$/);
  assert.match(keys[1] ?? '', /^videos\/[0-9a-f]{24}\/source\/[\w-]{22}\.m4s$/);
  const others = [
    ...keys.map((_, n) => segmentKey(video, '360p', n + initIndex)),
    ...keys.map((_, n) => segmentKey({ ...video, nameKey: Buffer.alloc(32, 2) }, 'source', n + initIndex)),
  ].map((key) => key.split('/').at(-1));
  const names = keys.map((key) => key.split('/').at(-1));
  assert.equal(new Set([...names, ...others]).size, 1500);
});

test('files of a video can be read until it is deleted', async (t) => {
  const { db } = database;
  const id = await request({ recordId: newId() });
  const video = await videoById(db, id);
  assert.ok(video);
  const keys = [posterKey(video), segmentKey(video, 'source', 3)];
  const strange = ['videos', 'videos/', `videos/${newId()}/poster.jpg`, 'videos/../x', `records/${id}/x.mp4`];
  const readable = cacheReadableVideos(db);
  assert.deepEqual(await readable([...keys, ...strange]), new Set(keys));
  await set(id, { deleted_at: new Date() });
  assert.deepEqual(await readable(keys), new Set(keys), 'it is cached');
  assert.deepEqual(await cacheReadableVideos(db)(keys), new Set());
  shorten(timings, { knownMs: 0 }, t);
  assert.deepEqual(await readable(keys), new Set(), 'the cache is short');
});
