import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../../contract/client/index.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';

let lectern: InProcess;
let database: Awaited<ReturnType<typeof databaseOf>>;
let group: TestGroup;
let moderator: InFakeCall;
let ann: InFakeCall;
let ear: SocketListener;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};
const set = (api: Client, minutes: number) => api.startCallTimer({ ...group.at, body: { minutes } });
const read = (api: Client) => api.getCallTimer(group.at);
/** How many minutes the timer runs in all. */
const length = ({ startedAt, endsAt }: { startedAt: string | null; endsAt: string | null }) =>
  (Date.parse(endsAt ?? '') - Date.parse(startedAt ?? '')) / 60_000;
const none = { startedAt: null, endsAt: null };
/** As if the timer had been set so many seconds earlier. */
const age = (seconds: number) =>
  sql`UPDATE calls SET timer_started_at = timer_started_at - ${seconds} * interval '1 second',
    timer_ends_at = timer_ends_at - ${seconds} * interval '1 second' WHERE room_id = ${group.room.id}`.execute(
    database.db,
  );

before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  moderator = await come('Mo', 'moderator');
  ann = await come('Ann');
  ear = await SocketListener.of(lectern, ann.api, group.room.channelId);
  ends.push(() => ear.close());
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('a timer is set, extended by a minute and stopped; everybody in the call reads and hears of it', async () => {
  assert.deepEqual(await read(ann.api), none);
  const five = await set(moderator.api, 5);
  assert.equal(length(five), 5);
  assert.deepEqual(await read(ann.api), five);
  const six = await moderator.api.extendCallTimer(group.at);
  assert.deepEqual([six.startedAt, length(six)], [five.startedAt, 6]);
  const ten = await set(group.owner, 10);
  assert.deepEqual([length(ten), await read((await come('Late')).api)], [10, ten]);
  await moderator.api.stopCallTimer(group.at);
  await moderator.api.stopCallTimer(group.at);
  assert.deepEqual(await read(ann.api), none);
  const told = await ear.hears('timer', 4);
  assert.deepEqual(
    told.map(({ payload: { startedAt, endsAt } }) => ({ startedAt, endsAt })),
    [five, six, ten, none],
  );
  assert.ok(told.every(({ seq }) => seq !== undefined));
});

test('of many moderators at once the last one holds, also for the pages, and every added minute counts', async () => {
  await Promise.all([1, 5, 10, 15, 180].map((minutes) => set(moderator.api, minutes)));
  const last = (await ear.hears('timer', 5)).at(-1)?.payload;
  const { startedAt, endsAt } = await read(ann.api);
  assert.deepEqual([last?.startedAt, last?.endsAt], [startedAt, endsAt]);
  const before = length(await set(moderator.api, 5));
  await Promise.all([moderator.api, group.owner, moderator.api].map((api) => api.extendCallTimer(group.at)));
  assert.equal(length(await read(ann.api)), before + 3);
});

test('at most 180 minutes are left; a timer that has ended is not extended', async () => {
  await set(moderator.api, 180);
  await age(30);
  const { endsAt } = await moderator.api.extendCallTimer(group.at);
  const left = Date.parse(endsAt ?? '') - Date.now();
  assert.ok(left <= 180 * 60_000 && left > 179.6 * 60_000, `${left} ms are left`);
  await set(moderator.api, 1);
  await age(61);
  assert.deepEqual(await read(ann.api), none);
  await refused(moderator.api.extendCallTimer(group.at), 'timer_not_running');
});

test('only moderators change it; every wrong length is refused', async () => {
  await refused(set(ann.api, 5), 'forbidden');
  await refused(ann.api.extendCallTimer(group.at), 'forbidden');
  await refused(ann.api.stopCallTimer(group.at), 'forbidden');
  for (const wrong of [0, -1, 181, 1.5, 1e12, 'soon', null])
    await refusedFields(set(moderator.api, wrong as number), 'minutes');
  assert.deepEqual(await read(ann.api), none);
  assert.deepEqual(ear.events('timer'), []);
});

test('it ends with the call', async () => {
  await set(moderator.api, 30);
  await group.owner.finishActiveCall(group.at);
  assert.deepEqual(await read(group.owner), none);
  await refused(set(group.owner, 5), 'call_not_active');
  await refused(group.owner.extendCallTimer(group.at), 'timer_not_running');
  await group.owner.stopCallTimer(group.at);
  await come('Bob');
  assert.deepEqual(await read(group.owner), none);
  await waitUntil(() => ear.events('call-started').length === 1, { timeout: 5000, message: 'the next call' });
});
