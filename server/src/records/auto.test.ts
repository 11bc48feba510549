import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { TestGroup } from '../../testing/group.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { silentParts } from '../../testing/records/records.ts';
import { ServerWithoutRecorder } from '../../testing/records/server-without-recorder.ts';
import { shorten } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { stopRecord } from './lifecycle.ts';
import { timings as watchTimings } from './running/lost.ts';
import { timings } from './slots.store.ts';

const goneAfterSeconds = 4;
const { goneAfterSeconds: usually } = timings;
shorten(timings, { goneAfterSeconds });
shorten(watchTimings, { watchedSeconds: 3 });
/** The settings that make a lost node noticed soon. */
const toldWithinSeconds = 5;

let server: ServerWithoutRecorder;
let group: TestGroup;

before(async () => {
  server = await ServerWithoutRecorder.start({
    LECTERN_RECORD_MAX_MINUTES: '90',
  });
});
beforeEach(async () => {
  await server.addRecorderNode(10);
  group = await server.makeGroup({ isAutoRecordingAllowed: true });
});
afterEach(() => server.cleanUp());
after(() => server?.close());

const come = (role: 'user' | 'moderator') => server.joinCall(group, role);
const records = async () => (await group.owner.listRecords({ ...group.at, query: { order: 'asc' } })).items;
const states = async () => (await records()).map(({ state }) => state);

/** Moves the first picture of the automatic recording a minute into the past. */
async function goingOn(): Promise<string> {
  const { record } = await group.owner.getActiveRecord(group.at);
  assert.ok(record, 'a recording');
  await server.markPictureArrived(record.id, 60_000);
  return record.id;
}

const delivered = () => server.deliveredEvents(group);

test('the entry of a moderator starts a recording, other entries change nothing', async () => {
  await come('user');
  assert.deepEqual(await states(), []);
  await come('moderator');
  const [record, ...others] = await records();
  assert.deepEqual([record?.state, record?.startedBy, others.length], ['new', null, 0]);
  await come('moderator');
  await come('user');
  assert.deepEqual(await states(), ['new']);
});

test('a room without the setting, or where recording is not allowed, is not recorded', async () => {
  await group.owner.updateRoom({ ...group.at, body: { isAutoRecordingAllowed: false } });
  await come('moderator');
  assert.deepEqual(await states(), []);
  await group.owner.updateRoom({
    ...group.at,
    body: { isAutoRecordingAllowed: true, isRecordAllowed: false },
  });
  await come('moderator');
  assert.deepEqual(await states(), []);
});

test('a recording that a person stopped stays stopped in this call, and a person may start another', async () => {
  const { api } = await come('moderator');
  await goingOn();
  await api.stopRecord(group.at);
  await come('moderator');
  assert.deepEqual(await states(), ['processing']);
  await api.startRecord(group.at);
  assert.deepEqual(await states(), ['processing', 'new']);
  await group.owner.finishActiveCall(group.at);
  await come('moderator');
  assert.deepEqual(await states(), ['processing', 'processing', 'new'], 'the next call is recorded again');
});

test('a recording that is discarded within 3 seconds counts as stopped by a person', async () => {
  const { api } = await come('moderator');
  await api.stopRecord(group.at);
  await come('moderator');
  const [aborted, ...others] = await records();
  assert.deepEqual([aborted?.state, others.length], ['aborted', 0]);
  await group.owner.deleteRecord({ ...group.at, recordId: aborted?.id ?? '' });
  await come('moderator');
  assert.deepEqual(await states(), [], 'also when the row is not listed any more');
});

test('after a recording that ended otherwise, the next entry of a moderator starts another', async () => {
  await come('moderator');
  const recordId = await goingOn();
  await stopRecord(silentParts, server.database.db, { recordId, at: new Date(), reason: 'recorder' });
  await come('moderator');
  assert.deepEqual(await states(), ['processing', 'new']);
});

