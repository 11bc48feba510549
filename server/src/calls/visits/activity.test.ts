import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import { finishActiveCall } from '../end-for-all.ts';
import { recordEvent } from '../events.ts';
import { reconcileEverything } from '../reconcile.ts';
import { CallScene, startCallNodes } from '../testing/call-scene.ts';
import { type Clock, stopClock } from '../testing/clock.ts';
import { type ActivityReport, recordActivity } from './activity.store.ts';

let ground: Awaited<ReturnType<typeof startCallNodes>>;
before(async () => {
  ground = await startCallNodes();
});
after(() => ground?.stop());

const shown = { on: ['tab'], off: [] } satisfies Partial<ActivityReport>;
const hidden = { on: [], off: ['tab'] } satisfies Partial<ActivityReport>;
const nothing = { on: [], off: [], entryId: null, number: null };

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
  const report = (more: Partial<ActivityReport>) =>
    recordActivity(scene.db, { ...nothing, participantId, spaceId: scene.spaceId, ...more });
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

test('silence ends nothing: an interval counts until the media server reports that the page is gone', async (context) => {
  const { clock, scene, person, deliver, report, intervals } = await enterScene(context);
  await report({ on: ['tab', 'speaking'] });
  pass(clock, 7_200);
  await reconcileEverything(scene.node);
  assert.deepEqual(await intervals(), [
    ['tab', 0, null],
    ['speaking', 0, null],
  ]);
  person.end('lost');
  await deliver();
  assert.deepEqual(await intervals(), [
    ['tab', 0, 7_200],
    ['speaking', 0, 7_200],
  ]);
});

test('a report that a later one overtook changes nothing', async (context) => {
  const { clock, report, intervals } = await enterScene(context);
  assert.ok(await report({ ...shown, number: 1 }));
  pass(clock, 5);
  assert.ok(await report({ ...hidden, number: 3 }));
  assert.ok(await report({ ...shown, number: 2 }));
  assert.ok(await report({ ...shown, number: 3 }), 'the same one again');
  assert.deepEqual(await intervals(), [['tab', 0, 5]]);
  await report({ ...shown, number: 4 });
  await report(hidden);
  assert.deepEqual((await intervals()).length, 2, 'without a number the order of arrival counts');
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

test('a report that arrives before the server knows the new session counts in it', async (context) => {
  const { clock, person, deliver, report, intervals } = await enterScene(context);
  await report({ on: ['speaking'] });
  pass(clock, 10);
  person.end('lost');
  pass(clock, 3);
  person.reconnect();
  pass(clock, 2);
  await report({ on: ['tab'], off: ['speaking'] });
  pass(clock, 1);
  await deliver();
  assert.deepEqual(await intervals(), [
    // Reports read them within the visit only, which ended after 10 s.
    ['speaking', 0, 15],
    ['speaking', 13, 15],
    ['tab', 15, 15],
    ['tab', 15, null],
  ]);
});

test('a session that becomes known after the next one has the activity of its entry', async (context) => {
  const { clock, scene, person, report, intervals } = await enterScene(context);
  await report(shown);
  pass(clock, 10);
  person.end('lost');
  person.reconnect();
  const late = await scene.take();
  pass(clock, 10);
  person.end('lost');
  person.reconnect();
  for (const event of [...(await scene.take()), ...late]) await recordEvent(scene.node, event);
  const tabs = (await intervals()).sort(([, a], [, b]) => Number(a) - Number(b));
  assert.deepEqual(tabs, [
    ['tab', 0, 10],
    ['tab', 10, 20],
    ['tab', 20, null],
  ]);
});

test('reports and the end of a visit at the same time leave one interval with an end', async (context) => {
  const { clock, person, report, deliver, intervals } = await enterScene(context);
  await Promise.all(Array.from({ length: 6 }, () => report(shown)));
  assert.deepEqual(await intervals(), [['tab', 0, null]]);
  pass(clock, 2);
  person.leave();
  await Promise.all([report(shown), report({ on: ['speaking'] }), deliver()]);
  for (const [, , ended] of await intervals()) assert.equal(ended, 2);
});

test('numbered reports that arrive at the same time leave the state of the last one', async (context) => {
  const { report, intervals } = await enterScene(context);
  const states = [shown, hidden, shown, hidden, shown, hidden];
  await Promise.all(states.map((state, index) => report({ ...state, number: index + 1 })));
  for (const [, , ended] of await intervals()) assert.equal(ended, 0);
});
