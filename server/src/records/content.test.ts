import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Language } from '../../../contract/languages.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { insertFailedRecord, silentParts, withoutRecorder } from '../../testing/records/records.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { finishRecord, markPictureArrived, stopRecord } from './lifecycle.ts';
import { usualName } from './name.ts';
import type { NewVoice } from './transitions.store.ts';

let lectern: Lectern;
let database: Database;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess(withoutRecorder);
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const quality = { lateTicks: 2, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 };

interface Made {
  name?: string;
  at?: string;
  where?: TestGroup;
  callId?: string;
  voices?: Omit<NewVoice, 'key'>[];
  parts?: boolean;
}

/** A finished recording whose files in the storage contain their own names. */
async function makeFinished(made: Made = {}): Promise<{ recordId: string; callId: string }> {
  const {
    name = 'Lesson',
    at = '2026-11-22T10:15:30.250Z',
    where = group,
    voices: named = [],
    parts = true,
  } = made;
  const { recordId, callId } = await insertFailedRecord(lectern, where);
  const startedAt = new Date(at);
  await database.db
    .updateTable('records')
    .set({
      ...{ name, created_at: startedAt, state: 'new', failure: null, finished_at: null },
      ...(made.callId !== undefined && { call_id: made.callId }),
    })
    .where('id', '=', recordId)
    .execute();
  const folder = `records/${where.spaceId}/${recordId}`;
  const voices = named.map((voice, index) => ({ ...voice, key: `${folder}/voice-${index + 1}.ogg` }));
  const video = `${folder}/video.mp4`;
  const files = parts
    ? {
        ...{ video, poster: `${folder}/poster.jpg`, preview: `${folder}/preview.mp4` },
        speech: `${folder}/speech.json`,
      }
    : { video };
  for (const key of [...Object.values(files), ...voices.map((voice) => voice.key)]) {
    const path = join(lectern.dataDir, 'files', key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `the bytes of ${key}`);
  }
  const { db } = database;
  await markPictureArrived(silentParts, db, { recordId, at: startedAt });
  await stopRecord(silentParts, db, { recordId, at: new Date(), reason: 'person' });
  const what = { duration: 61.44, width: 1280, height: 720, bytes: 5_000_000_000, isPartial: true, quality };
  assert.ok(await finishRecord(silentParts, db, { recordId, made: { ...what, files }, voices }));
  return { recordId, callId: made.callId ?? callId };
}

async function contentOf(url: string | null): Promise<string> {
  assert.ok(url, 'a URL');
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.text();
}

test('a finished recording has its data, a poster and a preview', async () => {
  const { recordId, callId } = await makeFinished();
  const record = await group.owner.getRecord({ ...group.at, recordId });
  const { finishedAt, posterUrl, previewUrl, ...rest } = record;
  assert.deepEqual(rest, {
    ...{ id: recordId, name: 'Lesson', fileSize: 5_000_000_000, ...group.at, callId, state: 'finished' },
    ...{ createdAt: '2026-11-22T10:15:30.250Z', startedAt: '2026-11-22T10:15:30.250Z', duration: 61.44 },
    ...{ width: 1280, height: 720, isPartial: true, layout: 'speaker', startedBy: null, failure: null },
    ...{ progress: null, quality, isWatchingAllowed: null, isSample: false },
    transcription: { state: 'unavailable', progress: null, reason: null, revision: null },
  });
  assert.notEqual(finishedAt, null);
  assert.match(await contentOf(posterUrl), /poster\.jpg$/);
  assert.match(await contentOf(previewUrl), /preview\.mp4$/);
  const addresses = async () => {
    const shown = await group.owner.getRecord({ ...group.at, recordId });
    return [shown.posterUrl, shown.previewUrl];
  };
  const again = await addresses();
  // The URLs change every ten minutes: between the first two requests or after them, but not both.
  const before = again[0] === posterUrl ? [posterUrl, previewUrl] : await addresses();
  assert.deepEqual(again, before, 'a page that asks again gets the same URLs');
});

