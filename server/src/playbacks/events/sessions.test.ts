import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { databaseOf } from '../../../testing/database.ts';
import { openLink } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import {
  addPlayback,
  endPreparation,
  enterPlayback,
  giveVideo,
  insertContent,
  makePlayback,
} from '../../../testing/playbacks.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { refused } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import {
  fromNow,
  hour,
  makeHookedPlayback,
  type Session,
  scheduleAt,
  sessionsIn,
  until,
} from '../../../testing/webinars/scheduled.ts';
import { timings } from './report-state.ts';
import { timings as jobTimings, runDueSessions } from './run-sessions.ts';
import { currentSession, nextSessions, sessionById } from './sessions.store.ts';

shorten(jobTimings, { everyMs: 50 });
let lectern: InProcess;
let receiver: Receiver;
before(async () => {
  lectern = await startInProcess();
  receiver = await startReceiver();
});
after(async () => {
  await receiver?.close();
  await lectern?.remove();
});

const hookedPlayback = (more?: 'report_ready'[]) => makeHookedPlayback({ lectern, receiver }, more);

test('a session begins and ends at its seconds, and a webhook that requests it gets both events once', async () => {
  const webinar = await hookedPlayback();
  await giveVideo(lectern, webinar, 1.5);
  const { session } = await scheduleAt(webinar, fromNow(300));
  await until(() => webinar.names(session.id).length === 2, 'both events');
  const body = { roomId: webinar.playback.id, spaceId: webinar.spaceId, sessionId: session.id };
  assert.deepEqual(
    webinar.events().map((event) => JSON.stringify(event)),
    ['session_started', 'session_finished'].map((eventName) => JSON.stringify({ eventName, ...body })),
  );
  const database = await databaseOf(lectern);
  const row = await database.db
    .selectFrom('playback_sessions')
    .selectAll()
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  await database.close();
  // Not before its time; how late at most is measured by the bench of limits.
  assert.ok((row.started_at ?? 0) >= row.start_date);
  assert.ok((row.finished_at ?? 0) >= (row.end_date ?? 1));
  const [ended] = await sessionsIn(webinar);
  assert.deepEqual(ended, { ...session, state: 'finished' });
});

test('a webhook that does not request them gets no events of sessions', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  await owner.createWebhook({ spaceId, body: { url: `${receiver.url}/${spaceId}` } });
  const { session } = await scheduleAt(webinar, fromNow(-10));
  const database = await databaseOf(lectern);
  await until(async () => (await sessionById(database.db, session.id))?.startedAt, 'the start');
  await database.close();
  assert.equal((await owner.listWebhookDeliveries({ spaceId })).total, 0);
});

test('starts and ends that came while no server ran are announced once it runs, in their order', async () => {
  const webinar = await hookedPlayback();
  await giveVideo(lectern, webinar, 2);
  const { session } = await scheduleAt(webinar, fromNow(1500));
  await lectern.stop();
  await until(() => Date.now() > Date.parse(session.endDate ?? ''), 'the time after the session');
  await lectern.start();
  await until(() => webinar.names(session.id).length === 2, 'both events');
  assert.deepEqual(webinar.names(session.id), ['session_started', 'session_finished']);
});

test('two nodes that announce at once announce each session once', async () => {
  const webinar = await hookedPlayback();
  await giveVideo(lectern, webinar, 0.2);
  const many = Array.from({ length: 8 }, (_, index) => scheduleAt(webinar, fromNow(200 + 40 * index)));
  const sessions = await Promise.all(many);
  const database = await databaseOf(lectern, { max: 8 });
  await until(async () => {
    await Promise.all([runDueSessions(database.db), runDueSessions(database.db)]);
    return sessions.every(({ session }) => webinar.names(session.id).length >= 2);
  }, 'the events of all sessions');
  await database.close();
  for (const { session } of sessions)
    assert.deepEqual(webinar.names(session.id), ['session_started', 'session_finished']);
});

