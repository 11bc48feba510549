import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type EngineEvent, mayPublishAll, mayPublishNothing } from '../engines/media/media.ts';
import { finishActiveCall } from './end-for-all.ts';
import { recordEvent } from './events.ts';
import { interruptAllCalls, resumeInterruptedCalls } from './interrupt.ts';
import { closeEmptyCalls, reconcileEverything, reconcileRoom } from './reconcile.ts';
import { CallScene, startCallNodes } from './testing/call-scene.ts';
import { type Clock, stopClock } from './testing/clock.ts';

const at = (date: Date | null | undefined) => date?.toISOString();

describe('events of the media server become calls', () => {
  let ground: Awaited<ReturnType<typeof startCallNodes>>;
  let scene: CallScene;
  before(async () => {
    ground = await startCallNodes();
  });
  after(() => ground.stop());
  beforeEach(async () => {
    scene = new CallScene(ground.databases, 15);
    await scene.makeRoom();
  });

  const tell = async (events: EngineEvent[]) => {
    for (const event of events) await recordEvent(scene.node, event);
  };
  const tellAll = async () => tell(await scene.take());
  const reconcile = () => reconcileRoom(scene.node, scene.roomId);
  const told = () => scene.told.map(({ what }) => what);

  /** One person came at 0 s and left at 10 s; no event was delivered yet. */
  async function oneVisit(clock: Clock) {
    const came = clock.now();
    const person = await scene.join(await scene.makePerson());
    clock.advance(10_000);
    person.leave();
    return { person, came, left: clock.now() };
  }

  test('a call starts with the first person and ends when the grace after the last person is over', async (context) => {
    const clock = stopClock(context);
    const { came, left } = await oneVisit(clock);
    await tellAll();
    clock.advance(14_999);
    await closeEmptyCalls(scene.node);
    assert.deepEqual(told(), ['started']);
    clock.advance(1);
    await closeEmptyCalls(scene.node);
    assert.deepEqual(told(), ['started', 'finished']);
    const [call, ...more] = await scene.calls();
    assert.deepEqual(more, []);
    assert.deepEqual([at(call?.started_at), at(call?.finished_at)], [at(came), at(left)]);
    assert.deepEqual([call?.most_present, call?.plan_alias, call?.room_type], [1, 'business', 'lesson']);
  });

  test('a person who returns within the grace is in the same call, and later in another one', async (context) => {
    const clock = stopClock(context);
    await oneVisit(clock);
    clock.advance(14_000);
    await oneVisit(clock);
    clock.advance(16_000);
    await oneVisit(clock);
    await tellAll();
    const calls = await scene.calls();
    assert.equal(calls.length, 2);
    assert.deepEqual(told(), ['started', 'finished', 'started']);
    assert.equal((await scene.visits()).filter(({ call_id }) => call_id === calls[0]?.id).length, 2);
  });

  test('a person who leaves and returns in the same millisecond is in the call', async (context) => {
    stopClock(context);
    const id = await scene.makePerson();
    (await scene.join(id)).leave();
    await tellAll();
    await scene.join(id);
    await tellAll();
    assert.deepEqual((await scene.visits()).map(({ exited_at }) => exited_at === null).sort(), [false, true]);
  });

  test('repeated events and events in reverse order change nothing', async (context) => {
    const clock = stopClock(context);
    const { came, left } = await oneVisit(clock);
    const events = await scene.take();
    await tell(events.toReversed());
    await tell(events);
    const [visit, ...more] = await scene.visits();
    assert.deepEqual(more, []);
    assert.deepEqual([at(visit?.entered_at), at(visit?.exited_at)], [at(came), at(left)]);
    assert.deepEqual(told(), ['started']);
  });

  test('reconciling corrects a lost event; the event, delivered late, brings the exact time', async (context) => {
    const clock = stopClock(context);
    const person = await scene.join(await scene.makePerson());
    const came = clock.now();
    const joined = await scene.take();
    clock.advance(1_500);
    await reconcile();
    assert.equal(at((await scene.visits())[0]?.entered_at), at(came));
    clock.advance(5_000);
    person.leave();
    const left = clock.now();
    const departure = await scene.take();
    clock.advance(1_800);
    await reconcile();
    assert.equal(at((await scene.visits())[0]?.exited_at), at(clock.now()));
    await tell([...departure, ...joined]);
    assert.equal(at((await scene.visits())[0]?.exited_at), at(left));
    assert.equal(at((await scene.calls())[0]?.empty_since), at(left));
  });

  test('a late event does not change a finished call', async (context) => {
    const clock = stopClock(context);
    const { person } = await oneVisit(clock);
    const events = await scene.take();
    const other = await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(3_000);
    other.leave();
    await tellAll();
    clock.advance(20_000);
    await closeEmptyCalls(scene.node);
    const told = await scene.visits();
    await tell(events);
    assert.deepEqual(await scene.visits(), told);
    assert.equal((await scene.calls()).length, 1);
    assert.ok(!told.some(({ engine_sid }) => engine_sid === person.sid));
  });

  test('a snapshot that was requested before an exit does not bring the person back', async (context) => {
    const clock = stopClock(context);
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    const { listParticipants } = scene.engine;
    context.mock.method(scene.engine, 'listParticipants', async (roomId: string) => {
      const answer = await listParticipants.call(scene.engine, roomId);
      person.leave();
      await tellAll();
      return answer;
    });
    clock.advance(2_000);
    await reconcile();
    const visits = await scene.visits();
    assert.equal(visits.length, 1);
    assert.equal(at(visits[0]?.exited_at), at(clock.now()));
  });

  test('a snapshot that was requested before an entry does not end the visit', async (context) => {
    stopClock(context);
    const id = await scene.makePerson();
    const { listParticipants } = scene.engine;
    context.mock.method(scene.engine, 'listParticipants', async (roomId: string) => {
      const answer = await listParticipants.call(scene.engine, roomId);
      if ((await scene.visits()).length === 0) {
        await scene.join(id);
        await tellAll();
      }
      return answer;
    });
    await reconcile();
    assert.deepEqual(
      (await scene.visits()).map(({ exited_at }) => exited_at),
      [null],
    );
  });

  test('a reconnect of a client is not a new entry; two sessions never overlap', async (context) => {
    const clock = stopClock(context);
    const first = await scene.join(await scene.makePerson());
    clock.advance(5_000);
    first.reconnect();
    await tell((await scene.take()).toReversed());
    const visits = await scene.visits();
    assert.equal(visits.length, 2);
    assert.equal(new Set(visits.map(({ entry_id }) => entry_id)).size, 1);
    assert.equal(at(visits[0]?.exited_at), at(visits[1]?.entered_at));
    assert.equal(visits[1]?.exited_at, null);
  });

  test('reconciling ends a call in the media server if the end for all did not arrive there', async (context) => {
    const clock = stopClock(context);
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(1_000);
    scene.engine.isAway = true;
    const finished = await finishActiveCall(scene.node, scene.roomId);
    assert.equal(at(finished.finishedAt), at(clock.now()));
    assert.deepEqual(told(), ['started', 'finished']);
    scene.engine.isAway = false;
    clock.advance(6_000);
    await reconcile();
    assert.equal(person.endedBecause, 'room_ended');
    await tellAll();
    assert.equal((await scene.calls()).length, 1);
  });

  test('an entry right after the end for all starts another call', async (context) => {
    const clock = stopClock(context);
    const id = await scene.makePerson();
    const person = await scene.join(id);
    await tellAll();
    clock.advance(1_000);
    await finishActiveCall(scene.node, scene.roomId);
    assert.equal(person.endedBecause, 'room_ended');
    clock.advance(50);
    await scene.join(id);
    await tellAll();
    await reconcile();
    assert.deepEqual(told(), ['started', 'finished', 'started']);
    assert.equal((await scene.visits()).filter(({ exited_at }) => exited_at === null).length, 1);
  });

  test('hidden services, strangers and removed participants do not count', async (context) => {
    const clock = stopClock(context);
    const hidden = await scene.join(await scene.makePerson(), { hidden: true });
    const stranger = await scene.join('000000000000000000000000');
    const removedId = await scene.makePerson();
    await scene.db
      .updateTable('participants')
      .set({ removed_at: clock.now() })
      .where('id', '=', removedId)
      .execute();
    clock.advance(1_000);
    const removed = await scene.join(removedId);
    await tellAll();
    await reconcile();
    assert.deepEqual(await scene.calls(), []);
    assert.deepEqual([stranger.endedBecause, removed.endedBecause], ['removed', 'removed']);
    assert.equal(hidden.endedBecause, undefined);
  });

  test('rights from the database are applied at entry and at every reconciliation', async (context) => {
    stopClock(context);
    await scene.db.updateTable('rooms').set({ type: 'webinar' }).where('id', '=', scene.roomId).execute();
    const id = await scene.makePerson();
    const person = await scene.join(id);
    await tellAll();
    assert.deepEqual(person.describe().publish, mayPublishNothing);
    await scene.db
      .updateTable('participants')
      .set({ is_speaking_allowed: true })
      .where('id', '=', id)
      .execute();
    await reconcile();
    assert.deepEqual(person.describe().publish, mayPublishAll);
  });

  test('when the media server dies with people in it, the call waits beyond the grace for their return', async (context) => {
    const clock = stopClock(context);
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(60_000);
    await scene.engine.endRoom(scene.roomId);
    await scene.take();
    await reconcile();
    clock.advance(29_000);
    await closeEmptyCalls(scene.node);
    person.reconnect();
    await tellAll();
    await reconcile();
    const [call, ...more] = await scene.calls();
    assert.deepEqual(more, []);
    assert.deepEqual([call?.empty_since, call?.returns_until, call?.finished_at], [null, null, null]);
    assert.equal(new Set((await scene.visits()).map(({ entry_id }) => entry_id)).size, 1);
  });

  test('a planned stop interrupts all calls: they go on if somebody returns, and end at its moment otherwise', async (context) => {
    const clock = stopClock(context);
    const scenes = [scene, ...Array.from({ length: 19 }, () => new CallScene(ground.databases, 15))];
    for (const one of scenes) {
      if (one !== scene) await one.makeRoom();
      await one.join(await one.makePerson());
      for (const event of await one.take()) await recordEvent(one.node, event);
    }
    const stoppedAt = new Date();
    await interruptAllCalls(scene.node);
    for (const one of scenes) {
      const [call] = await one.calls();
      assert.deepEqual([call?.empty_since, call?.finished_at], [stoppedAt, null]);
      assert.deepEqual(
        (await one.visits()).map(({ exited_at }) => exited_at),
        [stoppedAt],
      );
    }
    // The server is away for ten minutes, and the media server forgets everybody.
    clock.advance(600_000);
    for (const one of scenes) await one.engine.endRoom(one.roomId);
    await resumeInterruptedCalls(scene.node.db);
    await closeEmptyCalls(scene.node);
    assert.deepEqual(
      (await scene.calls()).map(({ finished_at }) => finished_at),
      [null],
    );
    await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(31_000);
    await closeEmptyCalls(scene.node);
    const [continued, ...more] = await scene.calls();
    assert.deepEqual([continued?.empty_since, continued?.finished_at, more], [null, null, []]);
    const [abandoned] = (await scenes.at(-1)?.calls()) ?? [];
    assert.deepEqual(abandoned?.finished_at, stoppedAt);
  });

  test('while the media server is down no call ends; one failing room does not delay the others', async (context) => {
    const clock = stopClock(context);
    await oneVisit(clock);
    await tellAll();
    clock.advance(60_000);
    scene.engine.isAway = true;
    await assert.rejects(closeEmptyCalls(scene.node), { name: 'MediaEngineAway' });
    assert.deepEqual(told(), ['started']);
    scene.engine.isAway = false;

    const bad = new CallScene(ground.databases, 15);
    await bad.makeRoom();
    await bad.join(await bad.makePerson());
    for (const event of await bad.take()) await recordEvent(bad.node, event);
    // The media server of the other scene does not know this room and fails on it.
    const { listParticipants } = scene.engine;
    context.mock.method(scene.engine, 'listParticipants', async (roomId: string) => {
      if (roomId === bad.roomId) throw new Error('choked');
      return listParticipants.call(scene.engine, roomId);
    });
    await reconcileEverything(scene.node);
    assert.deepEqual(told(), ['started', 'finished']);
    assert.equal((await bad.calls())[0]?.finished_at, null);
  });
});
