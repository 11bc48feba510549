import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../events.ts';
import { finishActiveCall } from '../finish.ts';
import { reconcileEverything } from '../reconcile.ts';
import { CallScene, startCallNodes } from '../testing/call-scene.ts';
import { type Clock, stopClock } from '../testing/clock.ts';
import type { ActivityReport } from './activity.store.ts';
import { endSilentPages, recordActivity } from './activity.ts';
import { ActivityRenewals } from './activity-renewals.ts';

let ground: Awaited<ReturnType<typeof startCallNodes>>;
before(async () => {
  ground = await startCallNodes();
});
after(() => ground?.stop());

const shown = { on: ['tab'], off: [] } satisfies Partial<ActivityReport>;
const hidden = { on: [], off: ['tab'] } satisfies Partial<ActivityReport>;
const nothing = { on: [], off: [], entryId: null };

/** A person in the call of a room, on a stopped clock. */
async function enterScene(context: TestContext) {
  const clock = stopClock(context);
  const scene = new CallScene(ground.databases, 15);
  await scene.makeRoom();
  const participantId = await scene.makePerson();
  const entryId = newId();
  const person = await scene.join(participantId, { entryId });
  const deliver = async () => {
    for (const event of await scene.take()) await recordEvent(scene.node, event);
  };
  await deliver();
  const started = clock.now().getTime();
  const report = async (more: Partial<ActivityReport>) =>
    undefined !==
    (await recordActivity(scene.node, scene.db, {
      ...nothing,
      participantId,
      spaceId: scene.spaceId,
      ...more,
    }));
  /** The intervals in seconds since the entry; null: open. */
  const intervals = async () => {
    const since = (moment: Date | null) => moment && (moment.getTime() - started) / 1000;
    const rows = await scene.activity();
    return rows.map(({ kind, started_at, ended_at }) => [kind, since(started_at), since(ended_at)]);
  };
  return { clock, scene, participantId, entryId, person, deliver, report, intervals };
}

const pass = (clock: Clock, seconds: number) => clock.advance(seconds * 1000);

test('a visible tab and speech are intervals from report to report; a repeated report changes nothing', async (context) => {
  const { clock, report, intervals } = await enterScene(context);
  pass(clock, 1);
  assert.ok(await report(shown));
  pass(clock, 3);
  assert.ok(await report({ on: ['tab', 'speaking'], off: [] }));
  pass(clock, 2);
  assert.ok(await report({ on: ['tab'], off: ['speaking'] }));
  assert.ok(await report({ off: ['speaking'] }));
  pass(clock, 4);
  assert.ok(await report(hidden));
  assert.ok(await report(hidden));
  pass(clock, 5);
  assert.ok(await report(shown));
  assert.deepEqual(await intervals(), [
    ['tab', 1, 10],
    ['speaking', 4, 6],
    ['tab', 15, null],
  ]);
});

test('an interval lasts as long as the page renews it, and ends at the last renewal', async (context) => {
  const { clock, scene, report, intervals } = await enterScene(context);
  await report(shown);
  pass(clock, 59);
  await endSilentPages(scene.node);
  await report(shown);
  pass(clock, 60);
  await endSilentPages(scene.node);
  assert.deepEqual(await intervals(), [['tab', 0, null]]);
  pass(clock, 1);
  await endSilentPages(scene.node);
  assert.deepEqual(await intervals(), [['tab', 0, 59]]);
  await report(shown);
  assert.deepEqual(await intervals(), [
    ['tab', 0, 59],
    ['tab', 120, null],
  ]);
});

test('a late report opens another interval, also before the silent one was ended', async (context) => {
  const { clock, report, intervals } = await enterScene(context);
  await report({ on: ['tab', 'speaking'] });
  pass(clock, 61);
  await report(shown);
  assert.deepEqual(await intervals(), [
    ['tab', 0, 0],
    ['speaking', 0, 0],
    ['tab', 61, null],
  ]);
  pass(clock, 70);
  await report(hidden);
  assert.deepEqual((await intervals()).at(-1), ['tab', 61, 61]);
});

test('time in which the server did not run does not count as silence', async (context) => {
  const { clock, scene, report, intervals } = await enterScene(context);
  await report({ on: ['tab', 'speaking'] });
  pass(clock, 600);
  scene.node.listeningSince = clock.now();
  await endSilentPages(scene.node);
  pass(clock, 30);
  await report(shown);
  pass(clock, 29);
  // The page spoke when the server died, and was silent when it came back.
  await report({ off: ['speaking'] });
  assert.deepEqual(await intervals(), [
    ['tab', 0, null],
    ['speaking', 0, 0],
  ]);
  pass(clock, 61);
  await endSilentPages(scene.node);
  assert.deepEqual((await intervals())[0], ['tab', 0, 630]);
});