test('the download URL works without a credential, with ranges and a readable file name', async () => {
  const { recordId } = await makeFinished({ name: 'Алгебра: "5/б" 🎉' });
  const response = await fetch(
    `${lectern.url}/v1/spaces/${group.spaceId}/rooms/${group.room.id}/records/download/${recordId}`,
    { headers: { authorization: `Bearer ${lectern.owner.personalToken}` } },
  );
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  const url = await response.text();
  assert.match(url, /^http:\/\//);
  const file = await fetch(url, { headers: { range: 'bytes=4-8' } });
  assert.deepEqual([file.status, await file.text()], [206, 'bytes']);
  assert.equal(file.headers.get('content-type'), 'video/mp4');
  const disposition = file.headers.get('content-disposition') ?? '';
  assert.match(disposition, /^attachment;/);
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? '';
  assert.equal(decodeURIComponent(name), 'Алгебра 5 б 🎉 2026-11-22 10-15.mp4');
});

test('a name with characters that file systems refuse becomes a valid file name', async () => {
  const createdAt = new Date('2026-11-22T10:15:30.250Z');
  const namedIn = (language: Language, timeZone: string) => {
    const name = usualName('Algebra', createdAt, { language, timeZone });
    return [[name, `${name.replace(':', '-')}.mp4`]] as const;
  };
  for (const [name, wanted] of [
    ['../../etc/passwd', 'etc passwd 2026-11-22 10-15.mp4'],
    ['...', 'Recording 2026-11-22 10-15.mp4'],
    ['a\u202eb\u0000\r\nc', 'a b c 2026-11-22 10-15.mp4'],
    ['x'.repeat(200), `${'x'.repeat(100)} 2026-11-22 10-15.mp4`],
    // The usual name has the time already, and had the day before; another number of the year is none.
    ...namedIn('en', 'UTC'),
    ...namedIn('ru', 'Pacific/Auckland'),
    ...namedIn('en', 'Asia/Kathmandu'),
    ['Algebra, 22 November 2026, 10:16', 'Algebra, 22 November 2026, 10-16 2026-11-22 10-15.mp4'],
    ['Algebra, 22 November 2026', 'Algebra, 22 November 2026 10-15.mp4'],
    ['Алгебра, 22 ноября 2026 г.', 'Алгебра, 22 ноября 2026 г 10-15.mp4'],
    ['Exams of 2026', 'Exams of 2026 2026-11-22 10-15.mp4'],
  ] as const) {
    const { recordId } = await makeFinished({ parts: false });
    // PostgreSQL refuses a zero byte in a text, but accepts the other characters.
    const stored = name.replace('\u0000', '');
    await database.db.updateTable('records').set({ name: stored }).where('id', '=', recordId).execute();
    const url = await group.owner.downloadRecord({ ...group.at, recordId });
    const file = await fetch(url, { method: 'HEAD' });
    const given = /filename\*=UTF-8''([^;]+)/.exec(file.headers.get('content-disposition') ?? '')?.[1];
    const plain = /filename="([^"]+)"/.exec(file.headers.get('content-disposition') ?? '')?.[1];
    assert.equal(decodeURIComponent(given ?? plain ?? ''), wanted);
  }
});

test('media returns the URL of every file, and each voice with its speaker', async () => {
  const entered = await enterBy(lectern, group, {
    url: await makeLink(group, { username: 'Ann', externalUserId: 'student-1' }),
  });
  const voices = [
    { participantId: entered.id, name: 'Before', offset: 0, duration: 12.5, bytes: 9 },
    { participantId: newId(), name: 'Gone', offset: 3.25, duration: 2, bytes: 9 },
  ];
  const { recordId } = await makeFinished({ voices });
  const media = await group.owner.getRecordMedia({ ...group.at, recordId });
  assert.match(await contentOf(media.videoUrl), /video\.mp4$/);
  assert.match(await contentOf(media.posterUrl), /poster\.jpg$/);
  assert.match(await contentOf(media.previewUrl), /preview\.mp4$/);
  assert.match(await contentOf(media.speechUrl), /speech\.json$/);
  const shown = (await fetch(media.videoUrl, { method: 'HEAD' })).headers;
  assert.match(shown.get('content-disposition') ?? 'inline', /^inline/);
  const inDay = new Date(media.expiresAt).getTime() - Date.now();
  assert.ok(Math.abs(inDay - 24 * 3_600_000) < 60_000);
  assert.deepEqual(
    media.voices.map(({ url: _url, ...voice }) => voice),
    [
      {
        ...{ participantId: entered.id, externalUserId: 'student-1', name: 'Ann' },
        ...{ offset: 0, duration: 12.5 },
      },
      {
        ...{ participantId: voices[1]?.participantId, externalUserId: null, name: 'Gone' },
        ...{ offset: 3.25, duration: 2 },
      },
    ],
  );
  for (const [index, { url }] of media.voices.entries())
    assert.match(await contentOf(url), new RegExp(`voice-${index + 1}\\.ogg$`));
});

