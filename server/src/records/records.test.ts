import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type ApiError, createClient } from '../../../contract/client/index.ts';
import { checkedFetch } from '../../testing/answers/checked-fetch.ts';
import type { TestGroup } from '../../testing/group.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { putRecorderNode, removeRecorderNodes, silentParts } from '../../testing/records/records.ts';
import { ServerWithoutRecorder } from '../../testing/records/server-without-recorder.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { stopRecord } from './lifecycle.ts';

let server: ServerWithoutRecorder;
let group: TestGroup;

before(async () => {
  server = await ServerWithoutRecorder.start({
    ...{ LECTERN_MIN_FREE_DISK: '2GB', LECTERN_LOG_LEVEL: 'info,requests=debug,webhooks=debug' },
  });
});
beforeEach(async () => {
  await server.addRecorderNode(50);
  group = await server.makeGroup({ isPublic: false });
});
afterEach(() => server.cleanUp());
after(() => server?.close());

const come = (role: 'user' | 'moderator' = 'moderator', where = group) => server.joinCall(where, role);

const patience = (message: string) => ({ timeout: 20_000, message });

const delivered = (where = group) => server.deliveredEvents(where);

const arrives = async (events: string[], where = group) => {
  await waitUntil(() => delivered(where).length >= events.length, patience(events.join(', ')));
  assert.deepEqual(delivered(where), events);
};

const statuses = async (asked: Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(asked))
    .map((one) => (one.status === 'fulfilled' ? 201 : (one.reason as ApiError).status))
    .sort();

test('a moderator in the call starts a recording, everybody is notified, and a second start names the first', async () => {
  const [moderator, guest] = [await come(), await come('user')];
  const ear = await SocketListener.of(server.lectern, guest.api, group.room.channelId);
  server.cleanUpLater(() => ear.close());
  assert.deepEqual(await guest.api.getActiveRecord(group.at), { record: null });
  const { id: callId } = await group.owner.getActiveCall(group.at);
  const record = await moderator.api.startRecord({ ...group.at, body: { layout: 'grid', name: 'Lesson 5' } });
  assert.deepEqual(record, {
    ...{ id: record.id, name: 'Lesson 5', fileSize: null, ...group.at, callId, state: 'new' },
    ...{ createdAt: record.createdAt, startedAt: null, finishedAt: null, duration: null, width: null },
    ...{ height: null, isPartial: false, layout: 'grid', failure: null, progress: null, quality: null },
    ...{ startedBy: { name: 'Mo', participantId: moderator.id }, posterUrl: null, previewUrl: null },
    ...{ isWatchingAllowed: null, isSample: false },
    transcription: { state: 'none', progress: null, reason: null, revision: null },
  });
  const active = { id: record.id, state: 'new', startedAt: null, layout: 'grid' };
  assert.deepEqual(await guest.api.getActiveRecord(group.at), { record: active });
  const again = await refused(group.owner.startRecord(group.at), 'record_active');
  assert.equal(again.recordId, record.id);
  await server.markPictureArrived(record.id, 60_000);
  const { startedAt } = await group.owner.getRecord({ ...group.at, recordId: record.id });
  assert.deepEqual(await guest.api.getActiveRecord(group.at), {
    record: { ...active, state: 'recording', startedAt },
  });
  const stopped = await moderator.api.stopRecord(group.at);
  assert.deepEqual([stopped.state, stopped.finishedAt], ['processing', null]);
  assert.deepEqual(await guest.api.getActiveRecord(group.at), { record: null });
  const heard = await ear.hears('record', 3);
  const { channelId } = group.room;
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

/** The lines of the log that contain an id. */
const linesWith = (id: string): Record<string, unknown>[] =>
  server.lectern
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line));

