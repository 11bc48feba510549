import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { waitUntil } from '../../../testing/wait.ts';
import {
  firstNumberIn,
  mapIn,
  playlistAt,
  renditionUrl,
  segmentsIn,
} from '../../../testing/webinars/playlists.ts';
import {
  enterWebinar,
  insertSession,
  makeWatchable,
  writeVideoFiles,
} from '../../../testing/webinars/watchable.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { viewingsByIds } from './viewings.store.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

test('the program states what runs, what comes next and how long the video is', async () => {
  const webinar = await makeWatchable(lectern, database.db, { redirectUrl: 'https://example.org/thanks' });
  const { db } = database;
  const before = await lectern.client().getProgram(webinar.at);
  assert.deepEqual(
    { ...before, serverTime: '' },
    {
      ...{ serverTime: '', name: 'Algebra, repeated', isPermanent: false, running: null, next: [] },
      ...{ replay: null, duration: 600, redirectUrl: 'https://example.org/thanks' },
    },
  );
  const later = await insertSession(db, webinar, { begunAgo: -3600 });
  const running = await insertSession(db, webinar, { begunAgo: 100 });
  const program = await lectern.client().getProgram(webinar.at);
  assert.equal(program.running?.id, running.id);
  assert.deepEqual(
    program.next.map(({ id }) => id),
    [later.id],
  );
  assert.ok(Math.abs(seconds(program.serverTime, new Date().toISOString())) < 5);
});

test('a viewer of a running session gets the second of the server’s clock and a playlist around it', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  writeVideoFiles(lectern, webinar.video);
  const session = await insertSession(database.db, webinar, { begunAgo: 200 });
  const { api } = await enterWebinar(lectern, webinar);
  const viewing = await api.openViewing({ ...webinar.at, body: {} });
  assert.equal(viewing.kind, 'live');
  assert.equal(viewing.isSeekable, false);
  assert.equal(viewing.session.id, session.id);
  assert.ok(Math.abs(viewing.position - seconds(viewing.session.startDate, viewing.serverTime)) < 0.002);
  const master = await playlistAt(viewing.playlistUrl);
  assert.match(master, /source\.m3u8\n/);
  assert.match(master, /360p\.m3u8\n/);
  for (const rendition of ['source', '360p']) {
    const playlist = await playlistAt(renditionUrl(viewing.playlistUrl, rendition));
    const addresses = segmentsIn(playlist);
    assert.ok(addresses.length > 20 && addresses.length < 32, `${addresses.length} segments`);
    for (const address of [mapIn(playlist), addresses[0], addresses.at(-1)]) {
      const segment = await fetch(address ?? '');
      assert.equal(segment.status, 200);
      assert.equal((await segment.arrayBuffer()).byteLength, 1000);
    }
  }
  assert.equal((await fetch(viewing.posterUrl ?? '')).status, 200);
});

test('until its start is announced, a session plays the video of the webinar that is online', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  const { id } = await insertSession(database.db, webinar, { begunAgo: 1 });
  const { api } = await enterWebinar(lectern, webinar);
  const { viewingId } = await api.openViewing({ ...webinar.at, body: {} });
  await inTransaction(database.db, async (trx) => {
    const unannounced = { video_id: null, started_at: null };
    await trx.updateTable('playback_sessions').set(unannounced).where('id', '=', id).execute();
    const videoId = async () => (await viewingsByIds(trx, [viewingId])).get(viewingId)?.videoId;
    assert.equal(await videoId(), webinar.video.id);
    await trx
      .updateTable('playbacks')
      .set({ readiness: 'draft' })
      .where('room_id', '=', webinar.playbackId)
      .execute();
    assert.equal(await videoId(), null);
    await trx
      .updateTable('playback_sessions')
      .set({ video_id: webinar.video.id, started_at: new Date() })
      .where('id', '=', id)
      .execute();
  });
});

