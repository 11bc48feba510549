import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { ApiError } from '../../../contract/client/index.ts';
import { Listener } from '../../testing/people/listener.ts';
import type { Place } from '../../testing/place.ts';
import { RecordStage } from '../../testing/records/record-stage.ts';
import { putRecorderNode, removeRecorderNodes, silent } from '../../testing/records/records.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { stopRecord } from './lifecycle.ts';

let stage: RecordStage;
let place: Place;

before(async () => {
  stage = await RecordStage.start({ LECTERN_MIN_FREE_DISK: '2GB' });
});
beforeEach(async () => {
  await stage.begin(50);
  place = await stage.place({ isPublic: false });
});
afterEach(() => stage.tidy());
after(() => stage?.close());

const come = (role: 'user' | 'moderator' = 'moderator', where = place) => stage.come(where, role);

const patience = (message: string) => ({ timeout: 20_000, message });

const delivered = (where = place) => stage.delivered(where);

const arrives = async (events: string[], where = place) => {
  await waitUntil(() => delivered(where).length >= events.length, patience(events.join(', ')));
  assert.deepEqual(delivered(where), events);
};

const statuses = async (asked: Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(asked))
    .map((one) => (one.status === 'fulfilled' ? 201 : (one.reason as ApiError).status))
    .sort();

test('a moderator in the call starts it, everybody there hears of it, and a second start names it', async () => {
  const [moderator, guest] = [await come(), await come('user')];
  const ear = await Listener.of(stage.lectern, guest.api, place.room.channelId);
  stage.later(() => ear.close());
  assert.deepEqual(await guest.api.getActiveRecord(place.at), { record: null });
  const { id: callId } = await place.owner.getActiveCall(place.at);
  const record = await moderator.api.startRecord({ ...place.at, body: { layout: 'grid', name: 'Lesson 5' } });
  assert.deepEqual(record, {
    ...{ id: record.id, name: 'Lesson 5', fileSize: null, ...place.at, callId, state: 'new' },
    ...{ createdAt: record.createdAt, startedAt: null, finishedAt: null, duration: null, width: null },
    ...{ height: null, isPartial: false, layout: 'grid', failure: null, progress: null, quality: null },
    ...{ startedBy: { name: 'Mo', participantId: moderator.id }, posterUrl: null, previewUrl: null },
  });
  const active = { id: record.id, state: 'new', startedAt: null, layout: 'grid' };
  assert.deepEqual(await guest.api.getActiveRecord(place.at), { record: active });
  const again = await refused(place.owner.startRecord(place.at), 'record_active');
  assert.equal(again.recordId, record.id);
  await stage.picture(record.id, 60_000);
  const { startedAt } = await place.owner.getRecord({ ...place.at, recordId: record.id });
  assert.deepEqual(await guest.api.getActiveRecord(place.at), {
    record: { ...active, state: 'recording', startedAt },
  });
  const stopped = await moderator.api.stopRecord(place.at);
  assert.deepEqual([stopped.state, stopped.finishedAt], ['processing', null]);
  assert.deepEqual(await guest.api.getActiveRecord(place.at), { record: null });
  const heard = await ear.hears('record', 3);
  const { channelId } = place.room;
  assert.deepEqual(
    heard.map(({ payload }) => payload),
    [
      { channelId, recordId: record.id, state: 'new', startedAt: null },
      { channelId, recordId: record.id, state: 'recording', startedAt },
      { channelId, recordId: record.id, state: 'stopped', startedAt },
    ],
  );
  await arrives([`record_started ${record.id}`]);
});

test('who leads the room by account starts it as well, by default as a speaker under the name of the room', async () => {
  await come('user');
  const record = await place.owner.startRecord(place.at);
  const owner = await place.owner.getOwnUser();
  assert.deepEqual(
    [record.name, record.layout, record.startedBy],
    ['Algebra', 'speaker', { name: owner.username, userId: owner.id }],
  );
});

test('the same key starts one recording and gives the same answer', async () => {
  const { api } = await come();
  const start = () => api.startRecord({ ...place.at, body: {} }, { idempotencyKey: newId() });
  const key = newId();
  const asked = Array.from({ length: 3 }, () => api.startRecord(place.at, { idempotencyKey: key }));
  const [first, ...others] = await Promise.all(asked);
  for (const other of others) assert.deepEqual(other, first);
  await refused(start(), 'record_active');
  assert.equal((await place.owner.listRecords(place.at)).total, 1);
});

