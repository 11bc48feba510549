import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { addPlayback, giveVideo, makePlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { extendSchedules } from './plan-sessions.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

const minutes = (count: number) => count * 60_000;
const days = (count: number) => count * 86_400_000;
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

type Schedule = Omit<Body<'createPlaybackEvent'>, 'playbackId'>;
type Session = Answer<'getPlaybackEventSessions'>['items'][number];

const schedule = ({ owner, spaceId, playback }: TestPlayback, body: Schedule = {}) =>
  owner.createPlaybackEvent({ spaceId, body: { playbackId: playback.id, ...body } });

const sessionsOf = async (
  { owner, at }: TestPlayback,
  query: Record<string, unknown> = {},
): Promise<Session[]> => (await owner.getPlaybackEventSessions({ ...at, query })).items;

const startsOfSessions = (sessions: Session[]) => sessions.map(({ startDate }) => startDate);

/** Every day at 09:00 UTC, from yesterday on. */
const daily = {
  startDate: inFuture(-days(1)),
  endDate: inFuture(days(400)),
  recurrence: '0 9 * * *',
} satisfies Schedule;

test('an event without dates is permanent: one session that runs at once and has no end', async () => {
  const webinar = await makePlayback(lectern);
  const event = await schedule(webinar);
  const { id, createdAt, ...rest } = event;
  assert.deepEqual(rest, {
    playbackId: webinar.playback.id,
    name: webinar.playback.name,
    startDate: null,
    endDate: null,
    localStartDate: null,
    localEndDate: null,
    recurrence: null,
    timezone: 'UTC',
    frequency: 'permanent',
    nextStartDate: null,
  });
  const [session = assert.fail(), ...more] = await sessionsOf(webinar);
  assert.equal(more.length, 0);
  assert.deepEqual(
    { ...session, id: '', chatChannelId: '', startDate: '' },
    {
      id: '',
      playbackId: webinar.playback.id,
      playbackEventId: id,
      chatApplicationId: webinar.playback.chatApplicationId,
      chatChannelId: '',
      type: 'webinar',
      state: 'running',
      startDate: '',
      endDate: null,
      mediaUrl: null,
      isReportExpired: false,
      frequency: 'permanent',
      recurrence: null,
      timezone: 'UTC',
      uniqueParticipantsCount: 0,
    },
  );
  assert.match(session.chatChannelId, /^[1-9]\d*$/);
  assert.ok(session.startDate >= createdAt);
});

test('an event with a start takes place once; its session ends with the video', async () => {
  const webinar = await makePlayback(lectern);
  const startDate = inFuture(days(1));
  const event = await schedule(webinar, { name: 'Exam', startDate, timezone: 'Asia/Tokyo' });
  assert.deepEqual(
    [event.frequency, event.startDate, event.nextStartDate, event.name],
    ['oneTime', startDate, startDate, 'Exam'],
  );
  const [session = assert.fail()] = await sessionsOf(webinar);
  assert.deepEqual(
    [session.state, session.startDate, session.endDate, session.frequency, session.timezone],
    ['upcoming', startDate, null, 'oneTime', 'Asia/Tokyo'],
  );
  await giveVideo(lectern, webinar, 90.5);
  const [known] = await sessionsOf(webinar);
  assert.deepEqual(known, {
    ...session,
    endDate: new Date(Date.parse(startDate) + 90_500).toISOString(),
  });
  await schedule(webinar, { startDate: inFuture(days(2)) });
  const [, later = assert.fail()] = await sessionsOf(webinar);
  assert.equal(Date.parse(later.endDate ?? '') - Date.parse(later.startDate), 90_500);
});

test('the sessions of a recurring event are there for 60 days, and no more than 500', async () => {
  const webinar = await makePlayback(lectern);
  const event = await schedule(webinar, daily);
  const sessions = await sessionsOf(webinar);
  assert.ok(sessions.length === 60 || sessions.length === 61, `${sessions.length}`);
  assert.equal(event.nextStartDate, sessions[0]?.startDate);
  assert.ok(sessions.every(({ startDate }) => startDate.endsWith('T09:00:00.000Z')));
  assert.ok(
    sessions.every(({ state, recurrence }) => state === 'upcoming' && recurrence === daily.recurrence),
  );
  assert.equal(new Set(sessions.map(({ chatChannelId }) => chatChannelId)).size, sessions.length);

  const often = await addPlayback(webinar);
  await schedule(often, { ...daily, recurrence: '*/15 * * * *' });
  const quarters = await sessionsOf(often);
  assert.equal(quarters.length, 500);
  assert.equal(
    Date.parse(quarters[499]?.startDate ?? '') - Date.parse(quarters[0]?.startDate ?? ''),
    minutes(15 * 499),
  );
});

test('the job adds the sessions that came within reach, and none twice', async (t) => {
  const webinar = await makePlayback(lectern);
  const { id } = await schedule(webinar, { ...daily, recurrence: '*/15 * * * *' });
  const database = await databaseOf(lectern);
  t.after(() => database.close());
  const before = await sessionsOf(webinar);
  // As if it were later: the first hundred have passed.
  const passed = before.slice(0, 100).map((session) => session.id);
  await database.db.deleteFrom('playback_sessions').where('id', 'in', passed).execute();
  await extendSchedules(database.db, new AbortController().signal);
  await extendSchedules(database.db, new AbortController().signal);
  const after = await sessionsOf(webinar);
  assert.deepEqual(after.slice(0, 400), before.slice(100));
  assert.equal(after.length, 500);
  assert.equal(new Set(startsOfSessions(after)).size, 500);
  // Nobody can watch a session whose time passed while no node was running.
  await database.db
    .updateTable('playback_events')
    .set({ planned_until: new Date(Date.now() - days(2)) })
    .where('id', '=', id)
    .execute();
  await database.db.deleteFrom('playback_sessions').where('event_id', '=', id).execute();
  await extendSchedules(database.db, new AbortController().signal);
  assert.ok((await sessionsOf(webinar)).every(({ startDate }) => Date.parse(startDate) > Date.now()));
});

test('both edges of a recurring event belong to it', async () => {
  const webinar = await makePlayback(lectern);
  const nine = new Date(Date.now() + days(3));
  nine.setUTCHours(9, 0, 0, 0);
  const startDate = nine.toISOString();
  const endDate = new Date(nine.getTime() + days(2)).toISOString();
  await schedule(webinar, { ...daily, startDate, endDate });
  const starts = startsOfSessions(await sessionsOf(webinar));
  assert.deepEqual([starts.length, starts[0], starts[2]], [3, startDate, endDate]);
});

test('every wrong combination is refused with all its faults', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId, asRoom } = webinar;
  const { startDate, endDate, recurrence } = daily;
  const bad = (body: Schedule, ...paths: string[]) => refusedFields(schedule(webinar, body), ...paths);
  await bad({ startDate, endDate }, 'endDate');
  await bad({ endDate }, 'endDate');
  await bad({ recurrence }, 'startDate', 'endDate');
  await bad({ recurrence, startDate }, 'endDate');
  await bad({ recurrence, endDate }, 'startDate');
  await bad({ ...daily, recurrence: '0 0 30 2 *' }, 'recurrence');
  await bad({ recurrence: '0 25 * * *', endDate }, 'recurrence', 'startDate');
  await bad({ recurrence, startDate: endDate, endDate: startDate }, 'endDate');
  await bad({ timezone: 'Europe/Atlantis' }, 'timezone');
  await bad({ startDate: '9999-12-31T23:59:59-23:59' }, 'startDate');
  await bad({ startDate: '0000-01-01T00:00:00+01:00' }, 'startDate');
  await bad({ ...daily, endDate: '9999-12-31T23:59:59-23:59' }, 'endDate');
  await bad({ timezone: 'Mars', startDate: 'tomorrow', name: ' ' }, 'timezone', 'startDate', 'name');
  const elsewhere = await makePlayback(lectern);
  const ofOther = { playbackId: elsewhere.playback.id, recurrence };
  await refusedFields(
    owner.createPlaybackEvent({ spaceId, body: ofOther }),
    ...['playbackId', 'startDate', 'endDate'],
  );
  const rooms = await owner.listRooms({ spaceId });
  const roomId = rooms.items[0]?.id ?? asRoom.roomId;
  await refusedFields(owner.createPlaybackEvent({ spaceId, body: { playbackId: roomId } }), 'playbackId');
  await refusedFields(
    owner.previewPlaybackEvent({ spaceId, body: { recurrence, startDate, count: 5 } }),
    'endDate',
  );
  await refusedFields(owner.previewPlaybackEvent({ spaceId, body: { count: 51 } }), 'count');
  assert.equal((await owner.listPlaybackEvents({ spaceId })).total, 0);
});

