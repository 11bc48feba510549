import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  addPlayback,
  endPreparation,
  holdVideo,
  insertContent,
  insertUploadedContent,
  makePlayback,
  type TestPlayback,
} from '../../testing/playbacks.ts';
import { insertEndedRecord } from '../../testing/records/records.ts';
import { refused, refusedFields } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

/** A playback with a finished recording of its group as content. */
async function withRecord(): Promise<TestPlayback & { recordId: string }> {
  const made = await makePlayback(lectern);
  const { recordId } = await insertContent(lectern, made);
  await made.owner.updatePlayback({ ...made.at, body: { recordId } });
  return { ...made, recordId };
}

test('a finished recording is prepared, and the webinar is ready with its length', async () => {
  const { owner, at, recordId, playback } = await withRecord();
  const preparing = await owner.getPlayback(at);
  assert.deepEqual(
    [preparing.readinessStatus, preparing.readinessProgress, preparing.recordId, preparing.posterUrl],
    ['preparing', 0, recordId, null],
  );
  const { items: records } = await owner.listSpaceRecords({ spaceId: at.spaceId });
  assert.deepEqual(
    [preparing.contentName],
    records.map(({ name }) => name),
  );
  assert.ok(preparing.readinessStatusChangedAt > playback.readinessStatusChangedAt);
  await endPreparation(lectern, at.playbackId, { duration: 61.7 });
  const ready = await owner.getPlayback(at);
  assert.deepEqual(
    [ready.readinessStatus, ready.readinessProgress, ready.duration, ready.readinessReason],
    ['ready', null, 62, null],
  );
  assert.match(ready.posterUrl ?? '', /^http/);
  assert.equal(preparing.mediaUrl, null);
  assert.match(ready.mediaUrl ?? '', new RegExp(`^http.+/${ready.alias}\\.mp4`));
  assert.deepEqual((await owner.listPlaybacks(at)).items, [ready]);
  assert.deepEqual(await owner.updatePlayback({ ...at, body: ready }), ready);
});

test('another webinar with the same recording is ready at once', async () => {
  const first = await withRecord();
  await endPreparation(lectern, first.at.playbackId, { duration: 60 });
  const { owner, at } = await addPlayback(first);
  const { readinessStatus, duration } = await owner.updatePlayback({
    ...at,
    body: { recordId: first.recordId },
  });
  assert.deepEqual([readinessStatus, duration], ['ready', 60]);
});

test('a failed preparation names its reason and is repeated by the same request', async () => {
  const made = await withRecord();
  const { owner, at, recordId } = made;
  await endPreparation(lectern, at.playbackId, { failure: 'unreadable' });
  const failed = await owner.getPlayback(at);
  assert.deepEqual([failed.readinessStatus, failed.readinessReason], ['failed', 'unreadable']);
  await refused(owner.updatePlayback({ ...at, body: { readinessStatus: 'ready' } }), 'playback_not_prepared');
  await holdVideo(lectern, made);
  const again = await owner.updatePlayback({ ...at, body: { recordId } });
  assert.deepEqual([again.readinessStatus, again.readinessReason], ['preparing', null]);
  await endPreparation(lectern, at.playbackId, { duration: 60 });
  assert.equal((await owner.getPlayback(at)).readinessStatus, 'ready');
});

test('a webinar is taken offline and online again; online needs a prepared video', async () => {
  const { owner, at } = await withRecord();
  const set = async (readinessStatus: 'draft' | 'ready') =>
    (await owner.updatePlayback({ ...at, body: { readinessStatus } })).readinessStatus;
  await refused(set('ready'), 'playback_not_prepared');
  assert.equal(await set('draft'), 'draft');
  // The preparation continues, and does not put it online.
  await endPreparation(lectern, at.playbackId, { duration: 60 });
  const prepared = await owner.getPlayback(at);
  assert.deepEqual([prepared.readinessStatus, prepared.duration], ['draft', 60]);
  assert.equal(await set('ready'), 'ready');
  assert.equal(await set('draft'), 'draft');
  const empty = await addPlayback({ owner, spaceId: at.spaceId, room: (await makeGroup(lectern)).room });
  await refused(
    owner.updatePlayback({ ...empty.at, body: { readinessStatus: 'ready', name: 'Not stored' } }),
    'playback_not_prepared',
  );
  assert.equal((await owner.getPlayback(empty.at)).name, empty.playback.name);
});