test('a start that fails leaves nothing behind, is repeated, and does not hold up the others', async () => {
  const webinar = await hookedPlayback();
  const { session } = await scheduleAt(webinar, fromNow(hour));
  const { session: other } = await scheduleAt(webinar, fromNow(hour + 1));
  const database = await databaseOf(lectern);
  // Without the job of the server.
  await lectern.stop();
  await database.db
    .updateTable('playback_sessions')
    .set(({ ref }) => ({ start_date: sql`${ref('start_date')} - interval '61 minutes'` }))
    .where('id', 'in', [session.id, other.id])
    .execute();
  await sql`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the announcement fails'; END $$`.execute(
    database.db,
  );
  await sql`
    CREATE TRIGGER fail BEFORE INSERT ON webhook_deliveries FOR EACH ROW
    WHEN (NEW.body LIKE ${sql.lit(`%${session.id}%`)}) EXECUTE FUNCTION fail()`.execute(database.db);
  await assert.rejects(runDueSessions(database.db), /the announcement fails/);
  const startOf = async ({ id }: Session) => (await sessionById(database.db, id))?.startedAt;
  assert.equal(await startOf(session), null);
  assert.notEqual(await startOf(other), null);
  await sql`DROP FUNCTION fail CASCADE`.execute(database.db);
  await database.close();
  await lectern.start();
  await until(() => webinar.names(session.id).length === 1, 'the start after the repetition');
  assert.deepEqual(webinar.names(other.id), ['session_started']);
});

const withReport = ['session_started', 'session_finished', 'report_ready'];

test('report_ready names the session and its event, whose report is final when it arrives', async (t) => {
  shorten(timings, { lastReportsMs: 300 }, t);
  const webinar = await hookedPlayback(['report_ready']);
  const { owner, spaceId } = webinar;
  await giveVideo(lectern, webinar, 0.5);
  const { session, playbackEventId } = await scheduleAt(webinar, fromNow(200));
  const query = { playbackEventId, playbackEventSessionId: session.id };
  const read = () => owner.getPlaybackSessionAnalyticsReport({ spaceId, query });
  const final: unknown[] = [];
  receiver.behave((response, { body }) => {
    const isReady = JSON.parse(body).body.sessionId === session.id && /report_ready/.test(body);
    const reading = isReady ? read().then(({ isFinal }) => final.push(isFinal)) : Promise.resolve();
    void reading.catch((error: unknown) => final.push(error)).then(() => response.writeHead(204).end());
  });
  t.after(() => receiver.behave((response) => response.writeHead(204).end()));
  await until(() => final.length === 1, 'the report that report_ready names');
  assert.deepEqual([final, webinar.names(session.id)], [[true], withReport]);
  const ids = { roomId: webinar.playback.id, spaceId, sessionId: session.id, playbackEventId };
  assert.equal(
    JSON.stringify(webinar.events().at(-1)),
    JSON.stringify({ eventName: 'report_ready', ...ids }),
  );
});

test('two nodes announce a final report once, also one that became final while no server ran', async (t) => {
  shorten(timings, { lastReportsMs: 400 }, t);
  const webinar = await hookedPlayback(['report_ready']);
  await giveVideo(lectern, webinar, 0.2);
  const { session } = await scheduleAt(webinar, fromNow(200));
  const { session: cancelled } = await scheduleAt(webinar, fromNow(hour));
  const { owner, at } = webinar;
  await owner.endPlaybackSession({ ...at, playbackEventSessionId: cancelled.id });
  const database = await databaseOf(lectern, { max: 8 });
  const read = () => sessionById(database.db, session.id);
  await until(async () => (await read())?.finishedAt, 'the end');
  await lectern.stop();
  assert.equal((await read())?.reportAnnouncedAt, null);
  timings.lastReportsMs = 0;
  await Promise.all([1, 2, 3, 4].map(() => runDueSessions(database.db)));
  await runDueSessions(database.db);
  await database.close();
  await lectern.start();
  await until(() => webinar.names(session.id).length === 3, 'three events');
  const { items } = await owner.listWebhookDeliveries({ spaceId: webinar.spaceId, query: { order: 'asc' } });
  assert.deepEqual(
    items.map(({ eventName }) => eventName),
    withReport,
  );
});

