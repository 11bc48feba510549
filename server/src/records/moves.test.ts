import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type RecordState, recordStates } from '../../../contract/operations/records.ts';
import { countLockWaiters } from '../../testing/database.ts';
import { type OwnDatabase, startOwnDatabase } from '../../testing/engines/own-database.ts';
import { seedOr } from '../../testing/fuzzing/chance.ts';
import { createChance } from '../../testing/fuzzing/fuzz.ts';
import { insertRoomRows, putRecorderNode } from '../../testing/records/records.ts';
import { waitUntil } from '../../testing/wait.ts';
import { lockRoomOfCall } from '../calls/calls.ts';
import { publishToRoom } from '../chat/chat.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { eraseFromRecords } from './deleting/erase.store.ts';
import {
  abortRecord,
  failRecord,
  finishRecord,
  type LifecycleParts,
  markPictureArrived,
  refuseRecord,
  requestRecord,
  stopRecord,
  transitions,
} from './lifecycle.ts';
import { takeRecorderSlot } from './slots.ts';
import { failRecordsOfRooms, stopActiveRecord, stopRecordOfCall } from './stop.ts';
import { lockRecord, type RecordRow, voicesOf } from './store.ts';
import { type NewRecord, recordsChannel } from './transitions.store.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());

let counted: string[];
let published: { event: string; payload: Record<string, unknown> }[];
let record: NewRecord;

const socket = {
  publish: (_channel: string, { data }: { data: string }) => void published.push(JSON.parse(data)),
} as unknown as LifecycleParts['socket'];
const parts: LifecycleParts = {
  socket,
  onRecordMoved: [],
  onRecordFinished: [],
  onTransition: ({ counts }) => void (counts && counted.push(counts)),
};

/** A new recording of a room with a webhook. */
async function makeRecord(): Promise<NewRecord> {
  const { ownerId, spaceId, roomId } = await insertRoomRows(database.db);
  return {
    ...{ id: newId(), spaceId, roomId, callId: newId(), name: 'Algebra', layout: 'speaker', nodeId: newId() },
    ...{ startedByUser: ownerId, startedByParticipant: null, startedByName: 'Owner', maxSeconds: 3600 },
    createdAt: new Date('2026-11-22T10:00:00.000Z'),
  };
}

beforeEach(async () => {
  [counted, published] = [[], []];
  record = await makeRecord();
});

const pictureAt = new Date('2026-11-22T10:00:01.000Z');
const stoppedAt = new Date('2026-11-22T10:10:00.000Z');
const made = {
  ...{ duration: 599.04, width: 1280, height: 720, bytes: 3_000_000_000, isPartial: false, quality: null },
  files: { video: `records/a/video.mp4`, poster: 'records/a/poster.jpg' },
};
const voice = {
  participantId: newId(),
  name: 'Ann',
  offset: 1.5,
  duration: 20,
  bytes: 7,
  key: 'records/a/1',
};

type Move = 'picture' | 'abort' | 'stop' | 'finish' | 'fail';

const make = (move: Move, recordId = record.id, db = database.db): Promise<RecordRow | undefined> => {
  switch (move) {
    case 'picture':
      return markPictureArrived(parts, db, { recordId, at: pictureAt });
    case 'abort':
      return abortRecord(parts, db, { recordId, at: stoppedAt });
    case 'stop':
      return stopRecord(parts, db, { recordId, at: stoppedAt, reason: 'person' });
    case 'finish':
      return finishRecord(parts, db, { recordId, made, voices: [voice] });
    case 'fail':
      return failRecord(parts, db, { recordId, failure: 'media_lost' });
  }
};

const ask = () => inTransaction(database.db, (trx) => requestRecord(parts, trx, record));

/** One recording of the room in `processing`, and one that was just requested. */
async function askTwice(): Promise<[NewRecord, NewRecord]> {
  const first = record;
  await ask();
  for (const move of ['picture', 'stop'] as const) await make(move);
  record = { ...record, id: newId() };
  await ask();
  return [first, record];
}

/** The states of a row, each with the moves that lead to it. */
const ways: Record<string, Move[]> = {
  new: [],
  recording: ['picture'],
  'processing, begun': ['picture', 'stop'],
  'processing, not begun': ['stop'],
  finished: ['picture', 'stop', 'finish'],
  aborted: ['abort'],
  failed: ['fail'],
};