test('new content is prepared anew, and removed content leaves a draft', async () => {
  const made = await withRecord();
  const { owner, at, recordId } = made;
  await endPreparation(lectern, at.playbackId, { duration: 60 });
  const other = await insertContent(lectern, made);
  const before = await owner.getPlayback(at);
  // As a client that reads the record, changes a field and sends it back.
  const changed = await owner.updatePlayback({ ...at, body: { ...before, recordId: other.recordId } });
  assert.deepEqual([changed.readinessStatus, changed.duration], ['preparing', null]);
  await owner.updatePlayback({ ...at, body: { recordId } });
  const removed = await owner.updatePlayback({ ...at, body: { recordId: null } });
  const { recordId: none, readinessStatus, duration, posterUrl } = removed;
  assert.deepEqual([none, readinessStatus, duration, posterUrl], [null, 'draft', null, null]);
});

test('a stated length counts until that of the video is known', async () => {
  const made = await makePlayback(lectern);
  const { owner, at } = made;
  await refusedFields(owner.updatePlayback({ ...at, body: { duration: 0 } }), 'duration');
  assert.equal((await owner.updatePlayback({ ...at, body: { duration: 3600 } })).duration, 3600);
  const { recordId } = await insertContent(lectern, made);
  const attached = await owner.updatePlayback({ ...at, body: { recordId, duration: 1800 } });
  assert.equal(attached.duration, 1800);
  // A change of the content leaves it as it is: no video is prepared.
  const other = await insertContent(lectern, made);
  for (const content of [other, { recordId: null }, { recordId }]) {
    assert.equal((await owner.updatePlayback({ ...at, body: content })).duration, 1800);
  }
  await endPreparation(lectern, at.playbackId, { duration: 1790.2 });
  assert.equal((await owner.updatePlayback({ ...at, body: { duration: 5 } })).duration, 1790);
});

test('only a finished recording of the same group is accepted', async () => {
  const made = await makePlayback(lectern);
  const { owner, at } = made;
  const unfinished = await insertEndedRecord(lectern, made, 'processing');
  await refused(owner.updatePlayback({ ...at, body: { recordId: unfinished.recordId } }), 'record_not_ready');
  const foreign = await insertEndedRecord(lectern, await makeGroup(lectern), 'finished');
  const deleted = await insertContent(lectern, made);
  await owner.deleteRecord({ ...at, roomId: made.room.id, recordId: deleted.recordId });
  for (const recordId of [foreign.recordId, deleted.recordId, 'f'.repeat(24)]) {
    await refusedFields(owner.updatePlayback({ ...at, body: { recordId } }), 'recordId');
  }
  await refusedFields(owner.updatePlayback({ ...at, body: { recordId: 'no id' } }), 'recordId');
  assert.deepEqual(await owner.getPlayback(at), made.playback);
});

test('a recording in use is deleted only by force, which takes its webinars offline', async () => {
  const first = await withRecord();
  const { owner, at, recordId, room, spaceId } = first;
  const second = await addPlayback(first, { name: 'Second' });
  await owner.updatePlayback({ ...second.at, body: { recordId } });
  await endPreparation(lectern, at.playbackId, { duration: 60 });
  const ofRecord = { spaceId, roomId: room.id, recordId };
  const { playbacks } = await refused(owner.deleteRecord(ofRecord), 'content_in_use');
  assert.deepEqual(
    playbacks,
    [first, second].map(({ playback: { id, name } }) => ({ id, name })),
  );
  await refused(owner.deleteRecord({ ...ofRecord, query: { force: false } }), 'content_in_use');
  await owner.deleteRecord({ ...ofRecord, query: { force: true } });
  await refused(owner.getRecord(ofRecord), 'not_found');
  for (const { at: place } of [first, second]) {
    const { readinessStatus, recordId: content, duration } = await owner.getPlayback(place);
    assert.deepEqual([readinessStatus, content, duration], ['draft', null, null]);
  }
});

