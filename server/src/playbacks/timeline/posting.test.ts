import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Body } from '../../../../contract/routes.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Chatting, enterChat, messagesOf, type SentMessage } from '../../../testing/people/chat.ts';
import { addPlayback, enterPlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { offersOfSession } from '../../reports/sessions/store.ts';
import { shownItemsOf } from './open-items.store.ts';
import { itemsOpenAt } from './open-items.ts';
import { type PostingParts, postDueItems, timings } from './posting.ts';
import { insertRecordOf } from './testing/recorded.ts';
import { addSession, openInTable, type TestSession, type TestSessionSettings } from './testing/sessions.ts';

type Item = Body<'updateTimeline'>['items'][number];

let lectern: Lectern;
let database: Database;
let group: TestGroup;
let webinar: TestPlayback;
let parts: PostingParts;

before(async () => {
  // After its start the server posts nothing by itself: the tests say when.
  shorten(timings, { everyMs: 3_600_000 });
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  database = await databaseOf(lectern, { max: 8 });
  const socket = { publish: () => undefined, forget: () => undefined } as unknown as PostingParts['socket'];
  parts = { db: database.db, socket };
});
beforeEach(async () => {
  await database.pool.query('DELETE FROM playback_sessions');
  group = await makeGroup(lectern);
  webinar = await addPlayback(group);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const add = (settings: TestSessionSettings) => addSession(database.db, webinar, settings);
const putItems = (...items: Item[]) => webinar.owner.updateTimeline({ ...webinar.at, body: { items } });
const message = (at: number, text: string): Item => ({ type: 'message', at, author: 'Mo', text });
const offer = (at: number, title: string, until?: number): Item => ({
  ...{ type: 'offer', at, title, buttonText: 'Buy', url: 'https://lms.example.org/course' },
  ...(until !== undefined && { until }),
});
const poll = (at: number, question: string, until?: number): Item => ({
  ...{ type: 'poll', at, question, options: [{ option: 'yes', valid: true }, { option: 'no' }] },
  ...(until !== undefined && { until }),
});

/** Lets the session be this many seconds further. */
const moveOn = ({ id }: TestSession, seconds: number) =>
  database.pool.query(
    `UPDATE playback_sessions SET start_date = start_date - make_interval(secs => $2),
      end_date = end_date - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

async function viewerOf({ id: sessionId, channelId }: TestSession) {
  const entered = await enterPlayback(lectern, webinar);
  await openInTable(database.db, { sessionId, participantId: entered.id });
  await entered.api.joinChannel({ body: { id: channelId } });
  return entered.api;
}
const contentsOf = (sent: SentMessage[]) => sent.map(({ text, meta }) => [text, Object(meta).author]);
const read = async (session: TestSession) =>
  contentsOf(await messagesOf(await viewerOf(session), session.channelId));
const openAt = async (session: TestSession, second: number) => {
  const items = itemsOpenAt(await shownItemsOf(database.db, session.id), second);
  return items.map(({ title, question }) => title ?? question);
};

/** A call of the group that was recorded for 60 s, with these messages at their seconds. */
async function record(said: [Chatting, number, string][]): Promise<string> {
  const startedAt = new Date(Date.now() - 86_400_000);
  for (const [{ api }, second, text] of said) {
    const { id } = await api.sendMessage({ body: { channelId: group.room.channelId, text } });
    await database.pool.query('UPDATE chat_messages SET created_at = $2 WHERE id = $1', [
      id,
      new Date(startedAt.getTime() + second * 1000),
    ]);
  }
  const recordId = await insertRecordOf(database.db, group, { startedAt, seconds: 60 });
  await database.db
    .updateTable('playbacks')
    .set({ record_id: recordId })
    .where('room_id', '=', webinar.playback.id)
    .execute();
  return recordId;
}

test('items are posted once at their seconds, in the order of the video', async () => {
  await putItems(
    message(8, 'second'),
    offer(6, 'Course', 20),
    message(5, 'first'),
    message(500, 'much later'),
  );
  const session = await add({ begunAgo: 3 });
  await postDueItems(parts);
  assert.deepEqual(await read(session), []);
  await moveOn(session, 7);
  await Promise.all([1, 2, 3, 4].map(() => postDueItems(parts)));
  await postDueItems(parts);
  assert.deepEqual(await read(session), [
    ['first', 'Mo'],
    ['second', 'Mo'],
  ]);
  assert.deepEqual(await openAt(session, 10), ['Course']);
  assert.deepEqual(await openAt(session, 5), []);
  assert.deepEqual(await openAt(session, 20), []);
  const [posted] = await messagesOf(await viewerOf(session), session.channelId);
  assert.deepEqual([posted?.userId, posted?.meta], [null, { organizer: true, author: 'Mo' }]);
});

test('after an outage everything that is still due is posted in order at once', async () => {
  const ann = await enterChat(lectern, group, { username: 'Ann' });
  const recordId = await record([...Array(30).keys()].map((n) => [ann, n + 0.5, `original ${n}`]));
  await putItems(message(10, 'item'), offer(1, 'Over', 30), poll(2, 'Over?', 30), message(45, 'later'));
  const session = await add({ begunAgo: 40, recordId });
  await postDueItems(parts);
  const expected = [...Array(30).keys()].map((n) => [`original ${n}`, 'Ann']);
  expected.splice(10, 0, ['item', 'Mo']);
  assert.deepEqual(await read(session), expected);
  assert.deepEqual(await openAt(session, 40), []);
});

test('what a failure interrupts is posted once, when it is over', async () => {
  await putItems(message(1, 'before'), message(2, 'boom'), message(3, 'after'));
  const session = await add({ begunAgo: 5 });
  await database.pool.query(`
    CREATE FUNCTION fail_at_boom() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.text = 'boom' THEN RAISE 'killed here'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER boom BEFORE INSERT ON chat_messages FOR EACH ROW EXECUTE FUNCTION fail_at_boom()`);
  try {
    await assert.rejects(postDueItems(parts), /killed here/);
    assert.deepEqual(await read(session), []);
  } finally {
    await database.pool.query('DROP FUNCTION fail_at_boom CASCADE');
  }
  await postDueItems(parts);
  assert.deepEqual(
    (await read(session)).map(([text]) => text),
    ['before', 'boom', 'after'],
  );
});

test('the chat of the recorded call is replayed as it was prepared', async () => {
  const [ann, bob] = [
    await enterChat(lectern, group, { username: 'Ann' }),
    await enterChat(lectern, group, { username: 'Bob' }),
  ];
  const recordId = await record([
    [ann, -5, 'before the recording'],
    [ann, 1, 'hello'],
    [bob, 2, 'nonsense'],
    [bob, 3, 'a question'],
    [ann, 50, 'bye'],
    [ann, 65, 'after the recording'],
  ]);
  const original = await webinar.owner.getOriginalChat(webinar.at);
  assert.deepEqual(
    original.items.map(({ at, author, text, isHidden, displayName }) => [
      ...[at, author, text, isHidden, displayName],
    ]),
    [
      [1, 'Ann', 'hello', false, null],
      [2, 'Bob', 'nonsense', false, null],
      [3, 'Bob', 'a question', false, null],
      [50, 'Ann', 'bye', false, null],
    ],
  );
  const [, nonsense, question] = original.items.map(({ id }) => id);
  const changed = await webinar.owner.updateOriginalChat({
    ...webinar.at,
    body: {
      items: [
        { id: nonsense ?? '', isHidden: true },
        { id: question ?? '', displayName: ' A student ' },
      ],
    },
  });
  assert.deepEqual(
    changed.items.map(({ isHidden, displayName }) => [isHidden, displayName]),
    [
      [true, null],
      [false, 'A student'],
    ],
  );
  const session = await add({ begunAgo: 10, recordId });
  await Promise.all([postDueItems(parts), postDueItems(parts)]);
  assert.deepEqual(await read(session), [
    ['hello', 'Ann'],
    ['a question', 'A student'],
  ]);
  const [first] = await messagesOf(await viewerOf(session), session.channelId);
  assert.deepEqual([first?.userId, first?.meta], [null, { original: true, author: 'Ann' }]);
  // Passed second: it is not replayed any more.
  await webinar.owner.updateOriginalChat({
    ...webinar.at,
    body: { items: [{ id: nonsense ?? '', isHidden: false }] },
  });
  await webinar.owner.updatePlayback({ ...webinar.at, body: { isChatReplayed: false } });
  await moveOn(session, 45);
  await postDueItems(parts);
  assert.equal((await read(session)).length, 2);
});

test('an erased author is erased from the replayed chat, and not replayed again', async () => {
  const ann = await enterChat(lectern, group, { username: 'Anna Kowalska' });
  await database.pool.query(`UPDATE participants SET external_user_id = 'anna' WHERE id = $1`, [ann.id]);
  const recordId = await record([[ann, 1, 'I live in Green Street 5']]);
  const [message] = (await webinar.owner.getOriginalChat(webinar.at)).items;
  await webinar.owner.updateOriginalChat({
    ...webinar.at,
    body: { items: [{ id: message?.id ?? '', displayName: 'Miss Green' }] },
  });
  const session = await add({ begunAgo: 10, recordId });
  await postDueItems(parts);
  assert.equal((await read(session)).length, 1);
  await webinar.owner.erasePerson({ externalUserId: 'anna' });
  const later = await add({ begunAgo: 10, recordId });
  await postDueItems(parts);
  const api = await viewerOf(session);
  const told = JSON.stringify([
    await read(session),
    await read(later),
    await api.listMessages({ channelId: session.channelId, query: { since: 0 } }),
    await webinar.owner.getOriginalChat(webinar.at),
    (await database.pool.query('SELECT * FROM original_messages')).rows,
  ]);
  assert.ok(!told.includes('Green') && !told.includes('Kowalska'), told);
});

test('a poll runs in the channel until its second, or until the session ends', async () => {
  await putItems(poll(5, 'Short?', 20), poll(6, 'Long?'));
  const session = await add({ begunAgo: 10 });
  await postDueItems(parts);
  const api = await viewerOf(session);
  const polls = await api.listPolls({ query: { channelId: session.channelId } });
  assert.deepEqual(
    polls.map(({ question, status }) => [question, status]),
    [
      ['Long?', 'in_progress'],
      ['Short?', 'in_progress'],
    ],
  );
  assert.deepEqual(await openAt(session, 10), ['Short?', 'Long?']);
  const [open] = itemsOpenAt(await shownItemsOf(database.db, session.id), 10);
  assert.deepEqual([open?.pollId, JSON.stringify(open).includes('valid')], [polls[1]?.id, false]);
  await api.votePoll({ body: { ids: [polls[1]?.options[0]?.id ?? ''] } });
  await moveOn(session, 15);
  await postDueItems(parts);
  const statuses = async () =>
    (await api.listPolls({ query: { channelId: session.channelId } })).map(({ status }) => status);
  assert.deepEqual(await statuses(), ['in_progress', 'done']);
  await database.pool.query(
    'UPDATE playback_sessions SET finished_at = now(), end_date = now() WHERE id = $1',
    [session.id],
  );
  await postDueItems(parts);
  assert.deepEqual(await statuses(), ['done', 'done']);
});

test('a change of the timeline affects what a running session has not shown yet', async () => {
  const { items } = await putItems(offer(5, 'Old price'), message(60, 'typo'));
  const session = await add({ begunAgo: 10 });
  await postDueItems(parts);
  const [shown, coming] = items;
  const changed = await webinar.owner.updateTimeline({
    ...webinar.at,
    body: {
      items: [
        { ...offer(4, 'New price'), id: shown?.id ?? '' },
        { ...message(62, 'no typo'), id: coming?.id ?? '' },
        message(7, 'added'),
      ],
    },
  });
  assert.deepEqual(
    changed.items.map(({ id }) => id === shown?.id || id === coming?.id),
    [true, false, true],
  );
  await moveOn(session, 55);
  await postDueItems(parts);
  assert.deepEqual(
    (await read(session)).map(([text]) => text),
    ['added', 'no typo'],
  );
  assert.deepEqual(await openAt(session, 65), ['Old price']);
  await putItems();
  assert.deepEqual(await openAt(session, 65), ['Old price']);
});

/** A viewer who opened the permanent session so many seconds ago, and what their page gets at a claimed position. */
async function ownViewing({ id: sessionId }: TestSession, openedAgo: number) {
  const { api, id: participantId } = await enterPlayback(lectern, webinar);
  const of = { sessionId, participantId, kind: 'permanent', openedAgo } as const;
  const at = { ...webinar.at, viewingId: await openInTable(database.db, of) };
  const report = (position: number, messagesFrom?: number) => {
    const told = { position, isPlaying: true, isTabVisible: true };
    return api.reportViewing({
      ...at,
      body: { ...told, ...(messagesFrom !== undefined && { messagesFrom }) },
    });
  };
  const polls = async () =>
    (await api.listViewingPolls(at)).map(({ question, status, votes }) => [question, status, votes]);
  return { api, at, report, polls };
}
/** The answers of each viewer in the report of the session. */
async function answersInReport({ id }: TestSession): Promise<string[][][]> {
  const { rows } = await database.pool.query('SELECT event_id FROM playback_sessions WHERE id = $1', [id]);
  const query = { playbackEventId: rows[0].event_id, playbackEventSessionId: id };
  const { spaceId } = webinar;
  const { participants } = await webinar.owner.getPlaybackSessionAnalyticsReport({ spaceId, query });
  return participants.map(({ polls }) => polls.map(({ question, answer }) => [question, answer]));
}
const shownIn = ({ messages = [] }: { messages?: { text: string; author: string; kind: string }[] }) =>
  messages.map(({ text, author, kind }) => [text, author, kind]);

test('a session without common second shows the chat and its timeline by the second of each viewer', async () => {
  const [ann, bob] = [
    await enterChat(lectern, group, { username: 'Ann' }),
    await enterChat(lectern, group, { username: 'Bob' }),
  ];
  const recordId = await record([
    [ann, -5, 'before the recording'],
    [ann, 0, 'first'],
    [bob, 7, 'nonsense'],
    [bob, 9, 'a question'],
    [ann, 30, 'coming'],
    [ann, 45, 'later'],
  ]);
  const originals = (await webinar.owner.getOriginalChat(webinar.at)).items;
  const idOf = (said: string) => originals.find(({ text }) => text === said)?.id ?? assert.fail(said);
  await webinar.owner.updateOriginalChat({
    ...webinar.at,
    body: {
      items: [
        { id: idOf('nonsense'), isHidden: true },
        { id: idOf('a question'), displayName: 'A student' },
      ],
    },
  });
  await putItems(offer(5, 'Course', 22), message(8, 'hello'), poll(6, 'Well?'), offer(29, 'Soon'));
  const session = await add({ begunAgo: 1000, isPermanent: true, recordId });
  await postDueItems(parts);
  const { report } = await ownViewing(session, 20);
  const early = await report(20);
  assert.deepEqual(shownIn(early), [
    ['first', 'Ann', 'original'],
    ['hello', 'Mo', 'organizer'],
    ['a question', 'A student', 'original'],
    ['coming', 'Ann', 'original'],
  ]);
  assert.deepEqual(
    early.items.map(({ type, title, question }) => [type, title ?? question]),
    [
      ['offer', 'Course'],
      ['poll', 'Well?'],
      ['offer', 'Soon'],
    ],
  );
  assert.equal(early.messagesUntil, 30);
  assert.deepEqual(shownIn(await report(20, early.messagesUntil)), []);
  await postDueItems(parts);
  const { api } = await ownViewing(session, 900);
  await api.joinChannel({ body: { id: session.channelId } });
  assert.deepEqual(contentsOf(await messagesOf(api, session.channelId)), []);
  await webinar.owner.updatePlayback({ ...webinar.at, body: { isChatReplayed: false } });
  const other = await add({ begunAgo: 1000, isPermanent: true, recordId });
  assert.deepEqual(shownIn(await (await ownViewing(other, 20)).report(20)), [['hello', 'Mo', 'organizer']]);
});

test('no report of a permanent session, whatever position it claims, gets more than 12 s ahead of its viewer', async () => {
  const ann = await enterChat(lectern, group, { username: 'Ann' });
  const recordId = await record([...Array(55).keys()].map((n) => [ann, n, `at ${n}`]));
  await putItems(poll(35, 'Later?'), message(36, 'later'), offer(37, 'Later'));
  const session = await add({ begunAgo: 1000, isPermanent: true, recordId });
  const { api, at, report, polls } = await ownViewing(session, 20);
  for (const [position, from] of [
    [59, 0],
    [1_000_000, 30],
    [40, 1_000_000],
    [59, 0],
  ] as const) {
    const told = await report(position, from);
    assert.ok((told.messagesUntil ?? 0) < 34, String(told.messagesUntil));
    const seconds = [...(told.messages ?? []), ...told.items].map((shown) => shown.at);
    assert.ok(
      seconds.every((second) => second < 34),
      seconds.join(),
    );
  }
  assert.deepEqual(await polls(), []);
  const { rows } = await database.pool.query('SELECT id FROM chat_polls WHERE question = $1', ['Later?']);
  const [{ id: pollId }] = rows;
  const { rows: options } = await database.pool.query('SELECT id FROM chat_poll_options WHERE poll_id = $1', [
    pollId,
  ]);
  const ids = [options[0].id];
  await api.joinChannel({ body: { id: session.channelId } });
  await refused(api.voteInViewing({ ...at, pollId, body: { ids } }), 'not_found');
  await refusedFields(api.votePoll({ body: { ids } }), 'ids');
  await refused(api.getPoll({ pollId }), 'not_found');
  assert.deepEqual(await api.listPolls({ query: { channelId: session.channelId } }), []);
  // Where replays are allowed, the viewer may seek.
  await webinar.owner.updatePlayback({ ...webinar.at, body: { isReplayAllowed: true } });
  const seeking = await ownViewing(session, 2);
  const sought = await seeking.report(44);
  assert.equal(sought.messages?.at(-1)?.text, 'at 54');
  assert.deepEqual(await seeking.polls(), [['Later?', 'in_progress', 0]]);
  assert.deepEqual(shownIn(await seeking.report(1)).at(-1), ['at 11', 'Ann', 'original']);
});

test('the polls of a permanent session open for each viewer and are answered once; totals are those of all', async () => {
  const { items } = await putItems(poll(5, 'Clear?', 40), {
    ...{ type: 'poll', at: 6, question: 'Why?', isOpenEnded: true },
  });
  const session = await add({ begunAgo: 1000, isPermanent: true });
  const [one, two, late] = [
    await ownViewing(session, 20),
    await ownViewing(session, 20),
    await ownViewing(session, 60),
  ];
  const { items: open } = await one.report(20);
  const [clear, why] = open.map(({ pollId }) => pollId ?? assert.fail('the item has no poll'));
  assert.ok(clear && why && !JSON.stringify(open).includes('yes'));
  assert.deepEqual(await two.polls(), [
    ['Why?', 'in_progress', 0],
    ['Clear?', 'in_progress', 0],
  ]);
  const asked = (await one.api.listViewingPolls(one.at)).find(({ id }) => id === clear);
  assert.deepEqual(
    asked?.options.map(({ option, valid }) => [option, valid]),
    [
      ['yes', undefined],
      ['no', undefined],
    ],
  );
  const ids = [asked?.options[0]?.id ?? ''];
  const voted = await one.api.voteInViewing({ ...one.at, pollId: clear, body: { ids } });
  assert.deepEqual([voted.votes, voted.isVoted, voted.options[0]?.votesCount], [1, true, 1]);
  await refused(one.api.voteInViewing({ ...one.at, pollId: clear, body: { ids } }), 'already_voted');
  const other = one.api.voteInViewing({ ...one.at, pollId: why, body: { answer: 'Because.' } });
  assert.equal((await other).answers?.[0]?.answer, 'Because.');
  await refusedFields(two.api.voteInViewing({ ...two.at, pollId: why, body: { ids } }), 'ids');
  await refusedFields(two.api.voteInViewing({ ...two.at, pollId: why, body: {} }), 'answer');
  await refused(two.api.voteInViewing({ ...one.at, pollId: why, body: { answer: 'x' } }), 'not_found');
  await two.api.voteInViewing({ ...two.at, pollId: clear, body: { ids } });
  await late.report(60);
  assert.deepEqual(await late.polls(), [
    ['Why?', 'in_progress', 1],
    ['Clear?', 'done', 2],
  ]);
  await refused(late.api.voteInViewing({ ...late.at, pollId: clear, body: { ids } }), 'poll_stopped');
  // Nothing of it reached the channel that all viewers share.
  await late.api.joinChannel({ body: { id: session.channelId } });
  const shared = await late.api.listMessages({ channelId: session.channelId, query: { since: 0 } });
  assert.ok(!JSON.stringify(shared).includes('poll'), JSON.stringify(shared));
  assert.deepEqual(
    (await answersInReport(session)).sort((a, b) => a.length - b.length),
    [
      [],
      [['Clear?', 'yes']],
      [
        ['Clear?', 'yes'],
        ['Why?', 'Because.'],
      ],
    ],
  );
  // A changed question is a new poll; the answers to the old one stay in the report.
  const [first, second] = items.map(({ id }) => ({ id }));
  await putItems({ ...poll(5, 'Is it clear?', 40), ...first }, { ...poll(6, 'Why?'), ...second });
  const next = await ownViewing(session, 20);
  await waitUntil(
    async () => (await next.report(20)).items.every(({ pollId }) => pollId && pollId !== clear),
    {
      timeout: 20_000,
      message: 'the new poll',
    },
  );
});

test('viewers get open items with their reports, and clicks on offers are counted', async () => {
  const { items } = await putItems(
    offer(5, 'Course', 300),
    message(6, 'hello'),
    offer(99, 'Over', 99.5),
    offer(108, 'Short', 108.5),
    poll(109, 'In the chat?'),
    offer(500, 'Later'),
  );
  const [course, hello, over, short, , later] = items.map(({ id }) => id);
  const session = await add({ begunAgo: 100 });
  await postDueItems(parts);
  const { api, id: participantId } = await enterPlayback(lectern, webinar);
  const { viewingId } = await api.openViewing({ ...webinar.at, body: {} });
  const at = { ...webinar.at, viewingId };
  const report = { position: 100, isPlaying: true, isTabVisible: true };
  const told = await api.reportViewing({ ...at, body: report });
  const shownFields = { text: null, buttonText: 'Buy', url: 'https://lms.example.org/course' };
  assert.deepEqual(told.items, [
    { ...{ id: course, type: 'offer', at: 5, until: 300, title: 'Course' }, ...shownFields },
    { ...{ id: short, type: 'offer', at: 108, until: 108.5, title: 'Short' }, ...shownFields },
  ]);
  await Promise.all([1, 2, 3].map(() => api.clickOffer({ ...at, itemId: course ?? '' })));
  for (const itemId of [hello, over, short, later, '0123456789abcdef01234567']) {
    await refused(api.clickOffer({ ...at, itemId: itemId ?? '' }), 'not_found');
  }
  const other = await enterPlayback(lectern, webinar);
  await refused(other.api.clickOffer({ ...at, itemId: course ?? '' }), 'not_found');
  const [shown] = await offersOfSession(database.db, session.id);
  assert.deepEqual(
    [shown?.title, shown?.clicks.map((click) => [click.participantId, click.clicks])],
    ['Course', [[participantId, 3]]],
  );
});

test('a timeline names every fault, and stays as it was', async () => {
  const { items } = await putItems(offer(1, 'Course'));
  await refusedFields(
    putItems(
      { type: 'offer', at: 5, until: 5, question: 'What?' },
      { type: 'poll', at: 1, question: 'One?', options: [{ option: 'only' }] },
      { ...message(1, 'x'), until: 9 },
      { ...offer(1, 'x'), id: '0123456789abcdef01234567' },
      { ...offer(1, 'x'), id: items[0]?.id ?? '' },
      { ...offer(1, 'x'), id: items[0]?.id ?? '' },
    ),
    ...['items.0.until', 'items.0.title', 'items.0.buttonText', 'items.0.url', 'items.0.question'],
    ...['items.1.options', 'items.2.until', 'items.3.id', 'items.5.id'],
  );
  assert.deepEqual((await webinar.owner.getTimeline(webinar.at)).items, items);
  await refusedFields(
    webinar.owner.updateOriginalChat({ ...webinar.at, body: { items: [{ id: '1', isHidden: true }] } }),
    'items.0.id',
  );
  const other = { ...webinar.at, playbackId: group.room.id };
  await refused(webinar.owner.getTimeline(other), 'not_found');
});

test('the server itself posts what is due', async (t) => {
  shorten(timings, { everyMs: 200 }, t);
  const own = await startInProcess();
  const db = await databaseOf(own);
  try {
    const there = await addPlayback(await makeGroup(own));
    await there.owner.updateTimeline({ ...there.at, body: { items: [message(1, 'hello')] } });
    const session = await addSession(db.db, there, { begunAgo: 1 });
    const viewer = await enterPlayback(own, there);
    await openInTable(db.db, { sessionId: session.id, participantId: viewer.id });
    await viewer.api.joinChannel({ body: { id: session.channelId } });
    await waitUntil(async () => (await messagesOf(viewer.api, session.channelId)).length === 1, {
      timeout: 20_000,
      message: 'the message of the timeline',
    });
  } finally {
    await db.close();
    await own.remove();
  }
});