test('a leader ends a running session for everybody, and cancels one to come', async () => {
  const webinar = await hookedPlayback();
  const { owner, at } = webinar;
  await giveVideo(lectern, webinar, 600);
  const { session: running } = await scheduleAt(webinar, fromNow(-1000));
  const end = (playbackEventSessionId: string) => owner.endPlaybackSession({ ...at, playbackEventSessionId });
  await end(running.id);
  await until(() => webinar.names(running.id).length === 2, 'both events');
  assert.deepEqual(webinar.names(running.id), ['session_started', 'session_finished']);
  const [ended = assert.fail()] = await sessionsIn(webinar);
  assert.equal(ended.state, 'finished');
  assert.ok(Date.parse(ended.endDate ?? '') <= Date.now());
  await refused(end(running.id), 'session_finished');

  const startDate = fromNow(hour);
  const { session: coming, playbackEventId } = await scheduleAt(webinar, startDate);
  await end(coming.id);
  assert.deepEqual(await sessionsIn(webinar), [ended]);
  await refused(end(coming.id), 'not_found');
  // A change of the event does not plan the cancelled session again.
  const body = { name: 'Renamed', startDate };
  const event = await owner.updatePlaybackEvent({ ...at, playbackEventId, body });
  assert.equal(event.nextStartDate, null);
  assert.deepEqual(await sessionsIn(webinar), [ended]);
  const other = await addPlayback(webinar);
  await refused(owner.endPlaybackSession({ ...other.at, playbackEventSessionId: running.id }), 'not_found');
});

test('a moderator by a link ends the session that they opened, also after the link expired, and no other', async () => {
  const webinar = await makePlayback(lectern);
  await giveVideo(lectern, webinar, 600);
  const { session: running } = await scheduleAt(webinar, fromNow(-1000));
  const { session: coming } = await scheduleAt(webinar, fromNow(hour));
  const { api, url } = await enterPlayback(lectern, webinar, { role: 'moderator' });
  const viewer = await enterPlayback(lectern, webinar);
  const end = (by: typeof api, playbackEventSessionId: string) =>
    by.endPlaybackSession({ ...webinar.at, playbackEventSessionId });
  await refused(end(api, running.id), 'forbidden');
  for (const one of [api, viewer.api]) await one.openViewing({ ...webinar.at, body: {} });
  await refused(end(viewer.api, running.id), 'forbidden');
  await refused(end(api, coming.id), 'forbidden');
  const database = await databaseOf(lectern);
  await database.db
    .updateTable('access_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('room_id', '=', webinar.playback.id)
    .execute();
  await database.close();
  await refused(openLink(lectern, url, 'another browser'), 'link_expired');
  await end(api, running.id);
  await refused(viewer.api.openViewing({ ...webinar.at, body: {} }), 'session_not_running');
  await refused(end(api, running.id), 'forbidden');
});

test('a permanent session ends with its event, once its last viewer has seen the whole video', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId, playback } = webinar;
  const database = await databaseOf(lectern);
  await giveVideo(lectern, webinar, 600);
  const body = { playbackId: playback.id };
  const { id: playbackEventId } = await owner.createPlaybackEvent({ spaceId, body });
  const [first = assert.fail()] = await sessionsIn(webinar);
  assert.deepEqual([first.state, first.endDate], ['running', null]);
  await until(async () => (await sessionById(database.db, first.id))?.videoId, 'the beginning');
  await owner.updatePlaybackEvent({ spaceId, playbackEventId, body: { name: 'Renamed' } });
  assert.deepEqual(await sessionsIn(webinar), [first]);
  // New content: those who watch the old video see it to its end, and others get the new one.
  await giveVideo(lectern, webinar, 60);
  const [old = assert.fail(), renewed = assert.fail()] = await sessionsIn(webinar);
  assert.equal(old.id, first.id);
  assert.ok(Math.abs(Date.parse(old.endDate ?? '') - Date.now() - 600_000) < 60_000);
  assert.deepEqual([renewed.state, renewed.endDate], ['running', null]);
  await until(async () => (await sessionById(database.db, renewed.id))?.videoId, 'the second beginning');
  await owner.deletePlaybackEvent({ spaceId, playbackEventId });
  const closing = (await sessionsIn(webinar)).map(({ state, endDate }) => [state, endDate !== null]);
  assert.deepEqual(closing, [
    ['running', true],
    ['running', true],
  ]);
  await database.close();
});

