import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Entered, enterBy, makeLink } from '../../../testing/people/entering.ts';
import { type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { Db } from '../../platform/db/db.ts';
import { limits } from '../builds/build.ts';
import { readCsv } from '../testing/read-csv.ts';

let lectern: InProcess;
let group: TestGroup;
let moderator: InFakeCall;
let ann: InFakeCall;
let callId: string;
before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  moderator = await joinChat({ username: 'Mo', role: 'moderator' });
  ({ id: callId } = await group.owner.getActiveCall(group.at));
  ann = await joinChat({ username: 'Ann Ovsyannikova', externalUserId: 'lms-1' });
});
after(() => lectern?.remove());

async function joinChat(link: Parameters<typeof joinFakeCall>[2]): Promise<InFakeCall> {
  const joined = await joinFakeCall(lectern, group, link);
  await joined.api.joinChannel({ body: { id: group.room.channelId } });
  return joined;
}

async function finishCall(...people: InFakeCall[]): Promise<void> {
  for (const { person } of people) person.leave();
  await group.owner.finishActiveCall(group.at);
}

const send = ({ api }: Entered, text: string) =>
  api.sendMessage({ body: { channelId: group.room.channelId, text } });
const path = () => ({ spaceId: group.spaceId, callId });
const messages = (query = {}) => group.owner.listAnalyticsCallMessages({ ...path(), query });
const polls = async () => (await group.owner.listAnalyticsCallPolls(path())).items;
const report = (provisional: boolean): Promise<Answer<'getRoomAnalyticsReport'>> =>
  group.owner.getRoomAnalyticsReport({
    spaceId: group.spaceId,
    query: { roomId: group.room.id, callId, provisional },
  });

/** Makes a poll with two options and starts it. @returns the ids of the options */
async function startPoll(question: string): Promise<string[]> {
  const { id: pollId, options } = await moderator.api.createPoll({
    body: { channelId: group.room.channelId, question, options: [{ option: 'this' }, { option: 'that' }] },
  });
  await moderator.api.startPoll({ pollId });
  return options.map(({ id }) => id);
}

test('the messages of a call name their authors by the rows of the report, and keep deleted ones without text', async () => {
  await send(ann, 'one');
  // The same person by another link: the row has the first participant and the newest name.
  const renamed = await joinChat({ username: 'Ann Clarke', externalUserId: 'lms-1' });
  const { id } = await send(renamed, 'two');
  await moderator.api.deleteMessage({ messageId: id });
  await send(moderator, 'three');
  const { items, total } = await messages({ order: 'asc' });
  const [mo, person] = (await report(true)).participants;

  const anns = { participantId: person?.participantId, name: 'Ann Clarke', externalUserId: 'lms-1' };
  const mos = { participantId: mo?.participantId, name: 'Mo', externalUserId: null };
  assert.deepEqual(
    items.map(({ id: _id, sentAt: _sentAt, chatUserId: _user, ...message }) => message),
    [
      { ...anns, text: 'one', isDeleted: false },
      { ...anns, text: '', isDeleted: true },
      { ...mos, text: 'three', isDeleted: false },
    ],
  );
  // The same external id is the same chat user, too.
  assert.ok(items[0]?.chatUserId && items[0].chatUserId === items[1]?.chatUserId);
  assert.equal(person?.participantId, ann.id);
  assert.deepEqual([total, person?.chatMessagesCount, items[1]?.id], [3, 2, id]);
  assert.deepEqual((await messages({ limit: 1, offset: 1 })).items, [items[1]]);
  assert.deepEqual((await messages()).items, items.toReversed());
  await finishCall(moderator, ann, renamed);
  assert.deepEqual(await messages({ order: 'asc' }), { items, total });
});

test('each call has its own messages and polls', async () => {
  await send(ann, 'first');
  const [option = ''] = await startPoll('First?');
  await ann.api.votePoll({ body: { ids: [option] } });
  await finishCall(ann, moderator);
  const [first, question] = [callId, (await polls())[0]?.question];

  moderator = await joinChat({ username: 'Mo', role: 'moderator' });
  ({ id: callId } = await group.owner.getActiveCall(group.at));
  await send(moderator, 'second');
  await startPoll('Second?');
  const texts = async () => (await messages()).items.map(({ text }) => text);
  const questions = async () => (await polls()).map((poll) => poll.question);
  assert.deepEqual([await texts(), await questions(), question], [['second'], ['Second?'], 'First?']);
  callId = first;
  assert.deepEqual([await texts(), await questions()], [['first'], ['First?']]);
});

