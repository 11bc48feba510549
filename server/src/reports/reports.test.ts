import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Query } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { hashOf } from '../platform/crypto.ts';
import type { Database } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let database: Database;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  group = await makeGroup(lectern, { type: 'webinar' });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

interface Visit {
  externalUserId?: string;
  userId?: string;
  browser: string;
  entryId?: string;
}

/** Inserts a call of the past, which no request can create. */
async function pastCall(startedAt: string, visits: Visit[], finished = true): Promise<string> {
  const { db } = database;
  const [id, started] = [newId(), new Date(startedAt)];
  const ended = new Date(started.getTime() + 60_000);
  const call = { id, room_id: group.room.id, space_id: group.spaceId, plan_alias: 'team' };
  await db
    .insertInto('calls')
    .values({
      ...call,
      room_type: 'lesson',
      started_at: started,
      empty_since: finished ? ended : null,
      finished_at: finished ? ended : null,
      most_present: visits.length,
    })
    .execute();
  for (const { externalUserId = null, userId = null, browser, entryId = newId() } of visits) {
    const participant = newId();
    await db
      .insertInto('participants')
      .values({
        id: participant,
        room_id: group.room.id,
        call_id: id,
        user_id: userId,
        browser_hash: hashOf(browser),
        name: 'Ann',
        role: 'user',
        external_user_id: externalUserId,
        origin: '{}',
        created_at: started,
      })
      .execute();
    await db
      .insertInto('visits')
      .values({
        id: newId(),
        call_id: id,
        participant_id: participant,
        entry_id: entryId,
        engine_sid: newId(),
        entered_at: started,
        exited_at: finished ? ended : null,
      })
      .execute();
  }
  return id;
}

const list = (query: Omit<Query<'analyticsCalls'>, 'roomId'>) =>
  group.owner.analyticsCalls({ spaceId: group.spaceId, query: { roomId: group.room.id, ...query } });
const ids = async (query: Omit<Query<'analyticsCalls'>, 'roomId'>) =>
  (await list(query)).items.map(({ id }) => id);

test('the list holds the finished calls that started on the given UTC day, or on that of the given moment', async () => {
  const one = { browser: 'a' };
  await pastCall('2026-02-28T23:59:59.999Z', [one]);
  const first = await pastCall('2026-03-01T00:00:00.000Z', [one]);
  const last = await pastCall('2026-03-01T23:59:59.999Z', [one]);
  await pastCall('2026-03-02T00:00:00.000Z', [one]);
  await pastCall('2026-03-01T12:00:00.000Z', [one], false);
  for (const date of [
    '2026-03-01',
    '2026-03-01T00:00:00Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T01:00:00+02:00',
    '2026-02-28T22:00:00-05:00',
  ]) {
    assert.deepEqual(await ids({ date }), [last, first], date);
  }
  const date = '2026-03-01T00:00:00Z';
  assert.deepEqual(await ids({ date, order: 'asc' }), [first, last]);
  assert.deepEqual(await ids({ date, order: 'asc', limit: 1, offset: 1 }), [last]);
  assert.equal((await list({ date, limit: 1 })).total, 2);
  assert.deepEqual(await list({ date: '2025-03-01T00:00:00Z' }), { items: [], total: 0 });
});

test('each call shows its entries, distinct people and highest presence, with the plan and type of that time', async () => {
  const member = await makeUser(lectern, 'ann');
  const id = await pastCall('2026-04-01T10:00:00.000Z', [
    { browser: 'a', externalUserId: 'lms-1', entryId: 'same' },
    { browser: 'b', externalUserId: 'lms-1', entryId: 'same' },
    { browser: 'c', userId: member.id },
    { browser: 'd', userId: member.id },
    { browser: 'd' },
    { browser: 'd' },
  ]);
  const { items } = await list({ date: '2026-04-01T00:00:00Z' });
  assert.deepEqual(items, [
    {
      id,
      active: false,
      roomId: group.room.id,
      participantsCount: 6,
      totalParticipantsCount: 5,
      uniqueParticipantsCount: 3,
      isBreakoutRoom: false,
      isSample: false,
      roomName: 'Algebra',
      isReportExpired: false,
      planAlias: 'team',
      roomType: 'lesson',
      startedAt: '2026-04-01T10:00:00.000Z',
      finishedAt: '2026-04-01T10:01:00.000Z',
    },
  ]);
});

test('minParticipants counts distinct people, and total counts the calls that match', async () => {
  const date = '2026-05-01T00:00:00Z';
  const alone = await pastCall('2026-05-01T08:00:00.000Z', [{ browser: 'a' }, { browser: 'a' }]);
  const two = await pastCall('2026-05-01T09:00:00.000Z', [{ browser: 'a' }, { browser: 'b' }]);
  assert.deepEqual(await ids({ date, minParticipants: 0 }), [two, alone]);
  assert.deepEqual(await ids({ date, minParticipants: 1 }), [two, alone]);
  assert.deepEqual(await ids({ date, minParticipants: 2 }), [two]);
  assert.deepEqual(await list({ date, minParticipants: 3 }), { items: [], total: 0 });
  assert.equal((await list({ date, minParticipants: 2, limit: 1 })).total, 1);
});

test('a period holds the calls that started in [dateFrom, dateTo), in one room or in the whole group', async () => {
  const space = { spaceId: group.spaceId };
  const one = { browser: 'a' };
  const first = await pastCall('2026-06-01T00:00:00.000Z', [one]);
  const second = await pastCall('2026-06-02T00:00:00.000Z', [one]);
  const period = async (query: Query<'analyticsCalls'>) =>
    (await group.owner.analyticsCalls({ ...space, query })).items.map(({ id }) => id);
  const whole = { dateFrom: '2026-06-01T00:00:00Z', dateTo: '2026-06-02T00:00:00.001Z' };
  assert.deepEqual(await period(whole), [second, first]);
  assert.deepEqual(await period({ ...whole, dateTo: '2026-06-02T00:00:00Z' }), [first]);
  assert.deepEqual(await period({ dateFrom: '2026-06-01T00:00:00.001Z' }), [second]);
  const other = await group.owner.createRoom({ ...space, body: { name: 'Geometry' } });
  assert.deepEqual(await period({ ...whole, roomId: group.room.id }), [second, first]);
  assert.deepEqual(await period({ ...whole, roomId: other.id }), []);
});