test('the log has the life of a call, its recording and its deliveries, and the code of a refusal, by ids', async () => {
  const moderator = await come();
  const { id: callId } = await group.owner.getActiveCall(group.at);
  const { id: recordId } = await moderator.api.startRecord(group.at);
  await moderator.api.stopRecord(group.at);
  await refused(moderator.api.stopRecord(group.at), 'record_not_active');
  moderator.person.leave();
  const about = { callId, ...group.at };
  const isSent = (line: Record<string, unknown>) => line.msg === 'webhook attempt' && line.status === 200;
  const hasAll = () =>
    linesWith(callId).some(({ msg }) => msg === 'a call ended') && linesWith(callId).some(isSent);
  await waitUntil(hasAll, patience('the end of the call in the log, and a delivery'));
  const life = linesWith(callId).filter(({ area }) => area === 'calls' || area === 'records');
  assert.deepEqual(
    life.map(({ msg, state, recordId: id, callId: call, roomId, spaceId }) => [
      ...[msg, state, id],
      ...[call, roomId, spaceId],
    ]),
    [
      ['a call began', undefined, undefined],
      ['a recording changed its state', 'new', recordId],
      ['a recording changed its state', 'aborted', recordId],
      ['a call ended', undefined, undefined],
    ].map((line) => [...line, callId, about.roomId, about.spaceId]),
  );
  const sent = linesWith(callId).find(isSent);
  assert.deepEqual([sent?.level, sent?.roomId, sent?.attempt], [20, about.roomId, 1]);
  assert.ok(sent?.deliveryId && sent.webhookId);
  const refusal = linesWith('record_not_active').find(({ msg }) => msg === 'refused a request');
  const answered = linesWith(String(refusal?.reqId)).find(({ msg }) => msg === 'answered');
  assert.deepEqual([answered?.status, answered?.roomId], [409, about.roomId]);
});

test('accounts that lead the room start it too; the default is the speaker layout and the name of the room with the time', async () => {
  await come('user');
  const record = await group.owner.startRecord(group.at);
  const owner = await group.owner.getOwnUser();
  assert.deepEqual(
    [record.layout, record.startedBy],
    ['speaker', { name: owner.username, userId: owner.id }],
  );
  assert.match(record.name, /^Algebra, \d+ \w+ \d{4}, \d\d:\d\d$/);
});

test('a moderator by a link gets the name in the language of their browser and in their time zone', async () => {
  const { lectern } = server;
  const russian = {
    ...lectern,
    client: (token?: string) =>
      createClient({
        ...{ baseUrl: lectern.url, token },
        fetch: (input, init) =>
          checkedFetch(input, {
            ...init,
            headers: { ...init?.headers, 'accept-language': 'ru-RU,ru;q=0.9' },
          }),
      }),
  };
  const { api, person } = await joinFakeCall(russian, group, { username: 'Mo', role: 'moderator' });
  server.cleanUpLater(() => person.leave());
  const timezone = 'Asia/Kathmandu';
  const { name, createdAt } = await api.startRecord({ ...group.at, body: { timezone } });
  const [day = '', time] = name.replace(/^Algebra, /, '').split(', ');
  const there = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ru', { ...options, timeZone: timezone }).format(new Date(createdAt));
  assert.deepEqual([day, time], [there({ dateStyle: 'long' }), there({ timeStyle: 'short' })]);
  await refused(
    group.owner.startRecord({ ...group.at, body: { timezone: 'Mars/Base' } }),
    'validation_failed',
  );
});

test('a repeated key starts one recording and returns the same response', async () => {
  const { api } = await come();
  const start = () => api.startRecord({ ...group.at, body: {} }, { idempotencyKey: newId() });
  const key = newId();
  const asked = Array.from({ length: 3 }, () => api.startRecord(group.at, { idempotencyKey: key }));
  const [first, ...others] = await Promise.all(asked);
  for (const other of others) assert.deepEqual(other, first);
  await refused(start(), 'record_active');
  assert.equal((await group.owner.listRecords(group.at)).total, 1);
});

test('a start without a call, or where recording is not allowed, is refused', async () => {
  await refused(group.owner.startRecord(group.at), 'call_not_active');
  await refused(group.owner.stopRecord(group.at), 'record_not_active');
  const { api } = await come();
  await group.owner.updateRoom({ ...group.at, body: { isRecordAllowed: false } });
  await refused(api.startRecord(group.at), 'record_not_allowed');
  assert.equal((await group.owner.listRecords(group.at)).total, 0);
});

test('two concurrent starts in a room create one recording', async () => {
  const { api } = await come();
  for (let round = 0; round < 3; round += 1) {
    const asked = [api, group.owner, api, group.owner].map((client) => client.startRecord(group.at));
    assert.deepEqual(await statuses(asked), [201, 409, 409, 409]);
    await api.stopRecord(group.at);
  }
  assert.equal((await group.owner.listRecords(group.at)).total, 3);
});