test('a poll of the call has its times, the votes of each option, and who answered what', async () => {
  const drafted = await moderator.api.createPoll({
    body: {
      channelId: group.room.channelId,
      question: 'Never started?',
      options: [{ option: 'this' }, { option: 'that' }],
    },
  });
  const [chosen = '', other = ''] = await startPoll('Which?');
  await ann.api.votePoll({ body: { ids: [other] } });
  await moderator.api.votePoll({ body: { ids: [chosen] } });
  const open = await moderator.api.createPoll({
    body: { channelId: group.room.channelId, question: 'Why?', isOpenEnded: true },
  });
  await moderator.api.startPoll({ pollId: open.id });
  await ann.api.votePoll({ body: { poll_id: open.id, answer: '=because' } });
  await moderator.api.stopPoll({ pollId: open.id });
  const [which, why, none] = await polls();

  assert.ok(which && why && !none && drafted.id !== which.id);
  assert.ok(which.createdAt <= which.startedAt && which.finishedAt === null);
  assert.ok(why.finishedAt !== null && why.startedAt <= why.finishedAt);
  assert.deepEqual(which.options, [
    { text: 'this', votes: 1 },
    { text: 'that', votes: 1 },
  ]);
  assert.deepEqual(why.options, []);
  const anns = { participantId: ann.id, name: 'Ann Ovsyannikova', externalUserId: 'lms-1' };
  const answers = [...which.answers, ...why.answers].map(
    ({ answeredAt: _at, chatUserId: _user, ...answer }) => answer,
  );
  assert.deepEqual(answers, [
    { ...anns, answer: 'that', isCorrect: null },
    { participantId: moderator.id, name: 'Mo', externalUserId: null, answer: 'this', isCorrect: null },
    { ...anns, answer: '=because', isCorrect: null },
  ]);
  const { participants } = await report(true);
  for (const { participantId, polls: answered } of participants) {
    assert.deepEqual(
      answered.map(({ answer }) => answer),
      answers.filter((one) => one.participantId === participantId).map(({ answer }) => answer),
    );
  }
});

test('a poll that is deleted after its call stays in the report with its answers', async () => {
  const [option = ''] = await startPoll('Which?');
  await ann.api.votePoll({ body: { ids: [option] } });
  await finishCall(ann, moderator);
  const read = async () => ({ ...(await report(false)), generatedAt: '', polls: await polls() });
  const final = await read();
  const pollId = final.polls[0]?.id ?? '';
  assert.equal(final.participants.find(({ participantId }) => participantId === ann.id)?.pollAnswersCount, 1);
  await moderator.api.deletePoll({ pollId });
  assert.deepEqual(await read(), { ...final, polls: await polls() });
  assert.deepEqual(
    final.polls.map(({ id, answers }) => [id, answers.length]),
    (await polls()).map(({ id, answers }) => [id, answers.length]),
  );
  await refused(moderator.api.getPoll({ pollId }), 'not_found');
  assert.deepEqual(await moderator.api.listPolls({ query: { channelId: group.room.channelId } }), []);
});

test('somebody who writes without being in the call has the name in the chat only', async () => {
  await send(ann, 'here');
  const outside = await enterBy(lectern, group, { url: await makeLink(group, { username: 'Olga' }) });
  await outside.api.joinChannel({ body: { id: group.room.channelId } });
  await send(outside, 'outside');
  const [message] = (await messages()).items;
  assert.deepEqual(
    [message?.text, message?.participantId, message?.name, message?.externalUserId],
    ['outside', null, 'Olga', null],
  );
});

const rowsOf = async (file: Promise<Blob>) => readCsv(await (await file).text()).rows;

test('messages and polls of a call, and of the channel, are also files without formulas', async () => {
  await send(ann, '=1+1');
  await send(moderator, 'second');
  const [option = ''] = await startPoll('Which?');
  await startPoll('Nobody answers?');
  await ann.api.votePoll({ body: { ids: [option] } });
  const csv = { format: 'csv', timezone: 'Europe/Berlin' } as const;
  const { channelId } = group.room;
  const channel = { spaceId: group.spaceId, channelId };
  const reads = [
    [group.owner.listAnalyticsCallMessages({ ...path(), query: csv }), ann.id],
    [group.owner.listChannelMessages({ ...channel, query: csv }), ''],
  ] as const;
  for (const [file, participantId] of reads) {
    const rows = await rowsOf(file);
    assert.deepEqual(
      rows.map(({ text, name, externalUserId }) => [text, name, externalUserId]),
      [
        ["'=1+1", 'Ann Ovsyannikova', 'lms-1'],
        ['second', 'Mo', ''],
      ],
    );
    assert.equal(rows[0]?.participantId, participantId);
    assert.match(rows[0]?.sentAt ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+\+0[12]:00$/);
  }
  const answers = [
    group.owner.listAnalyticsCallPolls({ ...path(), query: csv }),
    group.owner.listChannelPolls({ ...channel, query: csv }),
  ];
  for (const file of answers) {
    assert.deepEqual(
      (await rowsOf(file)).map((row) => [row.question, row.name, row.externalUserId, row.answer]),
      [
        ['Which?', 'Ann Ovsyannikova', 'lms-1', 'this'],
        ['Nobody answers?', '', '', ''],
      ],
    );
  }
});

