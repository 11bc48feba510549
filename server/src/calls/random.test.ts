import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedOr } from '../../testing/fuzzing/chance.ts';
import type { EngineEvent } from '../engines/media/media.ts';
import { finishedCallsWithCounts } from './counts.store.ts';
import { recordEvent } from './events.ts';
import { closeEmptyCalls, reconcileRoom } from './reconcile.ts';
import { CallScene, startCallNodes } from './testing/call-scene.ts';
import { type Clock, stopClock } from './testing/clock.ts';
import { Crowd, type CrowdSession } from './testing/crowd.ts';
import { Random } from './testing/random.ts';

/** `npm run soak -- repeat` runs this file many times, each time with another seed. */
const seed = seedOr(Date.now() % 1_000_000);
const steps = 150;

interface World {
  scene: CallScene;
  clock: Clock;
  random: Random;
  crowd: Crowd;
}

/** The highest presence, computed the slow way: at every moment at which somebody entered. */
function mostAtOnce(sessions: CrowdSession[]): number {
  const isThere = (session: CrowdSession, moment: number) =>
    session.cameAt <= moment && (session.leftAt ?? Number.POSITIVE_INFINITY) > moment;
  const counts = sessions.map(
    ({ cameAt }) =>
      new Set(sessions.filter((session) => isThere(session, cameAt)).map((session) => session.participantId))
        .size,
  );
  return Math.max(...counts, 1);
}

/** The expected calls: sessions with at most the grace between them belong together. */
function trueCalls(sessions: CrowdSession[], graceMs: number): CrowdSession[][] {
  const calls: CrowdSession[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const session of sessions.toSorted((a, b) => a.cameAt - b.cameAt)) {
    if (session.cameAt - last > graceMs) calls.push([]);
    calls.at(-1)?.push(session);
    last = Math.max(last, session.leftAt ?? last);
  }
  return calls;
}