test('the last recorder slot is taken once, and a stop frees it at once', async () => {
  const other = await server.makeGroup({ isPublic: false });
  const [first, second] = [await come(), await come('moderator', other)];
  await server.updateNode({ places: 1 });
  for (let round = 0; round < 3; round += 1) {
    const asked = [first.api.startRecord(group.at), second.api.startRecord(other.at)];
    assert.deepEqual(await statuses(asked), [201, 503]);
    const { items } = await group.owner.listRecords({ ...group.at, query: { state: 'new' } });
    const [taken, free] = items.length === 1 ? [group, other] : [other, group];
    const left = await refused(free.owner.startRecord(free.at), 'recorder_busy');
    assert.equal(left.status, 503);
    const { record } = await taken.owner.getActiveRecord(taken.at);
    await server.markPictureArrived(record?.id ?? '', 60_000);
    await refused(taken.owner.startRecord(taken.at), 'record_active');
    assert.equal((await taken.owner.stopRecord(taken.at)).state, 'processing');
    const next = await free.owner.startRecord(free.at);
    assert.equal((await server.recordRow(next.id)).node_id, server.nodeId);
    await free.owner.stopRecord(free.at);
  }
});

test('a slot belongs to a node that has the recorder role, was seen recently and has free disk space', async () => {
  const { api } = await come();
  const start = async () => {
    const { id } = await api.startRecord(group.at);
    const { node_id } = await server.recordRow(id);
    await api.stopRecord(group.at);
    return node_id;
  };
  await server.updateNode({ places: 1, seenSeconds: 20 });
  await refused(start(), 'recorder_busy');
  await server.updateNode({ places: 1, roles: ['api', 'jobs'] });
  await refused(start(), 'recorder_busy');
  await server.updateNode({ places: 0 });
  await refused(start(), 'recorder_busy');
  await server.updateNode({ places: 1, freeBytes: 1_999_999_999 });
  await refused(start(), 'disk_low');
  await server.updateNode({ places: 1, freeBytes: 2_000_000_000 });
  assert.equal(await start(), server.nodeId);
  await server.updateNode({ places: 2, freeBytes: 1 });
  const roomy = await putRecorderNode(server.database.db, { places: 1, freeBytes: 10e9 });
  server.cleanUpLater(() => removeRecorderNodes(server.database.db, [roomy]));
  assert.equal(await start(), roomy);
  // The node with more free slots is preferred.
  await server.updateNode({ places: 3 });
  assert.equal(await start(), server.nodeId);
});

for (const [plan, hours] of Object.entries({ free: 1, team: 4, business: 8, enterprise: 24 })) {
  test(`on the plan ${plan} a recording lasts ${hours} h at most`, async () => {
    const { api } = await come();
    await server.setPlan(plan);
    const { id } = await api.startRecord(group.at);
    assert.equal((await server.recordRow(id)).max_seconds, hours * 3600);
  });
}

test('a recording stopped before or right after its first picture is discarded', async () => {
  const { api } = await come();
  const early = await api.startRecord(group.at);
  const aborted = await api.stopRecord(group.at);
  assert.deepEqual([aborted.id, aborted.state, aborted.startedAt], [early.id, 'aborted', null]);
  assert.notEqual(aborted.finishedAt, null);
  await refused(api.stopRecord(group.at), 'record_not_active');
  const second = await api.startRecord(group.at);
  await server.markPictureArrived(second.id, 0);
  assert.equal((await api.stopRecord(group.at)).state, 'aborted');
  const third = await api.startRecord(group.at);
  await server.markPictureArrived(third.id, 3500);
  assert.equal((await api.stopRecord(group.at)).state, 'processing');
  await arrives([
    `record_aborted ${early.id}`,
    ...[`record_started ${second.id}`, `record_aborted ${second.id}`],
    `record_started ${third.id}`,
  ]);
});

test('a recording that no node looked at for a while is not discarded unseen', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(group.at);
  const asked = new Date(Date.now() - 14_000);
  await server.database.db.updateTable('records').set({ created_at: asked }).where('id', '=', id).execute();
  assert.equal((await api.stopRecord(group.at)).state, 'processing');
  // The recording folder shows later when it started.
  await server.markPictureArrived(id, 10_000);
  await arrives([`record_started ${id}`]);
});

