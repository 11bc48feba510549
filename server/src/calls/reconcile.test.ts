import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shorten } from '../../testing/timings.ts';
import { waitUntil } from '../../testing/wait.ts';
import { mayPublishAll } from '../engines/media/media.ts';
import { newId } from '../platform/ids.ts';
import { timings } from './enforce-rights.ts';
import { reconcileEverything } from './reconcile.ts';
import { RoomChecks } from './room-checks.ts';
import { CallScene, startCallNodes } from './testing/call-scene.ts';

let ground: Awaited<ReturnType<typeof startCallNodes>>;
before(async () => {
  ground = await startCallNodes();
});
after(() => ground?.stop());

/** Forty rooms of one media server with a person in each, whose webhooks are lost. */
async function fortyRooms() {
  const first = new CallScene(ground.databases, 0);
  const rooms = [
    first,
    ...Array.from({ length: 39 }, () => new CallScene(ground.databases, 0, first.engine)),
  ];
  for (const room of rooms) {
    await room.makeRoom();
    await room.join(await room.makePerson());
  }
  return { first, rooms };
}

const entered = async (rooms: CallScene[]): Promise<number> =>
  (await Promise.all(rooms.map((room) => room.visits()))).flat().length;

const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 20_000, message });

test('four rooms of a lost media node delay no other room, and their calls end', async () => {
  const { first, rooms } = await fortyRooms();
  const { engine, node } = first;
  await reconcileEverything(node);
  assert.equal(await entered(rooms), 40);
  const [gone, others] = [rooms.slice(0, 4), rooms.slice(4)];
  const timeout = Promise.withResolvers<void>();
  for (const { roomId } of gone) engine.lost.set(roomId, timeout.promise);
  for (const room of others) await room.join(await room.makePerson());
  const checks = new RoomChecks({ log: node.log, lostAfterSeconds: 1, probeEverySeconds: 1 });
  // It returns while the requests about the four rooms hang, and does not throw: the list of rooms is available.
  await reconcileEverything(node, checks);
  assert.equal(await entered(others), 72, 'the other rooms are reconciled in the same pass');
  timeout.resolve();

  const ended = async () => {
    await reconcileEverything(node, checks);
    const calls = await Promise.all(gone.map((room) => room.calls()));
    return calls.every(([call]) => call?.finished_at);
  };
  await waitUntil(ended, { timeout: 40_000, message: 'the four calls to end' });
  const told = rooms.flatMap((room) => room.told).filter(({ what }) => what === 'finished');
  assert.deepEqual(told.map(({ call }) => call.roomId).sort(), gone.map(({ roomId }) => roomId).sort());
  for (const room of others) assert.equal((await room.calls())[0]?.finished_at, null);
  const isRemoved = async () => (await engine.listRooms()).length === 36;
  await until(isRemoved, 'the four rooms to leave the list of the media server');
  await checks.settled();
});

test('a room whose request fails does not end the pass; a room that recovers goes on', async (context) => {
  const { first, rooms } = await fortyRooms();
  const { engine, node } = first;
  const { listParticipants } = engine;
  const broken = new Set(rooms.slice(0, 4).map(({ roomId }) => roomId));
  context.mock.method(engine, 'listParticipants', async (roomId: string) => {
    if (broken.has(roomId)) throw new Error('choked');
    return listParticipants.call(engine, roomId);
  });
  await reconcileEverything(node);
  assert.equal(await entered(rooms), 36);
  broken.clear();
  await reconcileEverything(node);
  assert.equal(await entered(rooms), 40);
});

test('while the rooms cannot be listed no room counts as lost', async () => {
  const { first } = await fortyRooms();
  const { engine, node } = first;
  await reconcileEverything(node);
  const checks = new RoomChecks({ log: node.log, lostAfterSeconds: 0, probeEverySeconds: 0 });
  engine.isAway = true;
  await assert.rejects(reconcileEverything(node, checks), { name: 'MediaEngineAway' });
  assert.equal(checks.lostSince(first.roomId), undefined);
  engine.isAway = false;
  await reconcileEverything(node, checks);
  await checks.settled();
  assert.equal((await first.calls())[0]?.finished_at, null);
});

test('somebody in signalling is not in the call, and is disconnected without a media session in time', async (context) => {
  const scene = new CallScene(ground.databases, 0);
  await scene.makeRoom();
  const connect = async (participantId: string, hidden = false) => {
    const request = { roomId: scene.roomId, participantId, name: 'Somebody', role: 'user', entryId: newId() };
    return scene.engine.connect(
      await scene.engine.issueToken({ ...request, hidden, publish: mayPublishAll }),
    );
  };
  const id = await scene.makePerson();
  const [slow, stranger] = [await connect(id), await connect(`${id}#x`)];
  const [idle, recorder] = [await connect(await scene.makePerson()), await connect('recorder', true)];
  await reconcileEverything(scene.node);
  assert.deepEqual(
    [slow, idle, stranger].map(({ endedBecause }) => endedBecause),
    [undefined, undefined, 'removed'],
  );
  assert.deepEqual(await scene.calls(), [], 'nobody is in a call');
  slow.begin();
  shorten(timings, { connectMs: 0 }, context);
  await reconcileEverything(scene.node);
  const ends = [slow, idle, recorder].map(({ endedBecause }) => endedBecause);
  assert.deepEqual(ends, [undefined, 'removed', undefined]);
  assert.deepEqual(
    (await scene.visits()).map(({ participant_id }) => participant_id),
    [id],
  );
});
