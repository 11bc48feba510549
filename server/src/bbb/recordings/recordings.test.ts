import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { insertTranscript } from '../../../testing/records/transcripts.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { insertRecordOf } from '../../playbacks/timeline/testing/recorded.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

/** Creates a meeting in which something was recorded, ends it, and waits until its recording is in this state. */
async function record(
  group: BbbGroup,
  meetingID: string,
  {
    more = {},
    state = 'published',
  }: { more?: Record<string, string>; state?: 'published' | 'processing' } = {},
) {
  const { db } = database;
  const created = await group.bbb.call('create', { meetingID, record: 'true', ...more });
  const recordId = created.field('internalMeetingID') ?? '';
  const room = await db
    .selectFrom('bbb_meetings')
    .select(['room_id', 'created_at'])
    .where('internal_id', '=', recordId)
    .where('space_id', '=', group.spaceId)
    .executeTakeFirstOrThrow();
  const place = { spaceId: group.spaceId, room: { ...group.room, id: room.room_id } };
  const partId = await insertRecordOf(db, place, { startedAt: new Date(), seconds: 90 });
  if (state === 'processing') {
    const unfinished = { state, finished_at: null };
    await db.updateTable('records').set(unfinished).where('id', '=', partId).execute();
  }
  assert.equal((await group.bbb.call('end', { meetingID })).field('returncode'), 'SUCCESS');
  const stateOf = async () => (await read(group, { recordID: recordId, state: 'any' })).field('state');
  await waitUntil(async () => (await stateOf()) === state, {
    timeout: 20_000,
    message: `the recording to be ${state}`,
  });
  return { recordId, partId };
}

const read = (group: BbbGroup, parameters: Record<string, string> = {}) =>
  group.bbb.call('getRecordings', parameters);
const idsIn = (xml: string): string[] => [...xml.matchAll(/<recordID>([^<]+)</g)].map(([, id = '']) => id);
const addressIn = (xml: string): string => /<url>([^<]+)</.exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? '';
const statusOf = async (url: string, method = 'HEAD') =>
  (await fetch(url, { method, redirect: 'manual' })).status;

test('a recording is known by the id of create, plays at its address, and its callbacks are sent', async () => {
  const group = await makeBbbGroup(lectern);
  const meta = {
    name: 'Algebra & more',
    'meta_bbb-context-id': '42',
    'meta_bbb-recording-ready-url': `${receiver.url}/ready`,
    meta_endCallbackUrl: `${receiver.url}/end`,
  };
  const { recordId } = await record(group, 'algebra', { more: meta });
  const { text } = await read(group);
  assert.deepEqual(idsIn(text), [recordId]);
  assert.match(text, /<name>Algebra &amp; more<\/name>/);
  assert.match(text, /<metadata>.*<bbb-context-id>42<\/bbb-context-id>.*<meetingId>algebra<\/meetingId>/s);
  assert.match(text, /<published>true<\/published><protected>false<\/protected><state>published<\/state>/);
  assert.match(
    text,
    /<type>video<\/type><url>[^<]+<\/url><processingTime>\d+<\/processingTime><length>1<\/length>/,
  );
  assert.equal(await statusOf(addressIn(text)), 200);
  await waitUntil(() => receiver.received.length === 2, { timeout: 20_000, message: 'both callbacks' });
  assert.deepEqual(receiver.received.map(({ path }) => path.split('?')[0]).sort(), ['/end', '/ready']);
});

test('recordings are found by parts of ids, meetings, states and metadata; empty entries name nothing', async () => {
  const group = await makeBbbGroup(lectern);
  const first = await record(group, 'one', { more: { 'meta_a-b': 'x' } });
  const second = await record(group, 'two');
  const found = async (parameters: Record<string, string>) => idsIn((await read(group, parameters)).text);
  assert.deepEqual(await found({}), [second.recordId, first.recordId]);
  assert.deepEqual(await found({ recordID: `${first.recordId.slice(0, 40)},` }), [first.recordId]);
  assert.deepEqual(await found({ recordID: ',' }), []);
  assert.deepEqual(await found({ meetingID: 'two,' }), [second.recordId]);
  assert.deepEqual(await found({ recordID: first.recordId, meetingID: 'two' }), [first.recordId]);
  assert.deepEqual(await found({ 'meta_A-B': 'x' }), [first.recordId]);
  assert.deepEqual(await found({ state: 'unpublished' }), []);
  const page = await read(group, { limit: '1', offset: '1' });
  assert.deepEqual(idsIn(page.text), [first.recordId]);
  assert.equal(page.field('totalElements'), '2');
  const none = await read(await makeBbbGroup(lectern));
  assert.match(none.text, /<returncode>SUCCESS<\/returncode><recordings\/><messageKey>noRecordings</);
});