test('empty texts count as not sent, as templates of learning platforms send them', async () => {
  const webinar = await makePlayback(lectern);
  const event = await schedule(webinar, {
    startDate: '',
    endDate: '',
    recurrence: '',
    timezone: '',
    name: '',
  });
  assert.deepEqual([event.frequency, event.timezone], ['permanent', 'UTC']);
});

test('a start on the clock of a zone is computed by the rules of the server', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  const playbackId = webinar.playback.id;
  const at = { timezone: 'Europe/Berlin' };
  const starts: [string, string, string?][] = [
    ['2032-07-01T19:00', '2032-07-01T17:00:00.000Z'],
    // The clocks skip this time, so the session starts right after the change.
    ['2032-03-28T02:30', '2032-03-28T01:00:00.000Z', '2032-03-28T03:00:00'],
    // The clock shows 02:30 twice; the first one counts.
    ['2032-10-31T02:30:00', '2032-10-31T00:30:00.000Z'],
  ];
  for (const [localStartDate, start, shown = `${localStartDate}:00`.slice(0, 19)] of starts) {
    const preview = await owner.previewPlaybackEvent({ spaceId, body: { ...at, localStartDate } });
    assert.deepEqual(preview, { starts: [start], localStarts: [shown] });
  }
  // A typed client writes down the field that it does not use.
  const typed = { ...at, startDate: null, localStartDate: '2032-07-01T19:00' };
  const { starts: written } = await owner.previewPlaybackEvent({ spaceId, body: typed });
  assert.deepEqual(written, ['2032-07-01T17:00:00.000Z']);
  const event = await owner.createPlaybackEvent({
    spaceId,
    body: {
      ...at,
      playbackId,
      localStartDate: '2032-07-01T00:00',
      localEndDate: '2032-07-31T23:59:59',
      recurrence: '0 19 * * *',
    },
  });
  assert.deepEqual(
    [event.startDate, event.endDate],
    ['2032-06-30T22:00:00.000Z', '2032-07-31T21:59:59.000Z'],
  );
  assert.deepEqual(
    [event.localStartDate, event.localEndDate],
    ['2032-07-01T00:00:00', '2032-07-31T23:59:59'],
  );
  const { id: playbackEventId, nextStartDate: _, createdAt: __, frequency: ___, ...fields } = event;
  // Sent back, the moments count.
  const body = { ...fields, localStartDate: '2032-01-01T00:00:00', localEndDate: null };
  assert.deepEqual(await owner.updatePlaybackEvent({ spaceId, playbackEventId, body }), event);
  for (const localStartDate of ['2032-02-30T19:00', '2032-07-01T24:00', '2032-07-01', '2032-07-01T19:00Z']) {
    const wrong = owner.previewPlaybackEvent({ spaceId, body: { ...at, localStartDate } });
    await refusedFields(wrong, 'localStartDate');
  }
});

