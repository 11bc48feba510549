import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Query } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { insertPastCalls } from '../../../testing/reports/past-calls.ts';

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern?.remove());

const reportOf = (callId: string) =>
  group.owner.getRoomAnalyticsReport({
    spaceId: group.spaceId,
    query: { roomId: group.room.id, callId },
  });

test('the summary of a period has everybody with their attendance by call, also in a second room', async () => {
  const since = new Date().toISOString();
  const first = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  const { id: one } = await group.owner.getActiveCall(group.at);
  const bob = await joinFakeCall(lectern, group, { username: 'Bob', externalUserId: 'lms-2' });
  for (const { person } of [first, bob]) person.leave();
  await group.owner.finishActiveCall(group.at);
  const ofAnn = (await reportOf(one)).participants.find(({ externalUserId }) => externalUserId === 'lms-1');
  assert.ok(ofAnn);
  const room = await group.owner.createRoom({
    spaceId: group.spaceId,
    body: { name: 'Geometry', isPublic: false, attendanceRule: { minSeconds: 3600 } },
  });
  const other = { ...group, room, at: { ...group.at, roomId: room.id } };
  const ann = await joinFakeCall(lectern, other, { username: 'Ann Clarke', externalUserId: 'lms-1' });
  const { id: two } = await group.owner.getActiveCall(other.at);
  ann.person.leave();
  await group.owner.finishActiveCall(other.at);

  const summary = (query: Partial<Query<'getAnalyticsSummary'>> = {}) =>
    group.owner.getAnalyticsSummary({
      spaceId: group.spaceId,
      query: { dateFrom: since, dateTo: '2100-01-01T00:00:00Z', ...query },
    });
  const { calls, total, people } = await summary();
  assert.deepEqual([calls.map(({ id }) => id), total], [[two, one], 2]);
  assert.deepEqual(
    people.map(({ name, externalUserId, calls: attended }) => [
      name,
      externalUserId,
      Object.keys(attended).sort(),
    ]),
    [
      ['Ann Clarke', 'lms-1', [one, two].sort()],
      ['Bob', 'lms-2', [one]],
    ],
  );
  const { onlineDuration, share, isPresent } = ofAnn;
  assert.deepEqual(people[0]?.calls[one], { onlineDuration, share, isPresent });
  assert.equal(people[0]?.calls[two]?.isPresent, false);
  const ofRoom = await summary({ roomId: room.id, minShare: 0, minSeconds: 0 });
  assert.deepEqual([ofRoom.calls.map(({ id }) => id), ofRoom.people.length], [[two], 1]);
  assert.equal(ofRoom.people[0]?.calls[two]?.isPresent, true);
  const page = await summary({ limit: 1, offset: 1 });
  assert.deepEqual([page.calls.map(({ id }) => id), page.total, page.people.length], [[one], 2, 2]);
});

test('the summary has the figures of the report, also with overlapping visits, and those outside the call', async () => {
  const { db, close } = await databaseOf(lectern);
  const startedAt = new Date('2026-02-03T10:00:00.250Z');
  const people = [
    { name: 'Ann', externalUserId: 'lms-1', share: 0.3333 },
    { name: 'Ann', share: 0.85 },
    { name: 'Gone', browser: 'gone', share: 0.5, isErased: true },
    { name: 'Zero', share: 0 },
  ];
  const place = { spaceId: group.spaceId, roomId: group.room.id };
  const [callId = ''] = await insertPastCalls(db, place, [{ startedAt, minutes: 61, people }]);
  const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
  const ann = await db
    .selectFrom('participants')
    .select('id')
    .where('call_id', '=', callId)
    .where('external_user_id', '=', 'lms-1')
    .executeTakeFirstOrThrow();
  // Overlapping ones, one that ends after the call, one before it, and one that ends before it begins.
  const visits = [
    [-60, 30.0004],
    [600, 1500.1239],
    [3_000, 9_000],
    [-90, -30],
    [40, 20],
  ] as const;
  for (const [index, [from, to]] of visits.entries()) {
    const id = `${callId} ${index}`;
    await db
      .insertInto('visits')
      .values({
        ...{ id, call_id: callId, participant_id: ann.id, entry_id: id, engine_sid: id },
        ...{ entered_at: at(from), exited_at: at(to) },
      })
      .execute();
  }
  await close();
  const report = await reportOf(callId);
  const { people: summed } = await group.owner.getAnalyticsSummary({
    spaceId: group.spaceId,
    query: { roomId: group.room.id, dateFrom: '2026-02-03T00:00:00Z', dateTo: '2026-02-04T00:00:00Z' },
  });
  const figures = summed.map(({ name, externalUserId, isErased, calls }) => {
    const { onlineDuration, share, isPresent } = calls[callId] ?? assert.fail(`${name} has no figures`);
    return { name, externalUserId, isErased, onlineDuration, share, isPresent };
  });
  const expected = report.participants.map(
    ({ name, externalUserId, isErased, onlineDuration, share, isPresent }) => ({
      ...{ name, externalUserId, isErased, onlineDuration, share, isPresent },
    }),
  );
  const inOrder = (rows: typeof figures) => rows.sort((a, b) => a.share - b.share);
  assert.deepEqual(inOrder(figures), inOrder(expected));
  assert.equal(summed.length, 4);
});

test('browsers and contacts join the same people in the summary as in the report', async () => {
  const { db, close } = await databaseOf(lectern);
  // Two children of a family share its address and a tablet, and each has a phone.
  const family = (n: number) => {
    const child = (name: string, browser: string) => {
      const email = `family-${n}@example.org`;
      return { name: `${name} ${n}`, email, browser: `${browser} ${n}`, share: 0.5 };
    };
    return [
      ...[child('Ann', 'her phone'), child('Ann', 'the tablet')],
      ...[child('Ben', 'the tablet'), child('Ben', 'his phone')],
    ];
  };
  const people = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(family);
  const place = { spaceId: group.spaceId, roomId: group.room.id };
  const startedAt = new Date('2026-02-05T10:00:00Z');
  const [callId = ''] = await insertPastCalls(db, place, [{ startedAt, minutes: 45, people }]);
  await close();
  assert.equal((await reportOf(callId)).participants.length, 8);
  const period = { dateFrom: '2026-02-05T00:00:00Z', dateTo: '2026-02-06T00:00:00Z' };
  const query = { roomId: group.room.id, ...period };
  assert.equal((await group.owner.getAnalyticsSummary({ spaceId: group.spaceId, query })).people.length, 8);
});