test('recordings are unpublished, protected, renamed and deleted, by their own group alone', async () => {
  const group = await makeBbbGroup(lectern);
  const { recordId: recordID, partId } = await record(group, 'algebra', { more: { meta_old: '1' } });
  const { bbb } = group;
  const address = addressIn((await read(group)).text);
  const other = await makeBbbGroup(lectern);
  for (const [call, more] of [
    ['publishRecordings', { publish: 'false' }],
    ['updateRecordings', { meta_name: 'stolen' }],
    ['deleteRecordings', {}],
  ] as const) {
    assert.equal((await other.bbb.call(call, { recordID, ...more })).field('messageKey'), 'notFound');
    assert.equal((await bbb.call(call, more)).field('messageKey'), 'missingParamRecordID');
  }
  assert.equal(
    (await bbb.call('publishRecordings', { recordID })).field('messageKey'),
    'missingParamPublish',
  );
  const unpublished = await bbb.call('publishRecordings', {
    recordID: `${recordID},unknown`,
    publish: 'false',
  });
  assert.equal(unpublished.field('published'), 'false');
  assert.equal(await statusOf(address), 404);
  await bbb.call('publishRecordings', { recordID, publish: 'true' });
  assert.equal(await statusOf(address), 200);
  const change = { recordID, protect: 'true', meta_name: 'Geometry', meta_old: '' };
  assert.equal((await bbb.call('updateRecordings', change)).field('updated'), 'true');
  const changed = await read(group);
  assert.equal(changed.field('protected'), 'true');
  assert.match(changed.text, /<name>Geometry<\/name><isBreakout>/);
  assert.doesNotMatch(changed.text, /<old>/);
  assert.equal(await statusOf(address), 403);
  const fresh = addressIn(changed.text);
  assert.deepEqual([await statusOf(fresh), await statusOf(fresh, 'GET')], [200, 200]);
  assert.equal((await bbb.call('deleteRecordings', { recordID })).field('deleted'), 'true');
  assert.equal(await statusOf(fresh), 404);
  assert.match((await read(group, { state: 'any' })).text, /<recordings\/>/);
  const { deleted_at: deletedAt } = await database.db
    .selectFrom('records')
    .select('deleted_at')
    .where('id', '=', partId)
    .executeTakeFirstOrThrow();
  assert.ok(deletedAt);
});

test('a recording that is unpublished while it is processed is not published when it is ready', async () => {
  const group = await makeBbbGroup(lectern);
  const { bbb } = group;
  const more = { 'meta_bbb-recording-ready-url': 'https://lms.example/ready' };
  const unready = async (meetingID: string) => {
    const { recordId: recordID, partId } = await record(group, meetingID, { more, state: 'processing' });
    return { recordID, partId };
  };
  const announced = async () =>
    (await group.owner.listBigBlueButtonDeliveries({ spaceId: group.spaceId })).items.map(
      ({ eventName, meetingId }) => [eventName, meetingId],
    );
  const ready = async ({ recordID, partId }: { recordID: string; partId: string }, state: string) => {
    const finished = { state: 'finished', finished_at: new Date() } as const;
    await database.db.updateTable('records').set(finished).where('id', '=', partId).execute();
    await waitUntil(async () => (await read(group, { recordID, state: 'any' })).field('state') === state, {
      timeout: 20_000,
      message: `the recording to be ${state}`,
    });
  };
  const one = await unready('one');
  const { recordID } = one;
  const answered = await bbb.call('publishRecordings', { recordID, publish: 'false' });
  assert.deepEqual([answered.field('returncode'), answered.field('published')], ['SUCCESS', 'false']);
  await ready(one, 'unpublished');
  const address = addressIn((await read(group, { recordID })).text);
  assert.equal(await statusOf(address), 404);
  await bbb.call('publishRecordings', { recordID, publish: 'true' });
  assert.equal(await statusOf(address), 200);

  const two = await unready('two');
  await bbb.call('updateRecordings', { recordID: two.recordID, published: 'false' });
  await bbb.call('updateRecordings', { recordID: two.recordID, published: 'true' });
  await ready(two, 'published');
  assert.deepEqual(await announced(), [['recording-ready', 'two']]);
});