test('when a webinar or its group is deleted, running sessions end and their events are delivered', async () => {
  const webinar = await hookedPlayback(['report_ready']);
  const { owner, spaceId } = webinar;
  await giveVideo(lectern, webinar, 600);
  const { session: over } = await scheduleAt(webinar, fromNow(-2000));
  await owner.endPlaybackSession({ ...webinar.at, playbackEventSessionId: over.id });
  const { session: first } = await scheduleAt(webinar, fromNow(-1000));
  const { session: coming } = await scheduleAt(webinar, fromNow(hour));
  await owner.deletePlayback(webinar.at);
  const other = await addPlayback(webinar);
  const { session: second } = await scheduleAt(other, fromNow(-1000));
  await owner.deleteSpace({ spaceId });
  const ended = [over, first, second];
  await until(() => ended.every(({ id }) => webinar.names(id).length >= 3), 'nine events');
  for (const { id } of ended) assert.deepEqual(webinar.names(id), withReport);
  assert.deepEqual(webinar.names(coming.id), []);
});

test('the running session of several is the one that began last, a permanent one only if no other runs', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId, playback } = webinar;
  await giveVideo(lectern, webinar, 600);
  const { db, close } = await databaseOf(lectern);
  const current = async () => (await currentSession(db, playback.id, new Date()))?.id;
  assert.equal(await current(), undefined);
  await owner.createPlaybackEvent({ spaceId, body: { playbackId: playback.id } });
  const [permanent = assert.fail()] = await sessionsIn(webinar);
  assert.equal(await current(), permanent.id);
  const { session: second } = await scheduleAt(webinar, fromNow(-500));
  await scheduleAt(webinar, fromNow(-1000));
  const { session: fourth } = await scheduleAt(webinar, fromNow(2 * hour));
  const { session: third } = await scheduleAt(webinar, fromNow(hour));
  assert.equal(await current(), second.id);
  const next = await nextSessions(db, playback.id, { at: new Date(), limit: 10 });
  assert.deepEqual(
    next.map(({ id }) => id),
    [third.id, fourth.id],
  );
  assert.equal((await nextSessions(db, playback.id, { at: new Date(), limit: 1 })).length, 1);
  await close();
});

test('a session counts each person who watched it once, in however many tabs and browsers', async () => {
  const webinar = await makePlayback(lectern);
  await giveVideo(lectern, webinar, 600);
  const { session } = await scheduleAt(webinar, fromNow(-1000));
  const watch = async (externalUserId?: string) => {
    const link = externalUserId === undefined ? {} : { externalUserId };
    const { api } = await enterPlayback(lectern, webinar, link);
    return () => api.openViewing({ ...webinar.at, body: {} });
  };
  const [known, elsewhere, other] = [await watch('learner-7'), await watch('learner-7'), await watch()];
  // A person who enters and watches nothing does not count.
  await watch('learner-8');
  for (const open of [known, known, elsewhere, other]) await open();
  const [listed] = await sessionsIn(webinar);
  assert.deepEqual([listed?.id, listed?.uniqueParticipantsCount], [session.id, 2]);
});

test('leaders get a download URL of the whole video once it is ready, as long as its recording exists', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, at } = webinar;
  const { session: coming } = await scheduleAt(webinar, fromNow(hour));
  const { recordId } = await insertContent(lectern, webinar);
  const key = `records/${webinar.spaceId}/${recordId}/video.mp4`;
  const { db, close } = await databaseOf(lectern);
  const files = JSON.stringify({ video: key });
  await db.updateTable('records').set({ files }).where('id', '=', recordId).execute();
  const file = join(lectern.dataDir, 'files', key);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'the whole video');
  await owner.updatePlayback({ ...at, body: { recordId } });
  assert.deepEqual((await sessionsIn(webinar))[0]?.mediaUrl, null);
  await endPreparation(lectern, at.playbackId, { duration: 600 });
  const { session: running } = await scheduleAt(webinar, fromNow(-1000));
  await until(async () => (await sessionById(db, running.id))?.videoId, 'the beginning');
  await close();
  const urls = (await sessionsIn(webinar)).map(({ id, mediaUrl }) => ({
    id,
    url: mediaUrl ?? assert.fail(id),
  }));
  assert.deepEqual(
    urls.map(({ id }) => id),
    [running.id, coming.id],
  );
  for (const { url } of urls) assert.equal(await (await fetch(url)).text(), 'the whole video');
  const altered = await fetch((urls[0]?.url ?? '').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')));
  assert.equal(altered.status, 403);
});