test('lists are filtered by every parameter, in both orders', async () => {
  const other = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Physics' } });
  const there: TestGroup = { ...group, room: other, at: { spaceId: group.spaceId, roomId: other.id } };
  const first = await makeFinished({ name: 'One 100%', at: '2026-11-20T10:00:00.000Z' });
  const second = await makeFinished({ name: 'Two', at: '2026-11-21T10:00:00.000Z' });
  const { recordId: failed, callId } = await insertFailedRecord(lectern, group);
  const far = await makeFinished({ name: 'Two there', at: '2026-11-22T10:00:00.000Z', where: there });
  type Of = Parameters<typeof group.owner.listSpaceRecords>[0]['query'];
  const inRoom = async (query: Of = {}) => {
    const { items, total } = await group.owner.listRecords({ ...group.at, query });
    assert.equal(items.length, total);
    return items.map(({ id }) => id);
  };
  const inGroup = async (query: Of = {}) => {
    const { items } = await group.owner.listSpaceRecords({ spaceId: group.spaceId, query });
    return items.map(({ id }) => id);
  };
  const all = [failed, second.recordId, first.recordId];
  const sorted = await inRoom();
  assert.deepEqual(sorted.toSorted(), all.toSorted());
  assert.deepEqual(await inRoom({ order: 'asc' }), sorted.toReversed());
  const finished = { state: 'finished' } as const;
  assert.deepEqual(await inRoom(finished), [second.recordId, first.recordId]);
  assert.deepEqual(await inRoom({ state: 'failed' }), [failed]);
  assert.deepEqual(await inRoom({ state: 'new' }), []);
  assert.deepEqual(await inRoom({ callId }), [failed]);
  assert.deepEqual(await inRoom({ callId: newId() }), []);
  assert.deepEqual(await inRoom({ name: 'ONE' }), [first.recordId]);
  assert.deepEqual(await inRoom({ name: '0%' }), [first.recordId]);
  assert.deepEqual(await inRoom({ name: '_' }), []);
  const [from, to] = ['2026-11-20T10:00:00.000Z', '2026-11-21T13:00:00+03:00'];
  assert.deepEqual(await inRoom({ ...finished, dateFrom: from, dateTo: to }), [first.recordId]);
  assert.deepEqual(await inRoom({ ...finished, dateFrom: to }), [second.recordId]);
  assert.deepEqual(await inGroup({ name: 'two' }), [far.recordId, second.recordId]);
  assert.deepEqual(await inGroup({ roomId: other.id }), [far.recordId]);
  assert.deepEqual(await inGroup({ roomId: newId() }), []);
  const page = await group.owner.listSpaceRecords({
    spaceId: group.spaceId,
    query: { ...finished, limit: 1, offset: 1 },
  });
  assert.deepEqual([page.total, page.items.map(({ id }) => id)], [3, [second.recordId]]);
  assert.deepEqual(
    (await group.owner.listSpaceRecords({ spaceId: group.spaceId, query: finished })).items.map(
      ({ roomName, name }) => [roomName, name],
    ),
    [
      ['Physics', 'Two there'],
      ['Algebra', 'Two'],
      ['Algebra', 'One 100%'],
    ],
  );
});

test('the recordings of a call are found by its id, newest first', async () => {
  const { recordId: first, callId } = await makeFinished({ at: '2026-11-20T10:00:00.000Z' });
  const { recordId: second } = await makeFinished({ at: '2026-11-20T11:00:00.000Z', callId });
  const found = await group.owner.getRecordByCall({ ...group.at, callId });
  assert.equal(found.id, second);
  assert.deepEqual(
    found.items.map(({ id }) => id),
    [second, first],
  );
  const elsewhere = await makeGroup(lectern);
  await refused(elsewhere.owner.getRecordByCall({ ...elsewhere.at, callId }), 'not_found');
  await group.owner.deleteRecord({ ...group.at, recordId: second });
  assert.equal((await group.owner.getRecordByCall({ ...group.at, callId })).id, first);
  await group.owner.deleteRecord({ ...group.at, recordId: first });
  await refused(group.owner.getRecordByCall({ ...group.at, callId }), 'not_found');
});