test('without a call, or where recording is switched off, there is none', async () => {
  await refused(place.owner.startRecord(place.at), 'call_not_active');
  await refused(place.owner.stopRecord(place.at), 'record_not_active');
  const { api } = await come();
  await place.owner.updateRoom({ ...place.at, body: { isRecordAllowed: false } });
  await refused(api.startRecord(place.at), 'record_not_allowed');
  assert.equal((await place.owner.listRecords(place.at)).total, 0);
});

test('two starts at once in a room: one recording', async () => {
  const { api } = await come();
  for (let round = 0; round < 3; round += 1) {
    const asked = [api, place.owner, api, place.owner].map((client) => client.startRecord(place.at));
    assert.deepEqual(await statuses(asked), [201, 409, 409, 409]);
    await api.stopRecord(place.at);
  }
  assert.equal((await place.owner.listRecords(place.at)).total, 3);
});

test('the last place is given once; what is stopped gives its place back at once', async () => {
  const other = await stage.place({ isPublic: false });
  const [first, second] = [await come(), await come('moderator', other)];
  await stage.is({ places: 1 });
  for (let round = 0; round < 3; round += 1) {
    const asked = [first.api.startRecord(place.at), second.api.startRecord(other.at)];
    assert.deepEqual(await statuses(asked), [201, 503]);
    const { items } = await place.owner.listRecords({ ...place.at, query: { state: 'new' } });
    const [taken, free] = items.length === 1 ? [place, other] : [other, place];
    const left = await refused(free.owner.startRecord(free.at), 'recorder_busy');
    assert.equal(left.status, 503);
    const { record } = await taken.owner.getActiveRecord(taken.at);
    await stage.picture(record?.id ?? '', 60_000);
    await refused(taken.owner.startRecord(taken.at), 'record_active');
    assert.equal((await taken.owner.stopRecord(taken.at)).state, 'processing');
    const next = await free.owner.startRecord(free.at);
    assert.equal((await stage.row(next.id)).node_id, stage.nodeId);
    await free.owner.stopRecord(free.at);
  }
});

test('a place is one of a node that records, was seen lately and has disk left', async () => {
  const { api } = await come();
  const start = async () => {
    const { id } = await api.startRecord(place.at);
    const { node_id } = await stage.row(id);
    await api.stopRecord(place.at);
    return node_id;
  };
  await stage.is({ places: 1, seenSeconds: 20 });
  await refused(start(), 'recorder_busy');
  await stage.is({ places: 1, roles: ['api', 'jobs'] });
  await refused(start(), 'recorder_busy');
  await stage.is({ places: 0 });
  await refused(start(), 'recorder_busy');
  await stage.is({ places: 1, freeBytes: 1_999_999_999 });
  await refused(start(), 'disk_low');
  await stage.is({ places: 1, freeBytes: 2_000_000_000 });
  assert.equal(await start(), stage.nodeId);
  await stage.is({ places: 2, freeBytes: 1 });
  const roomy = await putRecorderNode(stage.database.db, { places: 1, freeBytes: 10e9 });
  stage.later(() => removeRecorderNodes(stage.database.db, [roomy]));
  assert.equal(await start(), roomy);
  // The one with more places left is taken before the one with fewer.
  await stage.is({ places: 3 });
  assert.equal(await start(), stage.nodeId);
});

for (const [plan, hours] of Object.entries({ free: 1, team: 4, business: 8, enterprise: 24 })) {
  test(`on the plan ${plan} a recording lasts ${hours} h at most`, async () => {
    const { api } = await come();
    await stage.plan(plan);
    const { id } = await api.startRecord(place.at);
    assert.equal((await stage.row(id)).max_seconds, hours * 3600);
  });
}

test('stopped before its first picture, or right after it, it is thrown away', async () => {
  const { api } = await come();
  const early = await api.startRecord(place.at);
  const aborted = await api.stopRecord(place.at);
  assert.deepEqual([aborted.id, aborted.state, aborted.startedAt], [early.id, 'aborted', null]);
  assert.notEqual(aborted.finishedAt, null);
  await refused(api.stopRecord(place.at), 'record_not_active');
  const second = await api.startRecord(place.at);
  await stage.picture(second.id, 0);
  assert.equal((await api.stopRecord(place.at)).state, 'aborted');
  const third = await api.startRecord(place.at);
  await stage.picture(third.id, 3500);
  assert.equal((await api.stopRecord(place.at)).state, 'processing');
  await arrives([
    `record_aborted ${early.id}`,
    ...[`record_started ${second.id}`, `record_aborted ${second.id}`],
    `record_started ${third.id}`,
  ]);
});