/** The state after each move; moves that are not listed change nothing. */
const expected: Record<Move, Record<string, RecordState>> = {
  picture: { new: 'recording', 'processing, not begun': 'processing' },
  abort: { new: 'aborted', recording: 'aborted' },
  stop: { new: 'processing', recording: 'processing' },
  finish: { 'processing, begun': 'finished' },
  fail: {
    ...{ new: 'failed', recording: 'failed' },
    ...{ 'processing, begun': 'failed', 'processing, not begun': 'failed' },
  },
};

const endEvents: Record<string, string> = {
  finished: 'record_finished',
  aborted: 'record_aborted',
  failed: 'record_failed',
};

async function announced(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string; body: string; call_id: string }>(
    'SELECT event_name AS name, body, call_id FROM webhook_deliveries WHERE record_id = $1 ORDER BY sequence',
    [record.id],
  );
  for (const { name: eventName, body, call_id } of rows) {
    const { roomId, spaceId, id: recordId } = record;
    assert.equal(body, JSON.stringify({ eventName, roomId, spaceId, recordId }));
    assert.equal(call_id, record.callId);
  }
  return rows.map(({ name }) => name);
}

const told = () => published.map(({ event, payload }) => `${event} ${payload.state}`);

for (const [state, way] of Object.entries(ways)) {
  for (const move of Object.keys(expected) as Move[]) {
    const to = expected[move][state];
    test(`${move} of a recording that is ${state} leads to ${to ?? 'nothing'}`, async () => {
      assert.equal((await ask())?.state, 'new');
      for (const step of way) assert.ok(await make(step), `${step} on the way`);
      const before = await lockRecord(database.db, record.id);
      const eventsBefore = await announced();
      const toldBefore = told();
      counted = [];
      const moved = await make(move);
      const row = await lockRecord(database.db, record.id);
      const news = (await announced()).slice(eventsBefore.length);
      if (to === undefined) {
        assert.equal(moved, undefined);
        assert.deepEqual(row, before);
        assert.deepEqual([news, told(), counted], [[], toldBefore, []]);
        return;
      }
      assert.deepEqual(moved, row);
      assert.equal(row?.state, to);
      const event = move === 'picture' ? 'record_started' : endEvents[to];
      assert.deepEqual(news, event ? [event] : []);
      const wasActive = state === 'new' || state === 'recording';
      const isTold = wasActive || to === 'failed';
      const says = isTold ? [`record ${to === 'recording' ? 'recording' : 'stopped'}`] : [];
      assert.deepEqual(told().slice(toldBefore.length), says);
      const counts = event && event !== 'record_aborted' ? [event.replace('record_', '')] : [];
      assert.deepEqual(counted, counts);
      assert.equal(row?.finishedAt !== null, to in endEvents);
      // The same move again has no consequences.
      assert.equal(await make(move), undefined);
      assert.deepEqual((await announced()).length, eventsBefore.length + news.length);
    });
  }
}

test('the table has no transition from an end state, and every other state can reach one', () => {
  const ends = ['finished', 'aborted', 'failed'];
  for (const { from } of transitions) assert.ok(!from.some((state) => ends.includes(state)));
  for (const state of recordStates.filter((one) => !ends.includes(one))) {
    const onward = transitions.filter(({ from, to }) => from.includes(state) && ends.includes(to));
    assert.ok(onward.length > 0, state);
  }
});