describe('random meetings, with late, repeated, reordered and lost events', () => {
  let ground: Awaited<ReturnType<typeof startCallNodes>>;
  before(async () => {
    ground = await startCallNodes(2);
  });
  after(() => ground.stop());

  async function makeWorld(clock: Clock, seed: number, graceSeconds: number): Promise<World> {
    const scene = new CallScene(ground.databases, graceSeconds);
    await scene.makeRoom();
    const random = new Random(seed);
    const crowd = new Crowd(scene, clock, random);
    await crowd.invite();
    return { scene, clock, random, crowd };
  }

  /** Delivers the event to one node, and sometimes to both at once. */
  async function bring({ scene, random }: World, event: EngineEvent): Promise<void> {
    const nodes = random.chance(0.2) ? scene.nodes : [random.pick(scene.nodes)];
    await Promise.all(nodes.map((node) => recordEvent(node, event)));
  }

  /** Checks what must be true at every moment. */
  async function assertSound({ scene }: World): Promise<void> {
    const calls = await scene.calls();
    assert.ok(calls.filter(({ finished_at }) => finished_at === null).length <= 1);
    const visits = await scene.visits();
    for (const call of calls) {
      const own = visits.filter(({ call_id }) => call_id === call.id);
      const open = own.filter(({ exited_at }) => exited_at === null);
      assert.equal(call.empty_since === null, open.length > 0, 'an empty call has no open visit');
      assert.equal(call.started_at.getTime(), Math.min(...own.map(({ entered_at }) => entered_at.getTime())));
      assert.equal(
        new Set(open.map(({ participant_id }) => participant_id)).size,
        open.length,
        'one session each',
      );
    }
    for (const [index, call] of calls.entries()) {
      const next = calls[index + 1];
      assert.ok(!next || (call.finished_at && call.finished_at <= next.started_at), 'calls do not overlap');
    }
  }

  async function assertFinished({ scene }: World): Promise<void> {
    const [calls, visits, intervals] = [await scene.calls(), await scene.visits(), await scene.intervals()];
    const byId = new Map(visits.map((visit) => [visit.id, visit]));
    for (const call of calls) {
      const exits = visits.filter(({ call_id }) => call_id === call.id).map(({ exited_at }) => exited_at);
      assert.ok(exits.every((exit) => exit !== null));
      assert.equal(call.finished_at?.getTime(), Math.max(...exits.map((exit) => exit?.getTime() ?? 0)));
    }
    const lastEnd = new Map<string, Date>();
    for (const { visit_id, source, started_at, ended_at } of intervals) {
      const visit = byId.get(visit_id);
      assert.ok(
        visit?.exited_at && ended_at && started_at >= visit.entered_at && ended_at <= visit.exited_at,
      );
      const key = `${visit_id} ${source}`;
      const previous = lastEnd.get(key);
      assert.ok(!previous || previous <= started_at, 'intervals of one source do not overlap');
      lastEnd.set(key, ended_at);
    }
    const told = scene.told.map(({ what, call }) => `${what} ${call.id}`);
    assert.deepEqual(
      told,
      calls.flatMap(({ id }) => [`started ${id}`, `finished ${id}`]),
    );
  }

  async function assertCounts({ scene, crowd }: World, truth: CrowdSession[][]): Promise<void> {
    const { items } = await finishedCallsWithCounts(scene.db, {
      spaceId: scene.spaceId,
      roomIds: [scene.roomId],
      from: new Date(0),
      until: new Date('2100-01-01'),
      minPeople: 0,
      limit: 1000,
      offset: 0,
      order: 'asc',
    });
    const seen = items.map(({ call, counts }) => ({
      from: call.startedAt.getTime(),
      until: call.finishedAt?.getTime(),
      most: call.mostPresent,
      entries: counts.entries,
      people: counts.people,
    }));
    const expected = truth.map((sessions) => ({
      from: Math.min(...sessions.map(({ cameAt }) => cameAt)),
      until: Math.max(...sessions.map(({ leftAt }) => leftAt ?? 0)),
      most: mostAtOnce(sessions),
      entries: new Set(sessions.map(({ entryId }) => entryId)).size,
      people: new Set(sessions.map(({ participantId }) => crowd.people.get(participantId))).size,
    }));
    assert.deepEqual(seen, expected);
  }

  async function end(world: World): Promise<void> {
    const { scene, clock, random, crowd } = world;
    await crowd.everybodyLeaves();
    clock.advance(1);
    for (const event of random.shuffled(await scene.take())) await bring(world, event);
    await reconcileRoom(scene.node, scene.roomId);
    clock.advance(3_600_000);
    await closeEmptyCalls(scene.node);
    await assertSound(world);
    await assertFinished(world);
  }

  const visible = ({ crowd }: World) => crowd.sessions.filter(({ hidden }) => !hidden);

  test(`seed ${seed}: late, repeated and reordered events on two nodes yield the exact calls`, async (context) => {
    const world = await makeWorld(stopClock(context), seed, 1_000);
    const { scene, clock, random, crowd } = world;
    const later: EngineEvent[] = [];
    for (let step = 0; step < steps; step += 1) {
      clock.advance(random.below(1_500));
      if (random.chance(0.6)) await crowd.act();
      later.push(...(await scene.take()));
      if (later.length > 0 && random.chance(0.6)) {
        const at = random.below(later.length);
        const [event] = random.chance(0.2) ? [later[at]] : later.splice(at, 1);
        if (event) await bring(world, event);
      }
      if (random.chance(0.1)) await reconcileRoom(random.pick(scene.nodes), scene.roomId);
      if (step % 10 === 0) await assertSound(world);
    }
    await crowd.everybodyLeaves();
    later.push(...(await scene.take()));
    await Promise.all(random.shuffled(later).map((event) => bring(world, event)));
    await end(world);
    const exits = new Map((await scene.visits()).map((visit) => [visit.engine_sid, visit]));
    for (const { sid, cameAt, leftAt } of visible(world)) {
      const visit = exits.get(sid);
      assert.deepEqual([visit?.entered_at.getTime(), visit?.exited_at?.getTime()], [cameAt, leftAt]);
    }
    assert.equal(exits.size, visible(world).length);
    await assertCounts(world, [visible(world)]);
  });

  test(`seed ${seed}: prompt events and a short grace yield the exact calls`, async (context) => {
    const graceMs = 5_000;
    const world = await makeWorld(stopClock(context), seed, graceMs / 1000);
    const { scene, clock, random, crowd } = world;
    for (let step = 0; step < steps; step += 1) {
      clock.advance(random.chance(0.1) ? 4_000 + random.below(4_000) : random.below(1_000));
      await Promise.all(scene.nodes.map((node) => closeEmptyCalls(node)));
      await crowd.act();
      for (const event of await scene.take()) await bring(world, event);
      if (random.chance(0.3)) await crowd.everybodyLeaves();
      for (const event of await scene.take()) await bring(world, event);
      if (random.chance(0.2)) await reconcileRoom(random.pick(scene.nodes), scene.roomId);
    }
    await end(world);
    await assertCounts(world, trueCalls(visible(world), graceMs));
  });

  test(`seed ${seed}: lost events and stale snapshots yield consistent calls without invented people`, async (context) => {
    const world = await makeWorld(stopClock(context), seed, 5);
    const { scene, clock, random, crowd } = world;
    const later: EngineEvent[] = [];
    const { listParticipants } = scene.engine;
    const slow = context.mock.method(scene.engine, 'listParticipants', async (roomId: string) => {
      const answer = await listParticipants.call(scene.engine, roomId);
      if (random.chance(0.5)) await crowd.act();
      for (const event of await scene.take()) if (random.chance(0.7)) await bring(world, event);
      clock.advance(random.below(300));
      return answer;
    });
    for (let step = 0; step < steps; step += 1) {
      clock.advance(random.chance(0.1) ? random.below(10_000) : random.below(1_000));
      await crowd.act();
      later.push(...(await scene.take()));
      const lot = random.next();
      const [event] = later.splice(random.below(later.length), 1);
      if (event && lot < 0.7) await bring(world, event);
      else if (event && lot < 0.85) later.push(event);
      if (random.chance(0.4)) await Promise.all(scene.nodes.map((node) => reconcileRoom(node, scene.roomId)));
      if (random.chance(0.4)) await Promise.all(scene.nodes.map((node) => closeEmptyCalls(node)));
      if (step % 10 === 0) await assertSound(world);
    }
    slow.mock.restore();
    await end(world);
    const truth = new Map(visible(world).map((session) => [session.sid, session]));
    for (const { engine_sid, participant_id, entered_at } of await scene.visits()) {
      const session = truth.get(engine_sid);
      assert.equal(session?.participantId, participant_id);
      assert.ok(session && entered_at.getTime() >= session.cameAt);
    }
  });
});
