import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../../testing/in-process.ts';
import { insertTranscript } from '../../../../testing/records/transcripts.ts';
import { shorten } from '../../../../testing/timings.ts';
import { waitUntil } from '../../../../testing/wait.ts';
import { Keyring } from '../../../platform/crypto.ts';
import { insertRecordOf } from '../../../playbacks/timeline/testing/recorded.ts';
import { endMeeting, insertMeeting, makeMeetingGroup } from '../../testing/ended-meetings.ts';
import { saveTrack } from '../tracks/tracks.store.ts';
import { timings as addressTimings, makePass } from './addresses.ts';
import { filterPlaybackKeys, readerOfPlayback } from './readers.ts';

const key = 'a key for the tests of playbacks that is long enough';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess({ LECTERN_SECRET_KEY: key });
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const minutesAgo = (count: number): Date => new Date(Date.now() - count * 60_000);

/** A published recording of two parts, the first of 60 s with a transcript. */
async function makeRecording() {
  const { db } = database;
  const group = await makeMeetingGroup(lectern);
  const meeting = await insertMeeting(db, group, { createdAt: minutesAgo(60) });
  const first = await insertRecordOf(db, group, { startedAt: minutesAgo(50), seconds: 60 });
  await insertRecordOf(db, group, { startedAt: minutesAgo(40), seconds: 30 });
  await insertTranscript(db, first, [{ start: 1, end: 3, text: 'Good <morning>' }]);
  await endMeeting(db, meeting);
  const row = await waitUntil(
    () =>
      db
        .selectFrom('bbb_recordings')
        .selectAll()
        .where('meeting_id', '=', meeting.id)
        .where('state', '=', 'published')
        .executeTakeFirst(),
    { timeout: 20_000, message: 'the recording to be published' },
  );
  const set = (change: { state?: 'unpublished' | 'published'; is_protected?: boolean; name?: string }) =>
    db.updateTable('bbb_recordings').set(change).where('meeting_id', '=', meeting.id).execute();
  return {
    group,
    meeting,
    first,
    set,
    address: `${lectern.url}/bbb/playback/${row.playback_key}`,
    playbackKey: row.playback_key,
  };
}

const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
const sourcesIn = (html: string): string[] =>
  [...html.matchAll(/<video[^>]* src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'));
const tracksIn = (html: string): string[] =>
  [...html.matchAll(/<track src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'));

test('the page plays all parts with captions on their own time, without an account', async () => {
  const { address, meeting, set } = await makeRecording();
  await set({ name: '</title><script>alert(1)</script>' });
  const upload = {
    kind: 'subtitles',
    language: 'de',
    label: 'Deutsch"',
    content: 'WEBVTT\n\n01:02.000 --> 01:05.000\nzweiter Teil\n',
  } as const;
  await saveTrack(database.db, meeting.id, upload);
  const head = await get(address, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const page = await get(address, { headers: { 'accept-language': 'ru' } });
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'nonce-/);
  assert.equal(page.headers.get('set-cookie'), null);
  const html = await page.text();
  assert.match(html, /<html lang="ru">/);
  assert.doesNotMatch(html, /<script>alert/);
  assert.equal(sourcesIn(html).length, 2);
  const [own = '', german = '', , germanOfSecond = ''] = tracksIn(html);
  const captions = await get(own);
  assert.equal(captions.headers.get('content-type'), 'text/vtt; charset=utf-8');
  assert.match(await captions.text(), /00:00:01\.000 --> 00:00:03\.000\n<v [^>]*>Good &lt;morning&gt;/);
  assert.doesNotMatch(await (await get(german)).text(), /zweiter/);
  assert.match(await (await get(germanOfSecond)).text(), /00:00:02\.000 --> 00:00:05\.000\nzweiter Teil/);
  assert.match(await (await get(german.replace(/\?.*/, ''))).text(), /01:02\.000 --> /);
  for (const missing of ['captions/xx.vtt', 'chapters/de.vtt', 'subtitles/de.vtt?part=7', 'subtitles/de.srt'])
    assert.equal((await get(`${address}/${missing}`)).status, 404, missing);
});

test('the URLs of the videos end when the recording is unpublished, and its page says so', async () => {
  const { address, set, meeting, first } = await makeRecording();
  const [video = ''] = sourcesIn(await (await get(address)).text());
  assert.ok(video.startsWith(lectern.url));
  // Only the right is asked: the test stores no files.
  const keys = async (readings: string[]) =>
    [...(await filterPlaybackKeys(database.db, readings, async (others) => new Set(others)))].sort();
  const ours = `records/group/${first}/video.mp4#${readerOfPlayback(meeting.id)}`;
  const foreign = `records/group/${first}/video.mp4#${readerOfPlayback('0'.repeat(24))}`;
  const other = 'records/group/other/video.mp4';
  assert.deepEqual(await keys([ours, foreign, other]), [ours, other].sort());
  await set({ state: 'unpublished' });
  assert.deepEqual(await keys([ours]), []);
  const page = await get(address);
  assert.equal(page.status, 404);
  assert.match(await page.text(), /This recording is not published\./);
  assert.equal((await get(address, { method: 'HEAD' })).status, 404);
});

test('a recording whose parts were deleted is gone, and so is an address that never was', async () => {
  const { address, group } = await makeRecording();
  const { items } = await group.owner.listRecords(group.at);
  for (const { id: recordId } of items) await group.owner.deleteRecord({ ...group.at, recordId });
  for (const gone of [address, `${lectern.url}/bbb/playback/${'x'.repeat(32)}`]) {
    const page = await get(gone);
    assert.equal(page.status, 404);
    assert.match(await page.text(), /does not exist or was deleted/);
  }
});

test('a protected recording opens by a fresh address, then for that browser alone', async (t) => {
  const { address, set, playbackKey } = await makeRecording();
  await set({ is_protected: true });
  assert.equal((await get(address)).status, 403);
  const keyring = new Keyring([key]);
  const fresh = `${address}?pass=${makePass(keyring, 'address', playbackKey)}`;
  for (const method of ['HEAD', 'HEAD', 'GET']) assert.equal((await get(fresh, { method })).status, 200);
  const cookie = (await get(fresh)).headers.get('set-cookie') ?? '';
  assert.match(cookie, /HttpOnly/i);
  const [pair = ''] = cookie.split(';', 1);
  const later = await get(address, { headers: { cookie: pair } });
  assert.equal(later.status, 200);
  const [track = ''] = tracksIn(await later.text());
  assert.equal((await get(track)).status, 200);
  const pass = pair.split('=', 2)[1] ?? '';
  const other = await makeRecording();
  await other.set({ is_protected: true });
  const forged = [
    `${address}?pass=${pass}`,
    `${address}?pass=`,
    `${address}?pass=x.y`,
    `${other.address}${new URL(fresh).search}`,
  ];
  for (const url of forged) assert.equal((await get(url)).status, 403, url);
  shorten(addressTimings, { opensMs: -1 }, t);
  const old = await get(`${address}?pass=${makePass(keyring, 'address', playbackKey)}`);
  assert.equal(old.status, 403);
  assert.match(await old.text(), /This link has expired/);
});