test('one that nobody looked after for a while is not thrown away unseen', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(place.at);
  const asked = new Date(Date.now() - 14_000);
  await stage.database.db.updateTable('records').set({ created_at: asked }).where('id', '=', id).execute();
  assert.equal((await api.stopRecord(place.at)).state, 'processing');
  // The folder tells later when it began.
  await stage.picture(id, 10_000);
  await arrives([`record_started ${id}`]);
});

test('two stops at once: one of them stopped it', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(place.at);
  await stage.picture(id, 60_000);
  const asked = [api, place.owner, api].map((client) => client.stopRecord(place.at));
  assert.deepEqual(await statuses(asked), [201, 409, 409]);
});

test('the end of the call stops it, at the last departure', async () => {
  const moderator = await come();
  const { id } = await moderator.api.startRecord(place.at);
  await stage.picture(id, 60_000);
  await moderator.person.leave();
  const record = () => place.owner.getRecord({ ...place.at, recordId: id });
  await waitUntil(async () => (await record()).state === 'processing', patience('the record to be stopped'));
  const row = await stage.row(id);
  const call = await stage.database.db
    .selectFrom('calls')
    .select('finished_at')
    .where('id', '=', row.call_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.stopped_at, row.stop_reason], [call.finished_at, 'call_ended']);
});

test('the end of the call and a stop in the same moment: it is stopped once', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(place.at);
  await stage.picture(id, 60_000);
  const [stopped] = await Promise.allSettled([
    place.owner.stopRecord(place.at),
    place.owner.finishActiveCall(place.at),
  ]);
  const { state, stop_reason } = await stage.row(id);
  assert.equal(state, 'processing');
  assert.equal(stop_reason, stopped.status === 'fulfilled' ? 'person' : 'call_ended');
  await arrives([`record_started ${id}`]);
});

test('deleting the room fails what is recorded in it, and deletes all that was', async () => {
  const { api } = await come();
  const first = await api.startRecord(place.at);
  await stage.picture(first.id, 60_000);
  await stopRecord(silent, stage.database.db, { recordId: first.id, at: new Date(), reason: 'recorder' });
  const second = await api.startRecord(place.at);
  await stage.picture(second.id, 60_000);
  await place.owner.deleteRoom(place.at);
  for (const { id } of [first, second]) {
    const { state, failure, deleted_at } = await stage.row(id);
    assert.deepEqual([state, failure, deleted_at !== null], ['failed', 'room_deleted', true]);
  }
  const { spaceId } = place;
  assert.deepEqual(await place.owner.listSpaceRecords({ spaceId }), { items: [], total: 0 });
  await waitUntil(() => delivered().length === 4, patience('four events'));
  assert.deepEqual(
    delivered().sort(),
    [first, second].flatMap(({ id }) => [`record_failed ${id}`, `record_started ${id}`]).sort(),
  );
});

test('deleting the group does the same', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(place.at);
  await stage.picture(id, 60_000);
  await place.owner.deleteSpace({ spaceId: place.spaceId });
  const { state, failure, deleted_at } = await stage.row(id);
  assert.deepEqual([state, failure, deleted_at !== null], ['failed', 'room_deleted', true]);
  await arrives([`record_started ${id}`, `record_failed ${id}`]);
});

test('the figures of the node count what it wrote down', async () => {
  const figure = async (name: string) => {
    const text = await (await fetch(`${stage.lectern.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const [active, failed] = [
    await figure('lectern_recordings_active'),
    await figure('lectern_recordings_failed_total'),
  ];
  const { api } = await come();
  await api.startRecord(place.at);
  assert.equal(await figure('lectern_recordings_active'), active + 1);
  await place.owner.deleteRoom(place.at);
  assert.equal(await figure('lectern_recordings_active'), active);
  assert.equal(await figure('lectern_recordings_failed_total'), failed + 1);
});

test('a recording is of the room in the path and by who asks, whatever the body names', async () => {
  const moderator = await come();
  const elsewhere = await stage.place({});
  const body = { roomId: place.room.id, caller: { kind: 'user', userId: newId() } };
  await refused(elsewhere.owner.startRecord({ ...elsewhere.at, body: body as object }), 'call_not_active');
  assert.deepEqual(await moderator.api.getActiveRecord(place.at), { record: null });
  const inPlace = { ...body, roomId: elsewhere.room.id };
  const record = await moderator.api.startRecord({ ...place.at, body: inPlace as object });
  assert.equal(record.roomId, place.room.id);
  assert.equal(record.startedBy?.participantId, moderator.id);
});