test('the playlist of a session is the same for all viewers, and moves with the clock', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  await insertSession(database.db, webinar, { begunAgo: 300 });
  const viewings = [];
  for (const name of ['Ann', 'Ben']) {
    const { api } = await enterWebinar(lectern, webinar, name);
    viewings.push(renditionUrl((await api.openViewing({ ...webinar.at, body: {} })).playlistUrl));
  }
  const [ann = '', ben = ''] = viewings;
  const same = async () => (await playlistAt(ann)) === (await playlistAt(ben));
  await waitUntil(same, { timeout: 10_000, message: 'two requests within one second' });
  const before = firstNumberIn(await playlistAt(ann));
  const moved = async () => firstNumberIn(await playlistAt(ann)) > before;
  await waitUntil(moved, { timeout: 20_000, message: 'the playlist to move' });
});

/** The watched intervals of a viewing, from the oldest. */
async function intervalsOf(viewingId: string) {
  const { rows } = await sql<{ from: number; to: number; seconds: number; isTabVisible: boolean }>`
    SELECT position_from AS "from", position_to AS "to", is_tab_visible AS "isTabVisible",
      extract(epoch FROM ended_at - started_at)::float AS seconds
    FROM watch_intervals WHERE viewing_id = ${viewingId} ORDER BY id`.execute(database.db);
  return rows;
}

async function openLive(begunAgo: number) {
  const webinar = await makeWatchable(lectern, database.db);
  const session = await insertSession(database.db, webinar, { begunAgo });
  const { api } = await enterWebinar(lectern, webinar);
  const { viewingId } = await api.openViewing({ ...webinar.at, body: {} });
  const clock = () => (Date.now() - session.startDate.getTime()) / 1000;
  const report = (position: number, more: { isPlaying?: boolean; isTabVisible?: boolean } = {}) =>
    api.reportViewing({
      ...{ ...webinar.at, viewingId },
      body: { position, isPlaying: true, isTabVisible: true, ...more },
    });
  return { webinar, session, api, viewingId, clock, report };
}

test('reports become intervals of the video; a hidden tab begins another one', async () => {
  const { viewingId, clock, report } = await openLive(100);
  const begun = clock();
  await report(begun);
  const played = async (until: number) =>
    waitUntil(() => clock() > begun + until, { timeout: 20_000, message: 'the clock' });
  await played(1);
  const answer = await report(clock());
  assert.equal(answer.state, 'running');
  assert.equal(answer.viewers, 1);
  await played(2);
  const hidden = clock();
  await report(hidden, { isTabVisible: false });
  await played(3);
  const paused = clock();
  await report(paused, { isTabVisible: false, isPlaying: false });
  const both = async () => (await intervalsOf(viewingId)).length === 2 && intervalsOf(viewingId);
  const [shown, unseen] = await waitUntil(both, { timeout: 10_000, message: 'two intervals' });
  assert.deepEqual([shown?.isTabVisible, unseen?.isTabVisible], [true, false]);
  assert.ok(Math.abs((shown?.from ?? 0) - begun) < 0.1 && Math.abs((shown?.to ?? 0) - hidden) < 0.1);
  assert.ok(Math.abs((unseen?.from ?? 0) - hidden) < 0.1 && Math.abs((unseen?.to ?? 0) - paused) < 0.1);
});

test('positions beyond the session’s clock are cut, and closing the page counts what was played until then', async () => {
  const { webinar, api, viewingId, clock, report } = await openLive(100);
  const begun = clock();
  await report(begun);
  await waitUntil(() => clock() > begun + 1, { timeout: 10_000, message: 'the clock' });
  await report(99_999);
  const first = async () => (await intervalsOf(viewingId))[0];
  const { to } = await waitUntil(first, { timeout: 10_000, message: 'an interval' });
  assert.ok(to <= clock() && to > begun + 0.9, `${begun} to ${to}`);
  await waitUntil(() => clock() > begun + 2, { timeout: 10_000, message: 'the clock' });
  await api.closeViewing({ ...webinar.at, viewingId });
  const closed = clock();
  const whole = async () => ((await first())?.to ?? 0) > to + 0.5 && first();
  const interval = await waitUntil(whole, { timeout: 10_000, message: 'the interval to grow' });
  assert.ok(Math.abs((interval?.to ?? 0) - closed) < 0.3, `${interval?.to} instead of ${closed}`);
});