test('of two concurrent stops one stops the recording', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(group.at);
  await server.markPictureArrived(id, 60_000);
  const asked = [api, group.owner, api].map((client) => client.stopRecord(group.at));
  assert.deepEqual(await statuses(asked), [201, 409, 409]);
});

test('the end of the call stops the recording at the last exit', async () => {
  const moderator = await come();
  const { id } = await moderator.api.startRecord(group.at);
  await server.markPictureArrived(id, 60_000);
  await moderator.person.leave();
  const record = () => group.owner.getRecord({ ...group.at, recordId: id });
  await waitUntil(async () => (await record()).state === 'processing', patience('the record to be stopped'));
  const row = await server.recordRow(id);
  const call = await server.database.db
    .selectFrom('calls')
    .select('finished_at')
    .where('id', '=', row.call_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.stopped_at, row.stop_reason], [call.finished_at, 'call_ended']);
});

test("a stop at the moment of the call's end stops the recording once", async () => {
  const { api } = await come();
  const { id } = await api.startRecord(group.at);
  await server.markPictureArrived(id, 60_000);
  const [stopped] = await Promise.allSettled([
    group.owner.stopRecord(group.at),
    group.owner.finishActiveCall(group.at),
  ]);
  const { state, stop_reason } = await server.recordRow(id);
  assert.equal(state, 'processing');
  assert.equal(stop_reason, stopped.status === 'fulfilled' ? 'person' : 'call_ended');
  await arrives([`record_started ${id}`]);
});

test('deleting the room fails its running recording and deletes all others', async () => {
  const { api } = await come();
  const first = await api.startRecord(group.at);
  await server.markPictureArrived(first.id, 60_000);
  await stopRecord(silentParts, server.database.db, {
    recordId: first.id,
    at: new Date(),
    reason: 'recorder',
  });
  const second = await api.startRecord(group.at);
  await server.markPictureArrived(second.id, 60_000);
  await group.owner.deleteRoom(group.at);
  for (const { id } of [first, second]) {
    const { state, failure, deleted_at } = await server.recordRow(id);
    assert.deepEqual([state, failure, deleted_at !== null], ['failed', 'room_deleted', true]);
  }
  const { spaceId } = group;
  assert.deepEqual(await group.owner.listSpaceRecords({ spaceId }), { items: [], total: 0 });
  await waitUntil(() => delivered().length === 4, patience('four events'));
  assert.deepEqual(
    delivered().sort(),
    [first, second].flatMap(({ id }) => [`record_failed ${id}`, `record_started ${id}`]).sort(),
  );
});

test('deleting the group does the same', async () => {
  const { api } = await come();
  const { id } = await api.startRecord(group.at);
  await server.markPictureArrived(id, 60_000);
  await group.owner.deleteSpace({ spaceId: group.spaceId });
  const { state, failure, deleted_at } = await server.recordRow(id);
  assert.deepEqual([state, failure, deleted_at !== null], ['failed', 'room_deleted', true]);
  await arrives([`record_started ${id}`, `record_failed ${id}`]);
});

test('the metrics of the node count what it stored', async () => {
  const figure = async (name: string) => {
    const text = await (await fetch(`${server.lectern.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const [active, failed] = [
    await figure('lectern_recordings_active'),
    await figure('lectern_recordings_failed_total'),
  ];
  const { api } = await come();
  await api.startRecord(group.at);
  assert.equal(await figure('lectern_recordings_active'), active + 1);
  await group.owner.deleteRoom(group.at);
  assert.equal(await figure('lectern_recordings_active'), active);
  assert.equal(await figure('lectern_recordings_failed_total'), failed + 1);
});

test('a recording belongs to the room in the path and the caller, whatever the body says', async () => {
  const moderator = await come();
  const elsewhere = await server.makeGroup({});
  const body = { roomId: group.room.id, caller: { kind: 'user', userId: newId() } };
  await refused(elsewhere.owner.startRecord({ ...elsewhere.at, body: body as object }), 'call_not_active');
  assert.deepEqual(await moderator.api.getActiveRecord(group.at), { record: null });
  const inPlace = { ...body, roomId: elsewhere.room.id };
  const record = await moderator.api.startRecord({ ...group.at, body: inPlace as object });
  assert.equal(record.roomId, group.room.id);
  assert.equal(record.startedBy?.participantId, moderator.id);
});