test('the owner reads a channel in a period, by the ids of the chat', async () => {
  await send(ann, 'before');
  const dateFrom = new Date(Date.now() + 1).toISOString();
  await waitUntil(() => Date.now() > Date.parse(dateFrom) + 5, { timeout: 1000, message: 'a later moment' });
  await send(moderator, 'after');
  const channel = { spaceId: group.spaceId, channelId: group.room.channelId };
  const all = await group.owner.listChannelMessages({ ...channel, query: { order: 'asc' } });
  const { user } = await ann.api.getInitial();
  assert.deepEqual(
    [all.total, all.items[0]?.text, all.items[0]?.chatUserId, all.items[0]?.externalUserId],
    [2, 'before', user.id, 'lms-1'],
  );
  const later = await group.owner.listChannelMessages({ ...channel, query: { dateFrom } });
  assert.deepEqual(
    later.items.map(({ text }) => text),
    ['after'],
  );
  const earlier = await group.owner.listChannelMessages({ ...channel, query: { dateTo: dateFrom } });
  assert.deepEqual(
    earlier.items.map(({ text }) => text),
    ['before'],
  );
});

test('a channel of another group, a direct one and one that does not exist are not found', async () => {
  const { id: userId } = (await moderator.api.getInitial()).user;
  const direct = await ann.api.createDirect({ body: { userId } });
  const elsewhere = await makeGroup(lectern);
  const { spaceId } = group;
  for (const channelId of [direct.id, elsewhere.room.channelId, '1', '999999999999999999999']) {
    await refused(group.owner.listChannelMessages({ spaceId, channelId }), 'not_found');
    await refused(group.owner.listChannelPolls({ spaceId, channelId }), 'not_found');
  }
  const unused = { spaceId: elsewhere.spaceId, channelId: elsewhere.room.channelId };
  assert.deepEqual(await elsewhere.owner.listChannelMessages(unused), { items: [], total: 0 });
  assert.deepEqual(await elsewhere.owner.listChannelPolls(unused), { items: [] });
  await refused(ann.api.listChannelMessages({ ...unused, ...elsewhere.at }), 'forbidden');
});

test('an erased person has a row and no name, key or text in messages and polls', async () => {
  await send(ann, 'Ovsyannikova here');
  const [option = ''] = await startPoll('Which?');
  await ann.api.votePoll({ body: { ids: [option] } });
  await finishCall(ann, moderator);
  await group.owner.erasePerson({ externalUserId: 'lms-1' });

  const nobody = { participantId: ann.id, name: null, externalUserId: null };
  const { items } = await messages();
  const [{ id: _id, sentAt: _sentAt, chatUserId: _user, ...message }] = items as [(typeof items)[number]];
  assert.deepEqual(message, { ...nobody, text: '', isDeleted: true });
  const answer = (await polls())[0]?.answers[0];
  assert.deepEqual(
    [answer?.participantId, answer?.name, answer?.externalUserId, answer?.answer],
    [ann.id, null, null, 'this'],
  );
  assert.ok(!JSON.stringify([items, await polls()]).includes('Ovsyannikova'));
});

/** Whether the report waits for the intervals; the reconciliation with the media server may wait for them too. */
async function isReportWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    SELECT count(*) > 0 AS "isWaiting" FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND (query LIKE '%AS activity%' OR query LIKE '%AS reported%')`.execute(db);
  return rows[0]?.isWaiting ?? false;
}

const readings = [
  // It has read the people by then, and waits for the intervals.
  { how: 'in parts', mostVisitsHere: 0, expected: [1, 'Ann Ovsyannikova', 'because'] },
  // It has read nothing: PostgreSQL waits for the locks of a statement before it takes the snapshot.
  { how: 'by one statement', mostVisitsHere: limits.mostVisitsHere, expected: [2, null, ''] },
];
for (const { how, mostVisitsHere, expected } of readings) {
  test(`a report that is read ${how} during an erasure has all of the person or nothing`, async (t) => {
    const usual = limits.mostVisitsHere;
    t.after(() => {
      limits.mostVisitsHere = usual;
    });
    limits.mostVisitsHere = mostVisitsHere;
    const open = await moderator.api.createPoll({
      body: { channelId: group.room.channelId, question: 'Why?', isOpenEnded: true },
    });
    await moderator.api.startPoll({ pollId: open.id });
    await ann.api.votePoll({ body: { poll_id: open.id, answer: 'because' } });
    await finishCall(ann, moderator);
    const { db, close } = await databaseOf(lectern);
    let reading: Promise<Answer<'getRoomAnalyticsReport'>> | undefined;
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE media_intervals IN ACCESS EXCLUSIVE MODE`.execute(trx);
      reading = report(false);
      await waitUntil(() => isReportWaiting(db), { timeout: 10_000, message: 'the report to wait' });
      await group.owner.erasePerson({ externalUserId: 'lms-1' });
    });
    const { revision, participants } = (await reading) ?? assert.fail();
    const row = participants.find(({ participantId }) => participantId === ann.id);
    assert.deepEqual([revision, row?.name, row?.polls[0]?.answer], expected);
    const later = await report(false);
    assert.deepEqual([later.revision, JSON.stringify(later).includes('because')], [2, false]);
    await close();
  });
}