test('a preview computes the next starts and stores nothing', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  const preview = async (body: Body<'previewPlaybackEvent'>) =>
    (await owner.previewPlaybackEvent({ spaceId, body })).starts;
  const starts = await preview({
    startDate: '2032-10-29T00:00:00Z',
    endDate: '2032-11-30T00:00:00Z',
    recurrence: '30 2 * * *',
    timezone: 'Europe/Berlin',
    count: 3,
  });
  assert.deepEqual(starts, [
    '2032-10-29T00:30:00.000Z',
    '2032-10-30T00:30:00.000Z',
    // The clock shows 02:30 twice; the first one counts.
    '2032-10-31T00:30:00.000Z',
  ]);
  assert.equal((await preview(daily)).length, 10);
  assert.deepEqual(await preview({}), []);
  const startDate = inFuture(days(9));
  assert.deepEqual(await preview({ startDate }), [startDate]);
  // A rare start within eight thousand years.
  const rare = { ...daily, endDate: '9999-12-31T23:59:59Z', recurrence: '0 0 29 2 *', count: 50 };
  assert.equal((await preview({ ...rare, timezone: 'America/New_York' })).length, 50);
  assert.equal((await owner.listPlaybackEvents({ spaceId })).total, 0);
});

test('a change keeps the sessions whose start stays, with their ids and chats', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  const { id: playbackEventId } = await schedule(webinar, daily);
  const before = await sessionsOf(webinar);
  const change = (body: Body<'updatePlaybackEvent'>) =>
    owner.updatePlaybackEvent({ spaceId, playbackEventId, body });
  const changed = await change({ recurrence: '0 9,21 * * *' });
  assert.deepEqual([changed.recurrence, changed.frequency], ['0 9,21 * * *', 'recurring']);
  const after = await sessionsOf(webinar);
  const kept = after.filter(({ startDate }) => startDate.endsWith('T09:00:00.000Z'));
  assert.deepEqual(
    kept,
    before.map((session) => ({ ...session, recurrence: '0 9,21 * * *' })),
  );
  assert.ok(after.length >= 2 * before.length - 1);
  assert.deepEqual(await change(changed), changed);
  assert.deepEqual(await sessionsOf(webinar), after);
  const startDate = inFuture(days(5));
  const once = await change({ recurrence: null, endDate: null, startDate });
  assert.equal(once.frequency, 'oneTime');
  assert.deepEqual(startsOfSessions(await sessionsOf(webinar)), [startDate]);
  await refusedFields(change({ endDate: daily.endDate }), 'endDate');
  await refusedFields(change({ recurrence: '0 9 * * *' }), 'endDate');
  const other = await addPlayback(webinar);
  await refusedFields(change({ playbackId: other.playback.id, timezone: 'x' }), 'timezone');
  await refusedFields(change({ playbackId: other.playback.id }), 'playbackId');
  assert.deepEqual(startsOfSessions(await sessionsOf(webinar)), [startDate]);
});