test('intervals end with the visit, and at the end of the call', async (context) => {
  const one = await enterScene(context);
  await one.report(shown);
  pass(one.clock, 10);
  one.person.leave();
  await one.deliver();
  assert.deepEqual(await one.intervals(), [['tab', 0, 10]]);
  assert.equal(await one.report(shown), false);

  const again = await one.scene.join(one.participantId);
  await one.deliver();
  assert.equal(again.identity, one.participantId);
  await one.report({ on: ['tab', 'speaking'] });
  pass(one.clock, 5);
  await finishActiveCall(one.scene.node, one.scene.roomId);
  assert.deepEqual((await one.intervals()).slice(1), [
    ['tab', 10, 15],
    ['speaking', 10, 15],
  ]);
  assert.equal(await one.report(shown), false);
});

test('a visit that is found missing ends intervals that were silent for long at their last renewal', async (context) => {
  const { clock, scene, person, report, intervals } = await enterScene(context);
  await report(shown);
  pass(clock, 20);
  await report(shown);
  pass(clock, 90);
  person.leave();
  await scene.take();
  await reconcileEverything(scene.node);
  assert.deepEqual(await intervals(), [['tab', 0, 20]]);
});

test('an earlier exit that becomes known later shortens the intervals', async (context) => {
  const { clock, scene, person, report, intervals } = await enterScene(context);
  await report(shown);
  pass(clock, 10);
  person.leave();
  const [left] = (await scene.take()).filter(({ type }) => type === 'participant_left');
  assert.ok(left);
  pass(clock, 4);
  await reconcileEverything(scene.node);
  assert.deepEqual(await intervals(), [['tab', 0, 14]]);
  await recordEvent(scene.node, left);
  assert.deepEqual(await intervals(), [['tab', 0, 10]]);
});

test('two tabs of a participant report for their own entries', async (context) => {
  const { clock, scene, participantId, entryId, deliver, report, intervals } = await enterScene(context);
  await report({ ...shown, entryId });
  pass(clock, 5);
  const other = newId();
  await scene.join(participantId, { entryId: other });
  await deliver();
  await report({ ...shown, entryId: other });
  pass(clock, 5);
  assert.equal(await report({ ...hidden, entryId }), false, 'the first tab was replaced');
  assert.deepEqual(await intervals(), [
    ['tab', 0, 5],
    ['tab', 5, null],
  ]);
  assert.equal(await report({ ...shown, participantId: newId() }), false);
  assert.equal(await report({ ...shown, spaceId: newId() }), false);
});

test("intervals continue in the next session of the same entry, which is the media SDK's own reconnect", async (context) => {
  const { clock, person, deliver, report, intervals } = await enterScene(context);
  await report({ on: ['tab', 'speaking'] });
  await report({ off: ['speaking'] });
  pass(clock, 10);
  person.end('lost');
  pass(clock, 3);
  person.reconnect();
  await deliver();
  assert.deepEqual(await intervals(), [
    ['tab', 0, 10],
    ['speaking', 0, 0],
    ['tab', 13, null],
  ]);
  await report(hidden);
  assert.deepEqual((await intervals()).at(-1), ['tab', 13, 13]);
});

test('reports, renewals and the end of a visit at the same time leave one interval with an end', async (context) => {
  const { clock, scene, person, report, deliver, intervals } = await enterScene(context);
  await Promise.all(Array.from({ length: 6 }, () => report(shown)));
  assert.deepEqual(await intervals(), [['tab', 0, null]]);
  pass(clock, 2);
  person.leave();
  await Promise.all([report(shown), report({ on: ['speaking'] }), deliver(), endSilentPages(scene.node)]);
  for (const [, , ended] of await intervals()) assert.equal(ended, 2);
});

test('repeated reports are stored together, and a wrong guess of a node is corrected', async (context) => {
  const { clock, scene, participantId, person, deliver, report, intervals } = await enterScene(context);
  const renewals = new ActivityRenewals(scene.node);
  const repeat = () =>
    renewals.record(scene.db, { ...nothing, ...shown, participantId, spaceId: scene.spaceId });
  assert.ok(await repeat());
  pass(clock, 40);
  assert.ok(await repeat());
  await renewals.storeGathered();
  pass(clock, 40);
  await endSilentPages(scene.node);
  assert.deepEqual(await intervals(), [['tab', 0, null]], 'renewed after 40 s');
  // Another node stored that the tab was hidden.
  await report(hidden);
  pass(clock, 5);
  assert.ok(await repeat());
  await renewals.storeGathered();
  assert.deepEqual(await intervals(), [
    ['tab', 0, 80],
    ['tab', 85, null],
  ]);
  person.leave();
  await deliver();
  assert.ok(await repeat(), 'not noticed yet');
  await renewals.storeGathered();
  assert.equal(await repeat(), false);
  assert.deepEqual((await intervals()).at(-1), ['tab', 85, 85]);
});
