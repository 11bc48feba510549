import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Client, createClient } from '../../../../contract/client/index.ts';
import type { Answer, Query } from '../../../../contract/routes.ts';
import { checkedFetch } from '../../../testing/answers/checked-fetch.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';

type Report = Answer<'getRoomAnalyticsReport'>;

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36';

/** A client that sends the user agent of a phone. */
const phoneClient = ({ url }: InProcess, token?: string): Client =>
  createClient({
    ...{ baseUrl: url, token },
    fetch: (input, init) =>
      checkedFetch(input, { ...init, headers: { ...init?.headers, 'user-agent': phoneAgent } }),
  });

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern?.remove());

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

async function reportOf(
  callId: string,
  query: Partial<Omit<Query<'getRoomAnalyticsReport'>, 'format'>> = {},
): Promise<Report> {
  return group.owner.getRoomAnalyticsReport({
    spaceId: group.spaceId,
    query: { roomId: group.room.id, callId, ...query },
  });
}

const activeCall = async () => (await group.owner.getActiveCall(group.at)).id;
const finish = async (callId: string) => {
  await group.owner.finishActiveCall(group.at);
  return reportOf(callId);
};
const rowOf = (report: Report, externalUserId: string) => {
  const row = report.participants.find((one) => one.externalUserId === externalUserId);
  assert.ok(row, `a row of ${externalUserId}`);
  return row;
};

test('a person over two devices, a reconnect and a rename has one row; two people of one name have two', async () => {
  const first = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  const callId = await activeCall();
  const other = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-2' });
  const newLink = await joinFakeCall(lectern, group, { username: 'Ann Clarke', externalUserId: 'lms-1' });
  first.person.leave();
  const again = newLink.person.reconnect();
  await until(
    async () => (await reportOf(callId, { provisional: true })).participants.length === 2,
    'two rows',
  );
  again.leave();
  other.person.leave();
  const report = await finish(callId);

  assert.deepEqual(
    report.participants.map(({ externalUserId }) => externalUserId),
    ['lms-1', 'lms-2'],
  );
  const ann = rowOf(report, 'lms-1');
  assert.deepEqual([ann.name, ann.participantId, ann.visits], ['Ann Clarke', first.id, 2]);
  assert.equal(rowOf(report, 'lms-2').visits, 1);
  assert.deepEqual([report.version, report.revision, report.isFinal], [1, 1, true]);
  assert.deepEqual([report.totals.people, report.totals.visits, report.totals.mostPeople], [2, 3, 2]);
  const { generatedAt } = report;
  assert.deepEqual({ ...(await reportOf(callId)), generatedAt }, report);
});

test('links of one name and email are one person, in the report, among the absent and in the summary', async () => {
  const since = new Date().toISOString();
  const ivan = { username: 'Ivan', email: 'ivan@example.org' };
  await makeLink(group, ivan);
  await makeLink(group, { username: 'Oliver', email: 'oliver@example.org' });
  await makeLink(group, { username: 'oliver', email: 'Oliver@example.org' });
  const first = await joinFakeCall(lectern, group, ivan);
  const callId = await activeCall();
  const second = await joinFakeCall(lectern, group, { ...ivan, username: 'ivan' });
  const sister = await joinFakeCall(lectern, group, { ...ivan, username: 'Olga' });
  const namesake = await joinFakeCall(lectern, group, { username: 'Ivan' });
  for (const { person } of [first, second, sister, namesake]) person.leave();
  const { participants, totals } = await finish(callId);
  const people = [
    ['ivan', 2],
    ['Olga', 1],
    ['Ivan', 1],
  ];
  assert.deepEqual(
    participants.map(({ name, visits }) => [name, visits]),
    people,
  );
  assert.deepEqual([totals.people, totals.absent.map(({ name }) => name)], [3, ['oliver']]);
  const summary = await group.owner.getAnalyticsSummary({
    spaceId: group.spaceId,
    query: { dateFrom: since, dateTo: '2100-01-01T00:00:00Z' },
  });
  assert.deepEqual(summary.people.map(({ name }) => name).sort(), ['Ivan', 'Olga', 'ivan']);
});