test('an uploaded video is content too; it replaces a recording, and a recording replaces it', async () => {
  const made = await withRecord();
  const { owner, at, recordId, spaceId } = made;
  await endPreparation(lectern, at.playbackId, { duration: 60 });
  const { assetId } = await insertUploadedContent(lectern, made);
  await refusedFields(
    owner.updatePlayback({
      ...at,
      body: { assetId, recordId: (await insertContent(lectern, made)).recordId },
    }),
    'assetId',
  );
  const uploaded = await owner.updatePlayback({ ...at, body: { assetId } });
  assert.deepEqual(
    [uploaded.assetId, uploaded.recordId, uploaded.readinessStatus],
    [assetId, null, 'preparing'],
  );
  await endPreparation(lectern, at.playbackId, { duration: 30 });
  const ready = await owner.getPlayback(at);
  assert.deepEqual([ready.readinessStatus, ready.duration], ['ready', 30]);
  assert.notEqual(ready.mediaUrl, null);
  assert.deepEqual(await owner.updatePlayback({ ...at, body: ready }), ready);
  const { playbacks } = await refused(owner.deleteAsset({ spaceId, assetId }), 'content_in_use');
  assert.deepEqual(playbacks, [{ id: at.playbackId, name: made.playback.name }]);
  assert.equal((await owner.getAsset({ spaceId, assetId })).state, 'ready');
  const recorded = await owner.updatePlayback({ ...at, body: { recordId } });
  assert.deepEqual([recorded.assetId, recorded.recordId], [null, recordId]);
  await owner.updatePlayback({ ...at, body: { assetId } });
  await owner.deleteAsset({ spaceId, assetId, query: { force: true } });
  const { readinessStatus, assetId: none, duration } = await owner.getPlayback(at);
  assert.deepEqual([readinessStatus, none, duration], ['draft', null, null]);
  await refused(owner.getAsset({ spaceId, assetId }), 'not_found');
});

test('a stated length stays when the content is deleted before its video is prepared', async () => {
  const made = await makePlayback(lectern);
  const { owner, at } = made;
  const { assetId } = await insertUploadedContent(lectern, made);
  await owner.updatePlayback({ ...at, body: { assetId, duration: 3600 } });
  await owner.deleteAsset({ spaceId: at.spaceId, assetId, query: { force: true } });
  const { readinessStatus, duration } = await owner.getPlayback(at);
  assert.deepEqual([readinessStatus, duration], ['draft', 3600]);
});

test('only a complete upload of the same group is accepted', async () => {
  const made = await makePlayback(lectern);
  const { owner, at } = made;
  const unfinished = await insertUploadedContent(lectern, made, 'uploading');
  await refused(owner.updatePlayback({ ...at, body: unfinished }), 'asset_not_ready');
  const foreign = await insertUploadedContent(lectern, await makeGroup(lectern));
  const deleted = await insertUploadedContent(lectern, made);
  await owner.deleteAsset({ spaceId: at.spaceId, assetId: deleted.assetId });
  for (const { assetId } of [foreign, deleted, { assetId: 'f'.repeat(24) }]) {
    await refusedFields(owner.updatePlayback({ ...at, body: { assetId } }), 'assetId');
  }
  await refusedFields(owner.updatePlayback({ ...at, body: { assetId: 'no id' } }), 'assetId');
  assert.deepEqual(await owner.getPlayback(at), made.playback);
});

test('a deleted room takes the webinars offline that play its recordings; a deleted webinar frees its recording', async () => {
  const first = await withRecord();
  const { owner, spaceId, recordId, room, at } = first;
  const second = await addPlayback(first);
  await owner.updatePlayback({ ...second.at, body: { recordId } });
  await owner.deletePlayback(second.at);
  await owner.deleteRoom({ spaceId, roomId: room.id });
  const { readinessStatus, recordId: content } = await owner.getPlayback(at);
  assert.deepEqual([readinessStatus, content], ['draft', null]);

  const alone = await withRecord();
  await alone.owner.deletePlayback(alone.at);
  const place = { spaceId: alone.spaceId, roomId: alone.room.id, recordId: alone.recordId };
  await alone.owner.deleteRecord(place);
});
