import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterPlayback, makePlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { insertWatched, type WatchedInTable } from '../../../testing/webinars/watched.ts';
import type { Database } from '../../platform/db/db.ts';
import { timings } from '../../playbacks/events/report-state.ts';
import { type PostingParts, postDueItems } from '../../playbacks/timeline/posting.ts';
import { addSession } from '../../playbacks/timeline/testing/sessions.ts';

const silentSocket = {
  publish: () => undefined,
  forget: () => undefined,
} as unknown as PostingParts['socket'];
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

interface Held {
  webinar: TestPlayback;
  sessionId: string;
  channelId: string;
  start: Date;
  query: { playbackEventId: string; playbackEventSessionId: string };
}

/** A session that began so many seconds ago; its video has 600 s. */
async function holdSession(begunAgo: number, webinar?: TestPlayback, isPermanent = false): Promise<Held> {
  const of = webinar ?? (await makePlayback(lectern));
  const { id: sessionId, channelId } = await addSession(database.db, of, { begunAgo, isPermanent });
  const row = await database.db
    .selectFrom('playback_sessions')
    .select(['event_id', 'start_date'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const query = { playbackEventId: row.event_id, playbackEventSessionId: sessionId };
  return { webinar: of, sessionId, channelId, start: row.start_date, query };
}

type Watched = Omit<WatchedInTable, 'sessionId' | 'start'>;
const watch = ({ sessionId, start }: Held, watched: Watched) =>
  insertWatched(database.db, { sessionId, start, ...watched });

const read = (
  { webinar: { owner, spaceId }, query }: Held,
  more: { provisional?: boolean; minShare?: number } = {},
) => owner.getPlaybackSessionAnalyticsReport({ spaceId, query: { ...query, ...more } });

const enter = async ({ webinar }: Held, externalUserId: string, username = externalUserId) =>
  (await enterPlayback(lectern, webinar, { externalUserId, username })).id;

test('the pages and links of one person are one row, and its replay counts separately', async () => {
  const held = await holdSession(700);
  const [ann, annAgain] = [await enter(held, 'ann', 'Ann'), await enter(held, 'ann', 'Ann Clarke')];
  const [bob, carl] = [await enter(held, 'bob'), await enter(held, 'carl')];
  const body = { username: 'Absent', role: 'user', externalUserId: 'dora' } as const;
  const { id: linkId } = await held.webinar.owner.generateAccess({ ...held.webinar.asRoom, body });
  await database.db
    .updateTable('access_links')
    .set({ created_at: held.start })
    .where('id', '=', linkId)
    .execute();
  await watch(held, {
    participantId: ann,
    played: [
      [0, 100.4],
      [100.4, 200, 'hidden'],
    ],
  });
  await watch(held, {
    participantId: annAgain,
    played: [
      [150, 300],
      [310, 600],
    ],
  });
  await watch(held, { participantId: bob, played: [[250.6, 400]] });
  await watch(held, {
    participantId: bob,
    kind: 'replay',
    openedAfter: 620,
    played: [
      [0, 30],
      [10, 40],
    ],
  });
  await watch(held, { participantId: carl, kind: 'replay', openedAfter: 610, played: [[500, 600]] });
  const report = await read(held);
  const { session, totals } = report;
  assert.deepEqual(
    [report.version, report.revision, report.isFinal, session.duration, session.videoDuration],
    [1, 1, true, 600, 600],
  );
  const [first, second, third] = report.participants;
  assert.ok(first && second && third && report.participants.length === 3);
  assert.deepEqual(
    [first.externalUserId, first.name, first.participantId, first.visits, first.isLive, first.replay],
    ['ann', 'Ann Clarke', ann, 2, true, null],
  );
  assert.deepEqual(first.watched, [
    { from: 0, to: 300 },
    { from: 310, to: 600 },
  ]);
  assert.deepEqual(
    [first.watchedDuration, first.onlineDuration, first.onlineDurationWithActiveTab, first.isPresent],
    [590, 590, 540, true],
  );
  assert.equal(first.watchedShare, 590 / 600);
  assert.match(first.presenceReason, /^Online for 9 min 50 s of 10 min \(98\.33 %\): at least 85 %\.$/);
  // 250.6 is rounded, the duration is exact and truncated.
  assert.deepEqual(
    [second.externalUserId, second.watched, second.watchedDuration, second.isPresent],
    ['bob', [{ from: 251, to: 400 }], 149, false],
  );
  assert.deepEqual(
    [second.replay?.visits, second.replay?.watched, second.replay?.watchedDuration],
    [1, [{ from: 0, to: 40 }], 40],
  );
  assert.deepEqual(
    [third.externalUserId, third.isLive, third.firstEntryAt, third.watchedDuration, third.isPresent],
    ['carl', false, null, 0, false],
  );
  assert.equal(third.presenceReason, 'Watched the replay only.');
  assert.deepEqual(
    [totals.people, totals.watchers, totals.replayWatchers, totals.present, totals.visits, totals.mostPeople],
    [3, 2, 2, 1, 3, 2],
  );
  assert.deepEqual(totals.curve, [
    { second: 0, people: 1 },
    { second: 251, people: 2 },
    { second: 300, people: 1 },
    { second: 310, people: 2 },
    { second: 400, people: 1 },
    { second: 600, people: 0 },
  ]);
  assert.deepEqual(totals.leaving, [{ second: 400, people: 1 }]);
  assert.deepEqual(totals.absent, [{ name: 'Absent', role: 'user', externalUserId: 'dora' }]);
  const lenient = await read(held, { minShare: 0.2 });
  assert.deepEqual(
    lenient.participants.map(({ isPresent }) => isPresent),
    [true, true, false],
  );
});

test('the report has the offers that somebody saw and clicked, their answers and their messages', async (t) => {
  shorten(timings, { lastReportsMs: 0 }, t);
  const webinar = await makePlayback(lectern);
  const offer = {
    type: 'offer',
    title: 'Course',
    buttonText: 'Buy',
    url: 'https://lms.example.org',
  } as const;
  const poll = { type: 'poll' as const, question: 'Clear?', options: [{ option: 'yes' }, { option: 'no' }] };
  const { items } = await webinar.owner.updateTimeline({
    ...webinar.at,
    body: {
      items: [
        { ...offer, at: 5, until: 50, title: 'Early' },
        { ...offer, at: 60 },
        { ...poll, at: 70 },
      ],
    },
  });
  const held = await holdSession(10, webinar);
  const { db } = database;
  await postDueItems({ db, socket: silentSocket });
  await moveOn(held.sessionId, 90);
  // As an offer that was added when its second had passed: it is shown from 100 s on.
  await postDueItems({ db, socket: silentSocket });
  const late = await enterPlayback(lectern, webinar, { externalUserId: 'late' });
  const early = await enterPlayback(lectern, webinar, { externalUserId: 'early' });
  const now = await holdAgain(held);
  await watch(now, { participantId: early.id, played: [[0, 80]] });
  await late.api.openViewing({ ...webinar.at, body: {} });
  const { viewingId } = await late.api.openViewing({ ...webinar.at, body: {} });
  const at = { ...webinar.at, viewingId };
  const report = { position: 100, isPlaying: true, isTabVisible: true };
  await late.api.reportViewing({ ...at, body: report });
  const courseId = items.find(({ title }) => title === 'Course')?.id ?? '';
  await late.api.clickOffer({ ...at, itemId: courseId });
  await late.api.clickOffer({ ...at, itemId: courseId });
  await late.api.joinChannel({ body: { id: held.channelId } });
  await late.api.sendMessage({ body: { channelId: held.channelId, text: '=1+1' } });
  const polls = await late.api.listPolls({ query: { channelId: held.channelId } });
  await late.api.votePoll({ body: { ids: [polls[0]?.options[0]?.id ?? ''] } });
  await waitUntil(
    async () => {
      await late.api.reportViewing({ ...at, body: { ...report, position: 105 } });
      const { participants } = await read(held, { provisional: true });
      return participants.some(
        ({ watchedDuration, externalUserId }) => externalUserId === 'late' && watchedDuration > 0,
      );
    },
    { timeout: 30_000, message: 'a second to be watched' },
  );
  await refused(read(held), 'report_not_ready');
  const running = await read(held, { provisional: true });
  assert.equal(running.isFinal, false);
  assert.equal(
    running.participants.find(({ externalUserId }) => externalUserId === 'late')?.lastExitAt,
    null,
  );
  await webinar.owner.endPlaybackSession({ ...webinar.at, playbackEventSessionId: held.sessionId });
  const final = await read(held);
  assert.equal(final.isFinal, true);
  const row = (id: string) => final.participants.find(({ externalUserId }) => externalUserId === id);
  assert.deepEqual(
    row('late')?.offers.map(({ title, clicks, firstClickedAt }) => [title, clicks, firstClickedAt !== null]),
    [['Course', 2, true]],
  );
  assert.deepEqual(
    row('early')?.offers.map(({ title, clicks, firstClickedAt }) => [title, clicks, firstClickedAt]),
    [['Early', 0, null]],
  );
  assert.deepEqual(row('late')?.polls, [{ question: 'Clear?', answer: 'yes' }]);
  assert.deepEqual([row('late')?.chatMessagesCount, row('late')?.pollAnswersCount], [1, 1]);
  assert.deepEqual(
    final.totals.offers.map(({ title, shown, clicked, clicks }) => [title, shown, clicked, clicks]),
    [
      ['Early', 1, 0, 0],
      ['Course', 1, 1, 2],
    ],
  );
  const { owner, spaceId } = webinar;
  const csv = await owner.getPlaybackSessionAnalyticsReport({
    spaceId,
    query: { ...held.query, format: 'csv', timezone: 'Europe/Berlin' },
  });
  const [heading = '', ...lines] = (await csv.text()).trim().split('\r\n');
  assert.match(heading, /^participantId,name,role,externalUserId,.*watchedDuration,watchedShare/);
  assert.doesNotMatch(heading, /Microphone|Camera/);
  assert.equal(lines.length, 2);
  assert.ok(lines.some((line) => line.includes(',late,') && line.includes(',Course,')));
});

/** Lets a running session be this many seconds further. */
const moveOn = async (sessionId: string, seconds: number) => {
  const values = [sessionId, seconds];
  const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $2)`;
  const moved = `${earlier('start_date')}, ${earlier('end_date')}`;
  await database.pool.query(`UPDATE playback_sessions SET ${moved} WHERE id = $1`, values);
  await database.pool.query(`UPDATE session_items SET ${earlier('shown_at')} WHERE session_id = $1`, values);
};

/** The session with its start as it is now. */
async function holdAgain(held: Held): Promise<Held> {
  const { start_date: start } = await database.db
    .selectFrom('playback_sessions')
    .select('start_date')
    .where('id', '=', held.sessionId)
    .executeTakeFirstOrThrow();
  return { ...held, start };
}

test('a permanent session has a report at any time, by the share of the video', async () => {
  const webinar = await makePlayback(lectern);
  const { items } = await webinar.owner.updateTimeline({
    ...webinar.at,
    body: {
      items: [{ type: 'offer', at: 10, title: 'Course', buttonText: 'Buy', url: 'https://lms.example.org' }],
    },
  });
  const held = await holdSession(50_000, webinar, true);
  const ann = await enter(held, 'ann');
  await watch(held, {
    participantId: ann,
    kind: 'permanent',
    openedAfter: 1000,
    played: [
      [0, 300],
      [0, 540],
    ],
  });
  const report = await read(held);
  const [row] = report.participants;
  assert.deepEqual([report.isFinal, report.session.endDate, report.session.isPermanent], [false, null, true]);
  assert.deepEqual(
    [row?.isLive, row?.watchedDuration, row?.watchedShare, row?.share, row?.isPresent],
    [false, 540, 0.9, 0.9, true],
  );
  assert.deepEqual(
    row?.offers.map(({ id }) => id),
    [items[0]?.id],
  );
  assert.deepEqual(report.totals.leaving, [{ second: 540, people: 1 }]);
});

test('an erased person stays with their figures, without name and keys, in a new revision', async () => {
  const held = await holdSession(700);
  const ann = await enter(held, 'to-erase', 'Zoe');
  await watch(held, { participantId: ann, played: [[0, 600]] });
  assert.equal((await read(held)).participants[0]?.name, 'Zoe');
  await held.webinar.owner.erasePerson({ externalUserId: 'to-erase' });
  const report = await read(held);
  const [row] = report.participants;
  assert.deepEqual(
    [
      report.revision,
      row?.isErased,
      row?.name,
      row?.externalUserId,
      row?.email,
      row?.ip,
      row?.watchedDuration,
    ],
    [2, true, null, null, null, null, 600],
  );
  assert.doesNotMatch(JSON.stringify(report), /Zoe|to-erase/);
});

test('the report follows its published schema', async () => {
  const held = await holdSession(700);
  const ann = await enter(held, 'ann');
  await watch(held, { participantId: ann, played: [[0, 60]] });
  const response = await fetch(`${lectern.url}/v1/schemas/playback-report/1.json`);
  const schema = await response.json();
  const isValid = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  const report = await read(held);
  assert.deepEqual([isValid(report), isValid.errors], [true, null]);
  assert.equal(isValid({ ...report, participants: [{}] }), false);
});