test('a recording has at most 100 metadata, however many requests add some', async () => {
  const group = await makeBbbGroup(lectern);
  const { recordId: recordID } = await record(group, 'algebra');
  const add = (count: number, prefix: string) =>
    group.bbb.call('updateRecordings', {
      recordID,
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`meta_${prefix}${index}`, 'x'])),
    });
  assert.equal((await add(60, 'a')).field('updated'), 'true');
  const before = (await read(group)).text;
  const refused = await add(41, 'b');
  assert.deepEqual([refused.field('returncode'), refused.field('messageKey')], ['FAILED', 'validationError']);
  assert.equal((await read(group)).text, before);
  assert.equal((await add(60, 'a')).field('updated'), 'true');
  assert.equal((await add(40, 'b')).field('updated'), 'true');
  assert.equal((await add(1, 'c')).field('messageKey'), 'validationError');
  const replaced = { recordID, meta_a0: '', meta_c0: 'x' };
  assert.equal((await group.bbb.call('updateRecordings', replaced)).field('updated'), 'true');
});

test('the deletion of a recording and of its files is one change', async () => {
  const group = await makeBbbGroup(lectern);
  const { recordId: recordID, partId } = await record(group, 'algebra');
  await database.pool.query(`
    CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
    CREATE TRIGGER refuse_deletion BEFORE UPDATE ON records FOR EACH ROW
      WHEN (NEW.id = '${partId}' AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION refuse_deletion()`);
  assert.equal((await group.bbb.call('deleteRecordings', { recordID })).status, 503);
  await database.pool.query('DROP TRIGGER refuse_deletion ON records');
  assert.deepEqual(idsIn((await read(group)).text), [recordID]);
  assert.equal((await group.bbb.call('deleteRecordings', { recordID })).field('deleted'), 'true');
});

test('captions are uploaded as SubRip, listed beside the transcript, replaced and removed', async () => {
  const group = await makeBbbGroup(lectern);
  const { recordId: recordID, partId } = await record(group, 'algebra');
  await insertTranscript(database.db, partId, [{ text: 'Good morning' }]);
  const put = (parameters: Record<string, string>, content?: string) => {
    const query = new URLSearchParams({ recordID, ...parameters }).toString();
    const boundary = 'of-a-test';
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.srt"\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    const sending = { method: 'POST', body, type: `multipart/form-data; boundary=${boundary}` };
    return group.bbb.send(
      group.bbb.address('putRecordingTextTrack', query),
      content === undefined ? { method: 'POST' } : sending,
    );
  };
  const keyOf = ({ text }: { text: string }) => JSON.parse(text).response.messageKey;
  const tracks = async () => {
    const { text } = await group.bbb.call('getRecordingTextTracks', { recordID });
    return JSON.parse(text).response.tracks as { href: string; kind: string; lang: string; source: string }[];
  };
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nGuten Morgen\n';
  const german = { kind: 'subtitles', lang: 'de_DE', label: 'Deutsch' };
  assert.equal(keyOf(await put(german, srt)), 'upload_text_track_success');
  assert.deepEqual(
    (await tracks()).map(({ kind, lang, source }) => [kind, lang, source]),
    [
      ['captions', 'en', 'automatic'],
      ['subtitles', 'de-DE', 'upload'],
    ],
  );
  const [own, uploaded] = await tracks();
  assert.match(await (await fetch(own?.href ?? '')).text(), /Good morning/);
  assert.match(await (await fetch(uploaded?.href ?? '')).text(), /^WEBVTT\n\n00:00:01\.000 --> /);
  assert.equal(keyOf(await put({ ...german, kind: 'chapters' }, srt)), 'invalidKind');
  assert.equal(keyOf(await put({ ...german, lang: 'not a language' }, srt)), 'invalidLang');
  assert.equal(keyOf(await put({ kind: 'captions' }, srt)), 'paramError');
  assert.equal(keyOf(await put(german, 'nothing')), 'empty_uploaded_text_track');
  assert.equal(
    keyOf(await group.bbb.call('getRecordingTextTracks', { recordID: 'unknown' })),
    'noRecordings',
  );
  assert.equal(keyOf(await group.bbb.call('getRecordingTextTracks')), 'missingParamRecordID');
  assert.equal(keyOf(await put(german)), 'upload_text_track_success');
  assert.equal((await tracks()).length, 1);
});