test('the result is stored in the row, and speakers have the current names of the participants', async () => {
  const { pool } = database;
  const erased = { ...voice, participantId: newId(), name: 'A name that is gone' };
  await pool.query(
    `INSERT INTO participants (id, room_id, browser_hash, name, role, external_user_id, origin, created_at,
       erased_at)
     VALUES ($1, $2, '\\x00', 'Erased person', 'user', 'erased:1', '{}', now(), now())`,
    [erased.participantId, record.roomId],
  );
  await ask();
  await make('picture');
  await make('stop');
  const quality = { lateTicks: 3, missedAudioMs: 0, lowestFps: 12.5, lowestHeight: 720 };
  const done = { recordId: record.id, made: { ...made, quality, isPartial: true }, voices: [erased, voice] };
  const row = await finishRecord(parts, database.db, done);
  assert.deepEqual(
    [Number(row?.bytes), row?.duration, row?.width, row?.height, row?.isPartial, row?.quality, row?.files],
    [made.bytes, made.duration, 1280, 720, true, quality, made.files],
  );
  assert.deepEqual([row?.startedAt, row?.stoppedAt, row?.stopReason], [pictureAt, stoppedAt, 'person']);
  const { rows } = await pool.query(
    'SELECT name, external_user_id FROM record_voices WHERE record_id = $1 ORDER BY number',
    [record.id],
  );
  assert.deepEqual(rows, [
    { name: 'Erased person', external_user_id: 'erased:1' },
    { name: 'Ann', external_user_id: null },
  ]);
  const voices = await voicesOf(database.db, record.id);
  assert.deepEqual(
    voices.map(({ number, name, externalUserId, offset }) => [number, name, externalUserId, offset]),
    [[2, 'Ann', null, 1.5]],
    'an erased person has no voice any more',
  );
});

test('a recording that could not start automatically has failed since its request and leaves the room free', async () => {
  const refusal = { record: { ...record, nodeId: null }, failure: 'recorder_busy' as const };
  const row = await inTransaction(database.db, (trx) => refuseRecord(parts, trx, refusal));
  assert.deepEqual(
    [row?.state, row?.failure, row?.finishedAt],
    ['failed', 'recorder_busy', record.createdAt],
  );
  assert.deepEqual(await announced(), ['record_failed']);
  assert.deepEqual(told(), ['record stopped']);
  assert.equal(published[0]?.payload.failure, 'recorder_busy');
  record = { ...record, id: newId() };
  assert.ok(await ask());
});

test('a stop while the call is empty ends the recording at the last exit, if that is after its first picture', async () => {
  const { db } = database;
  const ago = (ms: number) => new Date(Date.now() - ms);
  const stoppedWhile = async (emptySince: Date) => {
    record = await makeRecord();
    await db
      .insertInto('calls')
      .values({
        ...{ id: record.callId, space_id: record.spaceId, room_id: record.roomId, started_at: ago(120_000) },
        ...{ plan_alias: 'business', room_type: 'lesson', empty_since: emptySince },
      })
      .execute();
    await ask();
    await markPictureArrived(parts, db, { recordId: record.id, at: ago(60_000) });
    const row = await stopActiveRecord(parts, db, record.roomId);
    assert.deepEqual([row.state, row.stopReason], ['processing', 'person']);
    return row.stoppedAt;
  };
  const left = ago(5000);
  assert.deepEqual(await stoppedWhile(left), left);
  const asked = ago(0);
  const stopped = await stoppedWhile(ago(90_000));
  assert.ok(stopped && stopped >= asked && stopped <= ago(0), `${stopped?.toISOString()}`);
});

test('a second recording of a room is refused while the first is active, and accepted afterwards', async () => {
  await ask();
  const first = record;
  record = { ...record, id: newId() };
  assert.equal(await ask(), undefined);
  assert.ok(await make('stop', first.id));
  assert.ok(await ask());
});

test('the recording of a deleted room ends without an event to the room', async () => {
  await ask();
  await make('picture');
  await make('stop');
  await database.pool.query('DELETE FROM rooms WHERE id = $1', [record.roomId]);
  published = [];
  assert.equal((await make('fail'))?.state, 'failed');
  assert.deepEqual(published, []);
});