test('a report has contacts, fields, where a person came from, and what they did', async () => {
  const moderator = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const callId = await activeCall();
  const details = {
    ...{ username: 'Ann', externalUserId: 'lms-1', externalMeetingId: 'algebra-1' },
    ...{ email: 'ann@example.org', phone: '+44 20 7946 0958' },
  };
  const ann = await joinFakeCall(lectern, group, details);
  const { channelId } = group.room;
  for (const one of [moderator, ann]) await one.api.joinChannel({ body: { id: channelId } });
  const { id } = await ann.api.sendMessage({ body: { channelId, text: 'one' } });
  await ann.api.sendMessage({ body: { channelId, text: 'two' } });
  await moderator.api.deleteMessage({ messageId: id });
  await ann.api.raiseHand(ann.at);
  await ann.api.lowerHand(ann.at);
  await ann.api.raiseHand(ann.at);
  await ann.api.sendStageReaction({ ...group.at, body: { emoji: '👏' } });
  const poll = await moderator.api.createPoll({
    body: { channelId, question: 'Which?', options: [{ option: 'this' }, { option: 'that' }] },
  });
  await moderator.api.startPoll({ pollId: poll.id });
  const [option] = (await ann.api.getPoll({ pollId: poll.id })).options;
  await ann.api.votePoll({ body: { ids: [option?.id ?? ''] } });
  const row = rowOf(await finish(callId), 'lms-1');

  assert.deepEqual(
    [row.name, row.role, row.externalMeetingId, row.email, row.phone, row.userId, row.isErased],
    ['Ann', 'user', 'algebra-1', 'ann@example.org', '+442079460958', null, false],
  );
  // A message that was deleted afterwards was written all the same.
  assert.deepEqual([row.chatMessagesCount, row.handRaisesCount, row.reactionsCount], [2, 2, 1]);
  assert.deepEqual([row.pollAnswersCount, row.polls], [1, [{ question: 'Which?', answer: 'this' }]]);
  assert.equal(row.ip, '127.0.0.1');
});

test('microphone, camera and screen are measured, and never outside the time online', async () => {
  const ann: InFakeCall = await joinFakeCall(lectern, group, { externalUserId: 'lms-1', role: 'moderator' });
  const callId = await activeCall();
  for (const source of ['camera', 'microphone', 'screen'] as const) ann.person.publish(source);
  const seen = async () => rowOf(await reportOf(callId, { provisional: true }), 'lms-1').intervals;
  await until(async () => (await seen()).screen.length === 1, 'the screen to be seen');
  ann.person.unpublish('camera');
  const isCameraOff = async () => {
    const { camera } = await seen();
    const before = camera[0]?.endedAt;
    return before !== undefined && (await seen()).camera[0]?.endedAt === before;
  };
  await until(isCameraOff, 'the camera to be off');
  const { intervals } = rowOf(await finish(callId), 'lms-1');
  assert.deepEqual(
    [intervals.camera.length, intervals.microphone.length, intervals.screen.length],
    [1, 1, 1],
  );
  assert.ok((intervals.camera[0]?.endedAt ?? '') < (intervals.screen[0]?.endedAt ?? ''));
  assert.equal(intervals.screen[0]?.endedAt, intervals.online[0]?.endedAt);
});

test('a running call has a report with provisional=true only, in which nobody has left who is there', async () => {
  const ann = await joinFakeCall(lectern, group, { externalUserId: 'lms-1' });
  const callId = await activeCall();
  await refused(reportOf(callId), 'report_not_ready');
  const report = await reportOf(callId, { provisional: true });
  assert.deepEqual([report.isFinal, report.call.finishedAt], [false, null]);
  assert.equal(rowOf(report, 'lms-1').lastExitAt, null);
  ann.person.leave();
  const final = await finish(callId);
  assert.deepEqual([final.isFinal, final.call.finishedAt], [true, rowOf(final, 'lms-1').lastExitAt]);
});