test('sessions that have begun stay when their event is changed or deleted', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  const startDate = inFuture(-minutes(1));
  const { id: playbackEventId } = await schedule(webinar, { startDate });
  const [begun = assert.fail()] = await sessionsOf(webinar);
  assert.equal(begun.state, 'running');
  await owner.updatePlaybackEvent({ spaceId, playbackEventId, body: { ...daily, timezone: 'Asia/Tokyo' } });
  assert.deepEqual(await sessionsOf(webinar, { state: 'running' }), [begun]);
  assert.ok((await sessionsOf(webinar, { state: 'upcoming' })).length >= 59);
  await owner.deletePlaybackEvent({ spaceId, playbackEventId });
  assert.deepEqual(await sessionsOf(webinar), [begun]);
  await refused(owner.getPlaybackEvent({ spaceId, playbackEventId }), 'not_found');
  await refused(owner.updatePlaybackEvent({ spaceId, playbackEventId, body: {} }), 'not_found');
  await refused(owner.deletePlaybackEvent({ spaceId, playbackEventId }), 'not_found');
  assert.equal((await owner.listPlaybackEvents({ spaceId })).total, 0);
});

test('events are listed newest first, of one webinar or of all', async () => {
  const webinar = await makePlayback(lectern);
  const { owner, spaceId } = webinar;
  const other = await addPlayback(webinar);
  const events = [await schedule(webinar), await schedule(other, daily), await schedule(webinar, daily)];
  const list = async (query: Record<string, unknown>) =>
    (await owner.listPlaybackEvents({ spaceId, query })).items;
  assert.deepEqual(await list({}), events.toReversed());
  assert.deepEqual(await list({ playbackId: other.playback.id }), [events[1]]);
  const page = await owner.listPlaybackEvents({ spaceId, query: { limit: 1, offset: 1, order: 'asc' } });
  assert.deepEqual(page, { items: [events[1]], total: 3 });
  const elsewhere = await makePlayback(lectern);
  assert.equal((await elsewhere.owner.listPlaybackEvents({ spaceId: elsewhere.spaceId })).total, 0);
  const foreign = { spaceId: elsewhere.spaceId, playbackEventId: events[0]?.id ?? '' };
  await refused(owner.getPlaybackEvent(foreign), 'not_found');
});

test('sessions are listed by start, in pages, within a period and by state', async () => {
  const webinar = await makePlayback(lectern);
  await schedule(webinar, daily);
  const all = await sessionsOf(webinar);
  const { owner, at } = webinar;
  assert.deepEqual(await sessionsOf(webinar, { order: 'desc' }), all.toReversed());
  const page = await owner.getPlaybackEventSessions({ ...at, query: { limit: 2, offset: 3 } });
  assert.deepEqual(page, { items: all.slice(3, 5), total: all.length });
  const period = { dateFrom: all[4]?.startDate, dateTo: all[7]?.startDate };
  assert.deepEqual(await sessionsOf(webinar, period), all.slice(4, 7));
  assert.deepEqual(await sessionsOf(webinar, { state: 'finished' }), []);
  const wrong = { state: 'over' as 'running', dateFrom: 'today', limit: 0 };
  await refusedFields(owner.getPlaybackEventSessions({ ...at, query: wrong }), 'state', 'dateFrom', 'limit');
});