test('the room learns since when it is recorded, and events are counted after the commit', async () => {
  const { db } = database;
  await ask();
  const undone = inTransaction(db, async (trx) => {
    await make('picture', record.id, trx);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  await inTransaction(db, async (trx) => {
    await make('picture', record.id, trx);
    assert.deepEqual(counted, []);
  });
  assert.deepEqual(counted, ['started']);
  assert.deepEqual(
    published.map(({ payload: { state, startedAt } }) => [state, startedAt]),
    [
      ['new', null],
      ['recording', pictureAt.toISOString()],
    ],
  );
});

test('a node is notified after the commit when it has something to do', async () => {
  const client = await database.pool.connect();
  const heard: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => heard.push(payload));
  try {
    await client.query(`LISTEN ${recordsChannel}`);
    await ask();
    await make('stop');
    await waitUntil(() => heard.length === 2, { timeout: 30_000, message: 'two notices' });
    assert.deepEqual(heard, [record.nodeId, record.nodeId]);
  } finally {
    client.release(true);
  }
});

test('however concurrent moves interleave, exactly one end is announced, and the start before it', async () => {
  const chance = createChance(seedOr(20_261_122));
  const all = Object.keys(expected) as Move[];
  const ends = new Set<string>();
  for (let round = 0; round < 60; round += 1) {
    record = await makeRecord();
    await ask();
    // The first recording is certainly finished, by whichever move is first.
    for (const move of round === 0 ? (['picture', 'stop'] as const) : []) await make(move);
    const some = () => all[Math.floor(chance() * all.length)] as Move;
    const moves = Array.from({ length: 8 }, () => (round === 0 ? 'finish' : some()));
    await Promise.all(moves.map((move) => make(move)));
    await make('fail');
    const events = await announced();
    const row = await lockRecord(database.db, record.id);
    const end = endEvents[row?.state ?? ''] ?? 'none';
    const wanted = row?.startedAt ? ['record_started', end] : [end];
    assert.deepEqual(events, wanted, `${moves.join(', ')} made it ${row?.state}`);
    ends.add(end);
  }
  assert.equal(ends.size, 3, [...ends].join(', '));
});

test('deleting a room while its recording gets its first picture causes no deadlock', async () => {
  const { db } = database;
  const [, active] = await askTwice();
  let begun = 0;
  let deleting: Promise<void> | undefined;
  const remove = () =>
    inTransaction(db, (trx) => {
      begun += 1;
      return failRecordsOfRooms(parts, trx, [active.roomId]);
    });
  const isWaiting = async () => (await countLockWaiters(db)) === 1;
  await inTransaction(db, async (trx) => {
    begun += 1;
    await lockRecord(trx, active.id);
    deleting ??= remove();
    await waitUntil(isWaiting, { timeout: 30_000, message: 'the deletion to wait for the recording' });
    assert.equal((await make('picture', active.id, trx))?.state, 'recording');
  });
  await deleting;
  assert.equal(begun, 2, 'each of the two was done once');
});

test('concurrent starts, moves, ends of the call, an erasing and a deletion cause no deadlock', async () => {
  const { db } = database;
  const chance = createChance(seedOr(20_261_123));
  await putRecorderNode(db, { places: 50 });
  let begun = 0;
  let asked = 0;
  const does = (work: (trx: Db) => Promise<unknown>) => {
    asked += 1;
    return inTransaction(db, (trx) => {
      begun += 1;
      return work(trx);
    });
  };
  for (let round = 0; round < 30; round += 1) {
    record = { ...(await makeRecord()), startedByUser: null, startedByParticipant: newId() };
    const [first, second] = await askTwice();
    const { roomId, callId: id, spaceId, startedByParticipant: participantId } = record;
    const call = { id, roomId, spaceId, startedAt: pictureAt, finishedAt: stoppedAt, isSample: false };
    const actions: ((trx: Db) => Promise<unknown>)[] = [
      ...[first, second, second].map(({ id: recordId }) => {
        const move = (['picture', 'stop', 'fail', 'abort'] as const)[Math.floor(chance() * 4)] as Move;
        return (trx: Db) => make(move, recordId, trx);
      }),
      async (trx) => {
        if (!(await lockRoomOfCall(trx, roomId)) || !('nodeId' in (await takeRecorderSlot(trx, 0)))) return;
        await requestRecord(parts, trx, { ...record, id: newId() });
      },
      async (trx) => (await lockRoomOfCall(trx, roomId)) && (await stopRecordOfCall(parts, trx, call)),
      async (trx) => {
        await eraseFromRecords(trx, { erasedId: 'erased:1' }, [participantId ?? '']);
        await publishToRoom(parts, trx, { roomId, event: 'user-update-profile', payload: {} });
      },
      async (trx) => (await lockRoomOfCall(trx, roomId)) && (await failRecordsOfRooms(parts, trx, [roomId])),
    ];
    const inAnyOrder = actions
      .map((action) => ({ action, place: chance() }))
      .sort((a, b) => a.place - b.place);
    await Promise.all(inAnyOrder.map(({ action }) => does(action)));
  }
  assert.equal(begun, asked);
});