test('presence follows the rule of the room, or of the query', async () => {
  const ann = await joinFakeCall(lectern, group, { externalUserId: 'lms-1' });
  const callId = await activeCall();
  ann.person.leave();
  await finish(callId);
  const isPresent = async (query = {}) => {
    const { rule, participants, totals } = await reportOf(callId, query);
    assert.equal(totals.present, participants[0]?.isPresent ? 1 : 0);
    return [rule.minShare, rule.minSeconds, participants[0]?.isPresent];
  };
  assert.deepEqual(await isPresent(), [0.85, 0, true]);
  assert.deepEqual(await isPresent({ minSeconds: 3600 }), [0.85, 3600, false]);
  await group.owner.updateRoom({ ...group.at, body: { attendanceRule: { minSeconds: 7200 } } });
  assert.deepEqual(await isPresent(), [0.85, 7200, false]);
  assert.deepEqual(await isPresent({ minShare: 0, minSeconds: 0 }), [0, 0, true]);
});

test('people with an own link that nobody used are absent, once each, without permanent links', async () => {
  const never = { username: 'Oliver', externalUserId: 'lms-3' };
  await makeLink(group, { ...never, username: 'Oliver G.' });
  await makeLink(group, never);
  await makeLink(group, { username: 'Somebody' });
  await makeLink(group, { username: 'Everybody', isPermanent: true });
  // Ann has another link that she did not use.
  await makeLink(group, { username: 'Ann', externalUserId: 'lms-1' });
  const ann = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  const callId = await activeCall();
  ann.person.leave();
  const { totals } = await finish(callId);
  await makeLink(group, { username: 'Later', externalUserId: 'lms-4' });
  const absent = [
    { name: 'Oliver', role: 'user', externalUserId: 'lms-3' },
    { name: 'Somebody', role: 'user', externalUserId: null },
  ];
  assert.deepEqual(totals.absent, absent);
  assert.deepEqual((await reportOf(callId)).totals.absent, absent);
});

test('an erased person keeps a row with figures but without a name, and the revision increases', async () => {
  const ann = await joinFakeCall(lectern, group, {
    ...{
      username: 'Ann Ovsyannikova',
      externalUserId: 'lms-1',
      externalMeetingId: 'algebra',
      email: 'a@example.org',
    },
  });
  const callId = await activeCall();
  await ann.api.joinChannel({ body: { id: group.room.channelId } });
  await ann.api.sendMessage({ body: { channelId: group.room.channelId, text: 'hello' } });
  const bob = await joinFakeCall(lectern, group, { username: 'Bob', externalUserId: 'lms-2' });
  for (const { person } of [ann, bob]) person.leave();
  const before = await finish(callId);
  await group.owner.erasePerson({ externalUserId: 'lms-1' });
  const now = await reportOf(callId);

  assert.equal(now.revision, 2);
  assert.deepEqual({ ...now.totals, absent: [] }, { ...before.totals, absent: [] });
  const erased = now.participants.find(({ isErased }) => isErased);
  const row = rowOf(before, 'lms-1');
  assert.deepEqual(erased, {
    ...row,
    ...{ name: null, externalUserId: null, externalMeetingId: null, email: null, ip: null, isErased: true },
  });
  assert.ok(!JSON.stringify(now).includes('Ovsyannikova') && !JSON.stringify(now).includes('lms-1"'));
  assert.deepEqual(rowOf(now, 'lms-2'), rowOf(before, 'lms-2'));
});