test('a recording can be renamed, and deleted for everybody at once', async () => {
  const { recordId } = await makeFinished();
  const at = { ...group.at, recordId };
  const renamed = await group.owner.updateRecord({ ...at, body: { name: 'Lesson 6' } });
  assert.equal(renamed.name, 'Lesson 6');
  assert.deepEqual(await group.owner.updateRecord(at), renamed);
  assert.equal(await group.owner.deleteRecord(at), undefined);
  await refused(group.owner.getRecord(at), 'not_found');
  await refused(group.owner.deleteRecord(at), 'not_found');
  await refused(group.owner.downloadRecord(at), 'not_found');
  assert.equal((await group.owner.listRecords(group.at)).total, 0);
  const row = await database.db
    .selectFrom('records')
    .select(['deleted_at', 'files'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  assert.ok(row.deleted_at && row.files, 'the files to be removed from the storage are still known');
});

test('every address of a deleted recording responds 404 at once', async () => {
  const { recordId } = await makeFinished({
    voices: [{ participantId: newId(), name: 'Ann', offset: 0, duration: 1, bytes: 1 }],
  });
  const at = { ...group.at, recordId };
  const { videoUrl, posterUrl, previewUrl, speechUrl, voices } = await group.owner.getRecordMedia(at);
  const shown = await group.owner.getRecord(at);
  const addresses = [
    ...[await group.owner.downloadRecord(at), videoUrl, posterUrl, previewUrl, speechUrl],
    ...[shown.posterUrl, shown.previewUrl, ...voices.map(({ url }) => url)],
  ].filter((address) => address !== null);
  assert.equal(addresses.length, 8);
  for (const address of addresses) await contentOf(address);
  await group.owner.deleteRecord(at);
  const found = await Promise.all(addresses.map(async (address) => (await fetch(address)).status));
  assert.deepEqual(new Set(found), new Set([404]));
});

test('a recording that is not finished cannot be deleted, and its files are not available', async () => {
  const { recordId } = await insertFailedRecord(lectern, group);
  const at = { ...group.at, recordId };
  const change = (values: object) =>
    database.db.updateTable('records').set(values).where('id', '=', recordId).execute();
  // The files are being uploaded.
  const names = { video: 'a/video.mp4', poster: 'a/poster.jpg', preview: 'a/preview.mp4' };
  const ended = { failure: null, finished_at: null, files: JSON.stringify(names) };
  for (const state of ['new', 'recording', 'processing'] as const) {
    await change({ ...ended, state });
    const refusal = await refused(group.owner.deleteRecord(at), 'record_active');
    assert.equal(refusal.recordId, recordId);
    await refused(group.owner.downloadRecord(at), 'record_not_ready');
    await refused(group.owner.getRecordMedia(at), 'record_not_ready');
    const { posterUrl, previewUrl, fileSize } = await group.owner.getRecord(at);
    assert.deepEqual([posterUrl, previewUrl, fileSize], [null, null, null]);
  }
  await change({ state: 'aborted', finished_at: new Date() });
  await refused(group.owner.downloadRecord(at), 'record_not_ready');
  await group.owner.deleteRecord(at);
});

test('the progress of the upload is published', async () => {
  const { recordId } = await insertFailedRecord(lectern, group);
  await database.db
    .updateTable('records')
    .set({ state: 'processing', failure: null, finished_at: null, progress: 0.5 })
    .where('id', '=', recordId)
    .execute();
  assert.equal((await group.owner.getRecord({ ...group.at, recordId })).progress, 0.5);
});

test('an erased person is named in no recording, and the file of their voice is removed', async () => {
  const url = await makeLink(group, { username: 'Ann Secret', externalUserId: 'student-9' });
  const { id } = await enterBy(lectern, group, { url });
  const rest = { offset: 0, duration: 1, bytes: 1 };
  const voices = [
    { participantId: id, name: 'Ann Secret', ...rest },
    { participantId: newId(), name: 'Bob', ...rest },
  ];
  const { recordId } = await makeFinished({ voices });
  await database.db
    .updateTable('records')
    .set({ started_by_participant: id, started_by_name: 'Ann Secret' })
    .where('id', '=', recordId)
    .execute();
  const at = { ...group.at, recordId };
  const { voices: before, videoUrl } = await group.owner.getRecordMedia(at);
  assert.equal(before.length, 2);
  await group.owner.erasePerson({ externalUserId: 'student-9' });
  assert.equal((await fetch(before[0]?.url ?? '')).status, 404, 'at once');
  const record = await group.owner.getRecord(at);
  assert.deepEqual(record.startedBy, { name: 'Erased person', participantId: id });
  const { voices: left } = await group.owner.getRecordMedia(at);
  assert.deepEqual(
    left.map(({ name }) => name),
    ['Bob'],
  );
  const pathOf = (name: string) => join(lectern.dataDir, 'files/records', group.spaceId, recordId, name);
  await waitUntil(() => !existsSync(pathOf('voice-1.ogg')), { timeout: 30_000, message: 'no file' });
  assert.match(await contentOf(left[0]?.url ?? ''), /voice-2/);
  assert.match(await contentOf(videoUrl), /video\.mp4$/);
  // The deletion of the recording removes the rest, and does not miss the voice.
  await group.owner.deleteRecord(at);
  await waitUntil(() => !existsSync(pathOf('voice-2.ogg')), { timeout: 30_000, message: 'no files' });
});