test('two tabs of one person are two viewings and one viewer; a closed page is none', async () => {
  const { webinar, api, viewingId, clock, report } = await openLive(50);
  const other = await api.openViewing({ ...webinar.at, body: {} });
  assert.notEqual(other.viewingId, viewingId);
  const guest = await enterWebinar(lectern, webinar, 'Ben');
  const third = await guest.api.openViewing({ ...webinar.at, body: {} });
  const isCounted = (count: number) => async () => (await report(clock())).viewers === count;
  await waitUntil(isCounted(2), { timeout: 10_000, message: 'two viewers' });
  const { session } = other;
  const listed = async () => {
    const { items } = await webinar.owner.listPlaybacks({ spaceId: webinar.spaceId });
    return items.map(({ runningSession }) => runningSession);
  };
  const running = { id: session.id, startDate: session.startDate, isPermanent: false };
  assert.deepEqual(await listed(), [{ ...running, viewers: 2 }]);
  await guest.api.closeViewing({ ...webinar.at, viewingId: third.viewingId });
  await waitUntil(isCounted(1), { timeout: 10_000, message: 'one viewer' });
  assert.deepEqual(await listed(), [{ ...running, viewers: 1 }]);
  const place = { ...webinar.at, playbackEventSessionId: session.id };
  await webinar.owner.endPlaybackSession(place);
  assert.deepEqual(await listed(), [null]);
});

test('a permanent session starts at 0 for each page and lists what this page may have reached', async () => {
  const webinar = await makeWatchable(lectern, database.db);
  writeVideoFiles(lectern, webinar.video);
  await insertSession(database.db, webinar, { begunAgo: 9999, isPermanent: true });
  const { api } = await enterWebinar(lectern, webinar);
  const viewing = await api.openViewing({ ...webinar.at, body: {} });
  assert.deepEqual([viewing.kind, viewing.position, viewing.isSeekable], ['permanent', 0, false]);
  const { runningSession } = await webinar.owner.getPlayback(webinar.at);
  assert.deepEqual([runningSession?.isPermanent, runningSession?.viewers], [true, 1]);
  const url = renditionUrl(viewing.playlistUrl);
  const playlist = await playlistAt(url);
  assert.equal(firstNumberIn(playlist), 0);
  const segments = segmentsIn(playlist);
  assert.ok(segments.length >= 4 && segments.length <= 5, `${segments.length} segments`);
  const last = segments.length - 1;
  assert.equal((await fetch(new URL(segments[last] ?? '', url))).status, 200);
  assert.equal((await fetch(new URL(`source/${last + 20}.m4s`, url))).status, 404);
  // A player that claims to be far ahead gets no more than the clock of its page allows.
  const body = { position: 500, isPlaying: true, isTabVisible: true };
  await api.reportViewing({ ...webinar.at, viewingId: viewing.viewingId, body });
  assert.ok(segmentsIn(await playlistAt(url)).length <= 8);
});

test('a replay has the whole video and is counted apart', async () => {
  const webinar = await makeWatchable(lectern, database.db, { isReplayAllowed: true, seconds: 60 });
  writeVideoFiles(lectern, webinar.video);
  const { id } = await insertSession(database.db, webinar, { begunAgo: 3600 });
  const { api } = await enterWebinar(lectern, webinar);
  assert.equal((await lectern.client().getProgram(webinar.at)).replay?.id, id);
  const viewing = await api.openViewing({ ...webinar.at, body: { isReplay: true } });
  assert.deepEqual([viewing.kind, viewing.isSeekable, viewing.session.state], ['replay', true, 'finished']);
  const url = renditionUrl(viewing.playlistUrl);
  const playlist = await playlistAt(url);
  assert.match(playlist, /EXT-X-ENDLIST/);
  const segments = segmentsIn(playlist);
  assert.equal(segments.length, webinar.video.durations.length);
  const segment = await fetch(new URL(segments.at(-1) ?? '', url));
  assert.equal((await segment.arrayBuffer()).byteLength, 1000);
});
