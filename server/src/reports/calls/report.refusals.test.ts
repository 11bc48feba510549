import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Query } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import {
  checkEachCredential,
  credentialsFor,
  leadersInPrivate,
  leadersInPublic,
} from '../../../testing/people/credentials.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { now } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

let lectern: InProcess;
/** A group with a finished call in its room. */
type WithCall = TestGroup & { callId: string };
let open: WithCall;
let hidden: WithCall;

async function groupWithCall(isPublic: boolean): Promise<WithCall> {
  const group = await makeGroup(lectern, { isPublic }, { isPublic });
  const { person } = await joinFakeCall(lectern, group, { externalUserId: 'lms-1' });
  const { id: callId } = await group.owner.getActiveCall(group.at);
  person.leave();
  await group.owner.finishActiveCall(group.at);
  return { ...group, callId };
}

before(async () => {
  lectern = await startInProcess();
  open = await groupWithCall(true);
  hidden = await groupWithCall(false);
});
after(() => lectern?.remove());

interface Place {
  spaceId: string;
  roomId: string;
  callId: string;
}
const placeOf = ({ at, callId }: WithCall): Place => ({ ...at, callId });

/** Every request about one call. */
const requests = {
  report: ({ spaceId, roomId, callId }: Place, api: Client) =>
    api.getRoomAnalyticsReport({ spaceId, query: { roomId, callId } }),
  call: (place: Place, api: Client) => api.getAnalyticsCall(place),
  people: (place: Place, api: Client) => api.listAnalyticsCallParticipants(place),
  timeline: (place: Place, api: Client) => api.getAnalyticsCallTimeline(place),
  messages: (place: Place, api: Client) => api.listAnalyticsCallMessages(place),
  polls: (place: Place, api: Client) => api.listAnalyticsCallPolls(place),
};
const summary = ({ spaceId, roomId }: Place, api: Client) =>
  api.getAnalyticsSummary({
    spaceId,
    query: { roomId, dateFrom: '2026-01-01T00:00:00Z', dateTo: '2126-01-01T00:00:00Z' },
  });
type Send = (place: Place, api: Client) => Promise<unknown>;
const each = Object.entries(requests) as [string, Send][];

test('only accounts that lead the room read who attended, the sessions of a call never do', async () => {
  for (const [group, expected] of [
    [open, leadersInPublic],
    [hidden, leadersInPrivate],
  ] as const) {
    const apis = await credentialsFor(lectern, group);
    for (const send of [...Object.values(requests), summary]) {
      await checkEachCredential(apis, (api) => send(placeOf(group), api), expected);
    }
  }
});

test('a moderator of one room reads its calls only, and lists those of the group without the others', async () => {
  const other = await hidden.owner.createRoom({
    spaceId: hidden.spaceId,
    body: { name: 'Geometry', isPublic: false },
  });
  const granted = await makeUser(lectern, 'leader-of-another-room');
  const { db, close } = await databaseOf(lectern);
  const role = { user_id: granted.id, role: 'moderator' as const, created_at: now() };
  await db
    .insertInto('room_roles')
    .values({ ...role, room_id: other.id })
    .execute();
  const calls = () =>
    granted.api.analyticsCalls({ spaceId: hidden.spaceId, query: { dateFrom: '2020-01-01T00:00:00Z' } });
  for (const [, send] of each) await refused(send(placeOf(hidden), granted.api), 'not_found');
  assert.equal((await calls()).total, 0);
  await db
    .insertInto('room_roles')
    .values({ ...role, room_id: hidden.room.id })
    .execute();
  for (const [, send] of each) await send(placeOf(hidden), granted.api);
  assert.deepEqual(
    (await calls()).items.map(({ id }) => id),
    [hidden.callId],
  );
  await close();
});

test('an unknown call, or a call of another group or room, is not_found', async () => {
  const other = await open.owner.createRoom({ spaceId: open.spaceId, body: { name: 'Geometry' } });
  for (const [, send] of each) {
    for (const callId of [newId(), hidden.callId]) {
      await refused(send({ ...placeOf(open), callId }, open.owner), 'not_found');
    }
    await refused(send({ ...placeOf(open), spaceId: hidden.spaceId }, open.owner), 'not_found');
  }
  await refused(requests.report({ ...placeOf(open), roomId: other.id }, open.owner), 'not_found');
  await refused(requests.report({ ...placeOf(open), roomId: hidden.room.id }, open.owner), 'not_found');
  await refused(requests.call({ ...placeOf(open), callId: 'nonsense' }, open.owner), 'not_found');
});

test('a refusal lists every bad value of the query', async () => {
  const query = (values: Record<string, unknown>) =>
    open.owner.getRoomAnalyticsReport({
      spaceId: open.spaceId,
      query: values as unknown as Place,
    });
  await refusedFields(query({}), 'roomId', 'callId');
  const bad = {
    ...{
      roomId: 'nonsense',
      callId: 'nonsense',
      format: 'pdf',
      timezone: 'Mars/Olympus',
      provisional: 'perhaps',
    },
    ...{ minShare: 1.01, minSeconds: -1 },
  };
  await refusedFields(query(bad), ...Object.keys(bad));
  const valid = { roomId: open.room.id, callId: open.callId };
  for (const minShare of [-0.01, 'NaN', 'Infinity', 'much'])
    await refusedFields(query({ ...valid, minShare }), 'minShare');
  for (const minSeconds of [0.5, 1_000_001])
    await refusedFields(query({ ...valid, minSeconds }), 'minSeconds');
});

test('a list of messages refuses every bad value of its page', async () => {
  const bad = { limit: 1001, offset: -1, order: 'up' } as unknown as Query<'listAnalyticsCallMessages'>;
  await refusedFields(
    open.owner.listAnalyticsCallMessages({ ...placeOf(open), query: bad }),
    ...['limit', 'offset', 'order'],
  );
});

test('a list of calls needs a day or a period, not both', async () => {
  const moment = '2026-03-01T00:00:00Z';
  const list = (query: Query<'analyticsCalls'>) =>
    open.owner.analyticsCalls({ spaceId: open.spaceId, query });
  await refusedFields(list({ roomId: open.room.id }), 'date');
  await refusedFields(list({ date: moment, dateFrom: moment }), 'date');
  await refusedFields(list({ dateFrom: 'today', dateTo: 'tomorrow' }), 'dateFrom', 'dateTo');
});

test('an invalid rule of a room is refused with the path of each field', async () => {
  const set = (attendanceRule: object) => open.owner.updateRoom({ ...open.at, body: { attendanceRule } });
  await refusedFields(
    set({ minShare: 2, minSeconds: -1 }),
    'attendanceRule.minShare',
    'attendanceRule.minSeconds',
  );
  assert.deepEqual((await open.owner.getRoom(open.at)).attendanceRule, { minShare: 0.85, minSeconds: 0 });
});
