import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterPlayback, makePlayback } from '../../../testing/playbacks.ts';
import { shorten } from '../../../testing/timings.ts';
import { insertWatched } from '../../../testing/webinars/watched.ts';
import type { Db } from '../../platform/db/db.ts';
import { type PostingParts, postDueItems } from '../../playbacks/timeline/posting.ts';
import { addSession } from '../../playbacks/timeline/testing/sessions.ts';
import { limits } from '../builds/build.ts';
import { columnsForReaders } from '../formats/sheets.ts';
import { assertSheet, localMoment } from '../testing/assert-sheet.ts';
import { openpyxlFolder, readSheets, readWithOpenpyxl, sheetNamed } from '../testing/read-xlsx.ts';
import type { SessionRowHead } from './report.ts';
import { figuresOfSession } from './sheets.ts';

const silentSocket = {
  publish: () => undefined,
  forget: () => undefined,
} as unknown as PostingParts['socket'];
const zone = 'Europe/Berlin';
const url = 'https://lms.example.org/course';

let lectern: InProcess;
/** The path of the report of the session, without its format. */
let path: string;
before(async () => {
  lectern = await startInProcess();
  path = await holdSession();
});
after(async () => {
  await lectern?.remove();
});

/** A session that is over: with offers, a poll, messages, a replay, a person who was erased, and names like formulas. */
async function holdSession(): Promise<string> {
  const webinar = await makePlayback(lectern, { name: '=webinar' });
  const { owner, at, spaceId } = webinar;
  const offer = { type: 'offer', title: '=2*3', buttonText: 'Buy', url } as const;
  const poll = {
    type: 'poll' as const,
    question: '=Clear?',
    options: [{ option: '+yes' }, { option: 'no' }],
  };
  const body = {
    items: [
      { ...offer, at: 60 },
      { ...poll, at: 70 },
    ],
  };
  const { items } = await owner.updateTimeline({ ...at, body });
  const { db, close } = await databaseOf(lectern);
  const { id: sessionId, channelId } = await addSession(db, webinar, { begunAgo: 100 });
  await postDueItems({ db, socket: silentSocket });
  const { start_date: start, event_id: eventId } = await db
    .selectFrom('playback_sessions')
    .select(['start_date', 'event_id'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const ann = await enterPlayback(lectern, webinar, { externalUserId: 'ann', username: '=1+1' });
  const eve = await enterPlayback(lectern, webinar, { externalUserId: 'eve', username: 'Eve' });
  const bob = await enterPlayback(lectern, webinar, { externalUserId: 'bob', username: '+7 912' });
  const watched = { sessionId, start };
  await insertWatched(db, {
    ...watched,
    participantId: ann.id,
    played: [
      [0, 30],
      [40.4, 90, 'hidden'],
    ],
  });
  const replay = { kind: 'replay', openedAfter: 60, played: [[0, 20]] as [number, number][] } as const;
  await insertWatched(db, { ...watched, participantId: ann.id, ...replay });
  await insertWatched(db, { ...watched, participantId: eve.id, played: [[10, 95]] });
  const { viewingId } = await bob.api.openViewing({ ...at, body: {} });
  await bob.api.clickOffer({ ...at, viewingId, itemId: items[0]?.id ?? '' });
  await bob.api.joinChannel({ body: { id: channelId } });
  for (const text of ['=cmd', 'two\nlines']) await bob.api.sendMessage({ body: { channelId, text } });
  const [asked] = await bob.api.listPolls({ query: { channelId } });
  await bob.api.votePoll({ body: { ids: [asked?.options[0]?.id ?? ''] } });
  await owner.endPlaybackSession({ ...at, playbackEventSessionId: sessionId });
  await owner.erasePerson({ externalUserId: 'eve' });
  await moveBack(db);
  await close();
  const query = new URLSearchParams({ playbackEventId: eventId, playbackEventSessionId: sessionId });
  return `/v1/spaces/${spaceId}/analytics/playback-report?${query}&timezone=${zone}`;
}

/** Moves everything a minute back: threads have the usual wait until a report is final. */
async function moveBack(db: Db): Promise<void> {
  const columns = {
    playback_sessions: ['start_date', 'end_date', 'started_at', 'finished_at'],
    viewings: ['opened_at', 'seen_at', 'closed_at'],
    watch_intervals: ['started_at', 'ended_at'],
    chat_messages: ['created_at'],
    chat_polls: ['created_at', 'started_at', 'stopped_at'],
    chat_poll_votes: ['created_at'],
  };
  for (const [table, names] of Object.entries(columns)) {
    const moved = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} - interval '1 minute'`);
    await sql`UPDATE ${sql.table(table)} SET ${sql.join(moved)}`.execute(db);
  }
}

async function fetchFile(format: string): Promise<{ response: Response; content: Buffer }> {
  const headers = { authorization: `Bearer ${lectern.owner.personalToken}` };
  const response = await fetch(`${lectern.url}${path}&format=${format}`, { headers });
  assert.equal(response.status, 200);
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

/** The cells of a workbook, without the moment at which it was made. */
const cellsOf = async (workbook: Buffer) =>
  (await readSheets(workbook)).map(({ name, rows }) => ({
    name,
    rows: rows.filter((row) => !row.get('A')?.value.startsWith('Generated')),
  }));

test('a thread builds the same report of a session as the server itself, in each format', async (t) => {
  shorten(limits, { mostVisitsHere: limits.mostVisitsHere }, t);
  const withoutTime = (text: string) => text.replace(/"generatedAt":"[^"]+"/, '');
  for (const format of ['json', 'csv', 'xlsx']) {
    limits.mostVisitsHere = 0;
    const byThread = await fetchFile(format);
    limits.mostVisitsHere = Number.MAX_SAFE_INTEGER;
    const here = await fetchFile(format);
    for (const name of ['content-type', 'content-disposition'])
      assert.equal(byThread.response.headers.get(name), here.response.headers.get(name));
    if (format === 'xlsx') assert.deepEqual(await cellsOf(byThread.content), await cellsOf(here.content));
    else assert.equal(withoutTime(byThread.content.toString()), withoutTime(here.content.toString()));
  }
});

type Report = Answer<'getPlaybackSessionAnalyticsReport'>;

test('openpyxl reads every sheet of a session: dates, durations, shares, texts and the same figures', async (t) => {
  const folder = openpyxlFolder();
  if (!folder) return t.skip('not run: no openpyxl, which reads XLSX files');
  const report: Report = JSON.parse(String((await fetchFile('json')).content));
  const sheets = await readWithOpenpyxl((await fetchFile('xlsx')).content, folder);
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Summary', 'Participants', 'Watched', 'Curve', 'Offers', 'Chat', 'Polls', 'Technical'],
  );
  for (const { name, frozen, width } of sheets)
    assert.deepEqual([name, frozen, width > 9], [name, 'A2', true]);
  const types = sheets.flatMap((sheet) => sheet.rows.flatMap((row) => row.map(({ type }) => type)));
  assert.ok(!types.includes('f'), 'a cell is a formula');
  const rows: SessionRowHead[] = report.participants;
  const { participants, technical } = columnsForReaders({ participants: rows }, zone, figuresOfSession);
  assertSheet(sheetNamed(sheets, 'Participants'), { columns: participants, rows, zone });
  assertSheet(sheetNamed(sheets, 'Technical'), { columns: technical, rows, zone });
  const valuesIn = (name: string) =>
    sheetNamed(sheets, name).rows.map((row) => row.map(({ value }) => value));
  const facts = new Map(valuesIn('Summary').map(([label, value]) => [label, value]));
  const { session, totals, rule } = report;
  const expected = {
    ...{ Webinar: '=webinar', 'Session ID': session.id, Final: true, Revision: 2, People: 3, Visits: 3 },
    ...{ 'Watched the replay': 1, 'Present from this share of the session': rule.minShare },
    [`Started (${zone})`]: ['date', localMoment(Date.parse(session.startDate), zone)],
    Duration: ['duration', session.duration],
    'Watched, all people': ['duration', totals.watchedDuration],
  };
  for (const [label, value] of Object.entries(expected)) assert.deepEqual(facts.get(label), value, label);
  const nameOf = (name: unknown) => (name === '=1+1' ? 'ann' : name);
  assert.deepEqual(
    valuesIn('Watched')
      .slice(1)
      .map(([name, , , ...rest]) => [nameOf(name), ...rest]),
    [
      ['ann', false, ['duration', 0], ['duration', 30], ['duration', 30]],
      ['ann', false, ['duration', 40], ['duration', 90], ['duration', 50]],
      ['ann', true, ['duration', 0], ['duration', 20], ['duration', 20]],
      [null, false, ['duration', 10], ['duration', 95], ['duration', 85]],
    ],
  );
  assert.equal(
    valuesIn('Curve').length,
    1 + totals.curve.length + totals.replayCurve.length + totals.leaving.length,
  );
  const offers = valuesIn('Offers').slice(1);
  assert.ok(offers.length >= 1 && offers.every(([title, address]) => title === '=2*3' && address === url));
  assert.deepEqual(
    valuesIn('Chat')
      .slice(1)
      .map((row) => [row[1], row[4]]),
    [
      ['+7 912', '=cmd'],
      ['+7 912', 'two\nlines'],
    ],
  );
  assert.deepEqual(valuesIn('Polls')[1]?.slice(0, 3), ['=Clear?', '+yes', '+7 912']);
});
