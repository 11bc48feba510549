import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { AV_LOG_QUIET, Log } from 'node-av';
import { makeMedia } from '../../../recorder/testing/made-media.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { shorten } from '../../testing/timings.ts';
import { filesIn } from '../../testing/videos/preparing-node.ts';
import { waitUntil } from '../../testing/wait.ts';
import { FolderStore } from '../engines/files/folder.ts';
import { Keyring } from '../platform/crypto.ts';
import { inTransaction } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { timings } from './readable.ts';
import { initIndex, renditionsOf, requestVideo, segmentKey, type VideoRow, videoById } from './videos.ts';

// A recording is prepared by a whole server, and its segments are served at signed URLs until the video is deleted.
const key = 'the key of an installation whose videos are under test';
let lectern: InProcess;
let database: Database;
let group: TestGroup;
before(async () => {
  Log.setLevel(AV_LOG_QUIET);
  lectern = await startInProcess({ LECTERN_SECRET_KEY: key, LECTERN_ROLES: 'api,jobs' });
  database = await databaseOf(lectern);
  group = await makeGroup(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Inserts a finished recording, which needs LiveKit to be made. */
async function insertRecording(): Promise<string> {
  const [recordId, callId] = [newId(), newId()];
  const video = `records/${group.spaceId}/${recordId}/video.mp4`;
  const path = join(filesIn(lectern.dataDir), video);
  mkdirSync(dirname(path), { recursive: true });
  makeMedia(path, {
    ...{ seconds: 5, format: 'mp4', sound: { encoder: 'aac' } },
    pictures: { encoder: 'libx264', options: { preset: 'ultrafast' } },
  });
  const at = new Date();
  await database.db
    .insertInto('records')
    .values({
      ...{ id: recordId, space_id: group.spaceId, room_id: group.room.id, call_id: callId, name: 'Algebra' },
      ...{ layout: 'speaker', max_seconds: 60, state: 'finished', files: JSON.stringify({ video }) },
      ...{ created_at: at, started_at: at, finished_at: at, duration: 5 },
    })
    .execute();
  return recordId;
}

test('a recording becomes a video whose segments are served until it is deleted', async (t) => {
  const { db } = database;
  const recordId = await insertRecording();
  const id = await inTransaction(db, (trx) => requestVideo(trx, { spaceId: group.spaceId, recordId }));
  const ready = async (): Promise<VideoRow | undefined> => {
    const video = await videoById(db, id);
    assert.notEqual(video?.state, 'failed', `${video?.failure}`);
    return video?.state === 'ready' ? video : undefined;
  };
  const video = await waitUntil(ready, { timeout: 120_000, message: 'the video to be ready' });
  const [source] = await renditionsOf(db, id);
  assert.ok(source);
  const store = new FolderStore({
    folder: filesIn(lectern.dataDir),
    url: new URL(lectern.url),
    keyring: new Keyring([key]),
  });
  const until = new Date(Date.now() + 120_000);
  const addressOf = (index: number): Promise<string> =>
    store.addressOf(segmentKey(video, 'source', index), {
      ...{ name: 'segment.m4s', contentType: 'video/mp4', disposition: 'inline', until },
    });
  const addresses = await Promise.all([initIndex, ...source.durations.keys()].map(addressOf));
  for (const [at, address] of addresses.entries()) {
    const answer = await fetch(address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200);
    assert.equal(bytes.toString('latin1', 4, 8), at === 0 ? 'ftyp' : 'moof');
    assert.deepEqual(bytes, readFileSync(store.pathOf(segmentKey(video, 'source', at - 1))));
  }
  assert.equal(
    (await fetch(await addressOf(source.durations.length))).status,
    404,
    'there is no further segment',
  );
  shorten(timings, { knownMs: 0 }, t);
  await db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  assert.equal((await fetch(addresses[1] ?? '')).status, 404);
});