test('a new session of the same moderator, as after a lost network, starts no second recording', async () => {
  const url = await makeLink(group, { username: 'Mo', role: 'moderator' });
  const entered = await enterBy(server.lectern, group, { url });
  const first = await connectToFakeCall(server.lectern, group, entered);
  await goingOn();
  first.person.reconnect();
  const again = await connectToFakeCall(server.lectern, group, entered);
  server.cleanUpLater(() => again.person.leave());
  assert.deepEqual(await states(), ['recording']);
});

test('without a free recorder the call goes on, and one failed recording reports it', async () => {
  await server.updateNode({ places: 0 });
  await come('moderator');
  await come('moderator');
  const [record, ...others] = await records();
  assert.deepEqual([record?.state, record?.failure, others.length], ['failed', 'recorder_busy', 0]);
  await waitUntil(() => delivered().length > 0, { timeout: 30_000, message: 'the event' });
  assert.deepEqual(delivered(), [`record_failed ${record?.id}`]);
  await server.updateNode({ places: 1 });
  await come('moderator');
  assert.deepEqual(await states(), ['failed', 'new']);
});

test('when a recorder node is lost, the room is notified within 20 s and another node can record it', async () => {
  const byHand = await server.makeGroup({});
  await server.joinCall(byHand, 'moderator');
  const { api } = await come('moderator');
  const ear = await SocketListener.of(server.lectern, api, group.room.channelId);
  server.cleanUpLater(() => ear.close());
  const recordId = await goingOn();
  const other = await byHand.owner.startRecord(byHand.at);
  const lost = server.nodeId;

  await server.updateNode({ places: 10, seenSeconds: 0 });
  const lostAt = performance.now();
  await server.addRecorderNode(10);
  const told = await ear.hears('record', 3);
  const seconds = (performance.now() - lostAt) / 1000;
  const [, stopped, again] = told.map(({ payload }) => payload);
  assert.deepEqual(
    [stopped?.recordId, stopped?.state, stopped?.reason],
    [recordId, 'stopped', 'recorder_lost'],
  );
  assert.ok(seconds < goneAfterSeconds + toldWithinSeconds, `notified after ${seconds} s`);
  assert.equal(usually + toldWithinSeconds, 20);
  // A room with automatic recording gets a new recording.
  const { record } = await group.owner.getActiveRecord(group.at);
  assert.deepEqual([record?.state, again?.recordId, again?.state], ['new', record?.id, 'new']);
  assert.equal((await server.recordRow(record?.id ?? '')).node_id, server.nodeId);
  assert.notEqual(server.nodeId, lost);
  // A recording with media waits for its node.
  assert.equal((await group.owner.getRecord({ ...group.at, recordId })).state, 'processing');

  const failed = async () => {
    const { state, failure } = await byHand.owner.getRecord({ ...byHand.at, recordId: other.id });
    return state === 'failed' && failure;
  };
  assert.equal(
    await waitUntil(failed, { timeout: 5000, message: 'the recording without a picture to fail' }),
    'recorder_lost',
  );
  assert.equal((await byHand.owner.startRecord(byHand.at)).state, 'new');
  const events = () => server.deliveredEvents(byHand).filter((event) => event.endsWith(other.id));
  await waitUntil(() => events().length > 0, { timeout: 10_000, message: 'the event' });
  assert.deepEqual(events(), [`record_failed ${other.id}`]);
});

test('without enough disk space the failed recording says so', async () => {
  await server.updateNode({ places: 1, freeBytes: 1000 });
  await come('moderator');
  const [record] = await records();
  assert.deepEqual([record?.state, record?.failure], ['failed', 'disk_full']);
});

test("the setting shortens recordings below the plan's limit, but never extends it", async () => {
  const longest = async (plan: string) => {
    await server.setPlan(plan);
    const { id } = await group.owner.startRecord(group.at);
    await group.owner.stopRecord(group.at);
    return (await server.recordRow(id)).max_seconds / 60;
  };
  await come('user');
  assert.deepEqual([await longest('business'), await longest('free')], [90, 60]);
});