test('one call, its people and its curve agree with the report', async () => {
  const ann = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  const callId = await activeCall();
  const bob = await joinFakeCall(lectern, group, { username: 'Bob', externalUserId: 'lms-2' });
  const path = { spaceId: group.spaceId, callId };
  assert.equal((await group.owner.getAnalyticsCall(path)).active, true);
  const { items: there } = await group.owner.listAnalyticsCallParticipants(path);
  assert.deepEqual(
    there.map(({ externalUserId, lastExitAt }) => [externalUserId, lastExitAt]),
    [
      ['lms-2', null],
      ['lms-1', null],
    ],
  );
  for (const { person } of [ann, bob]) person.leave();
  const report = await finish(callId);
  const call = await group.owner.getAnalyticsCall(path);
  assert.deepEqual(
    [call.active, call.startedAt, call.finishedAt, call.uniqueParticipantsCount],
    [false, report.call.startedAt, report.call.finishedAt, 2],
  );
  assert.deepEqual([call.roomName, call.isReportExpired], [report.call.roomName, false]);
  const { items: people, total } = await group.owner.listAnalyticsCallParticipants(path);
  assert.equal(total, 2);
  for (const person of people) {
    const row = rowOf(report, person.externalUserId ?? '');
    assert.deepEqual(person.intervals, row.intervals.online);
    assert.deepEqual(
      [person.name, person.visits, person.onlineDuration],
      [row.name, row.visits, row.onlineDuration],
    );
  }
  const { items: points } = await group.owner.getAnalyticsCallTimeline(path);
  const most = Math.max(...points.map((point) => point.people));
  assert.deepEqual([most, points[0]?.at, points.at(-1)?.people], [2, report.call.startedAt, 0]);
});

test('the report of a call whose people the retention has deleted is gone', async () => {
  const ann = await joinFakeCall(lectern, group);
  const callId = await activeCall();
  ann.person.leave();
  await finish(callId);
  const { db, close } = await databaseOf(lectern);
  await db.updateTable('calls').set({ entries: 1, people: 1 }).where('id', '=', callId).execute();
  await close();
  await refused(reportOf(callId), 'report_expired');
  const path = { spaceId: group.spaceId, callId };
  await refused(group.owner.listAnalyticsCallParticipants(path), 'report_expired');
  await refused(group.owner.getAnalyticsCallTimeline(path), 'report_expired');
  await refused(group.owner.listAnalyticsCallMessages(path), 'report_expired');
  await refused(group.owner.listAnalyticsCallPolls(path), 'report_expired');
  const { totalParticipantsCount, isReportExpired } = await group.owner.getAnalyticsCall(path);
  assert.deepEqual([totalParticipantsCount, isReportExpired], [1, true]);
});

test('a return to the same call is another visit of the same row', async () => {
  const ann = await joinFakeCall(lectern, group, { externalUserId: 'lms-1' });
  const callId = await activeCall();
  const bob = await joinFakeCall(lectern, group, { externalUserId: 'lms-2' });
  ann.person.leave();
  const back = await connectToFakeCall(lectern, group, ann);
  back.person.leave();
  bob.person.leave();
  const row = rowOf(await finish(callId), 'lms-1');
  assert.equal(row.visits, 2);
});

test('the device of a person, their visible tab and their speech are in the report', async () => {
  const link = await makeLink(group, { externalUserId: 'lms-1' });
  const asPhone = { ...lectern, client: (token?: string) => phoneClient(lectern, token) };
  const entered = await enterBy(asPhone, group, { url: link });
  const ann = await connectToFakeCall(lectern, group, entered);
  const callId = await activeCall();
  ann.person.publish('microphone');
  await ann.api.reportActivity({ ...ann.at, body: { isTabVisible: true, isSpeaking: true } });
  await until(
    async () => rowOf(await reportOf(callId, { provisional: true }), 'lms-1').speakingDuration > 0,
    'a second of speech',
  );
  await ann.api.reportActivity({ ...ann.at, body: { isSpeaking: false } });
  ann.person.leave();
  const row = rowOf(await finish(callId), 'lms-1');
  assert.deepEqual([row.deviceType, row.platform, row.browser], ['mobile', 'Android', 'Chrome']);
  assert.deepEqual([row.intervals.tab.length, row.intervals.speaking.length], [1, 1]);
  assert.equal(row.intervals.tab[0]?.endedAt, row.intervals.online[0]?.endedAt);
  assert.ok((row.intervals.speaking[0]?.endedAt ?? '') <= (row.intervals.tab[0]?.endedAt ?? ''));
});
