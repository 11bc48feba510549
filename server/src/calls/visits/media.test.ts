import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type EngineEvent, mayPublishAll } from '../../engines/media/media.ts';
import { recordEvent } from '../events.ts';
import { reconcileRoom } from '../reconcile.ts';
import { CallScene, startCallNodes } from '../testing/call-scene.ts';
import { stopClock } from '../testing/clock.ts';

describe('intervals of microphone, camera and screen', () => {
  let ground: Awaited<ReturnType<typeof startCallNodes>>;
  let scene: CallScene;
  let began: number;
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
  /** The source, with seconds since the person entered. */
  const intervals = async () =>
    (await scene.intervals()).map(({ source, started_at, ended_at }) => [
      source,
      (started_at.getTime() - began) / 1000,
      ended_at && (ended_at.getTime() - began) / 1000,
    ]);

  test('an interval lasts from publishing to unpublishing, at most until the visit ends', async (context) => {
    const clock = stopClock(context);
    began = clock.now().getTime();
    const person = await scene.join(await scene.makePerson());
    clock.advance(1_000);
    person.publish('microphone');
    clock.advance(1_000);
    person.publish('screen');
    person.publish('screen_audio');
    clock.advance(2_000);
    person.allow({ ...mayPublishAll, screen: false, screen_audio: false });
    clock.advance(3_000);
    const published = await scene.take();
    await tell(published);
    person.leave();
    await tell((await scene.take()).filter(({ type }) => type === 'participant_left'));
    await tell(published);
    assert.deepEqual(await intervals(), [
      ['microphone', 1, 7],
      ['screen', 2, 4],
    ]);
  });

  test('a muted track is off, as found by reconciling', async (context) => {
    const clock = stopClock(context);
    began = clock.now().getTime();
    const person = await scene.join(await scene.makePerson());
    person.publish('microphone');
    await tellAll();
    for (const muted of [true, true, false, false]) {
      person.setMuted('microphone', muted);
      clock.advance(2_000);
      await reconcile();
    }
    person.leave();
    await tellAll();
    assert.deepEqual(await intervals(), [
      ['microphone', 0, 2],
      ['microphone', 6, 8],
    ]);
  });

  test('an end that is delivered before its start, both late, gives the right interval', async (context) => {
    const clock = stopClock(context);
    began = clock.now().getTime();
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(1_000);
    person.publish('camera');
    clock.advance(2_000);
    person.allow({ ...mayPublishAll, camera: false });
    clock.advance(4_000);
    const late = await scene.take();
    await reconcile();
    await tell(late.toReversed());
    await tell(late);
    await reconcile();
    assert.deepEqual(await intervals(), [['camera', 1, 3]]);
  });

  test('the replacement of a track, delivered in reverse order, gives the right intervals', async (context) => {
    const clock = stopClock(context);
    began = clock.now().getTime();
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(1_000);
    person.publish('camera');
    clock.advance(2_000);
    person.allow({ ...mayPublishAll, camera: false });
    person.allow(mayPublishAll);
    clock.advance(1_000);
    person.publish('camera');
    clock.advance(1_000);
    await tell((await scene.take()).toReversed());
    await reconcile();
    assert.deepEqual(await intervals(), [
      ['camera', 1, 3],
      ['camera', 4, null],
    ]);
  });

  test('reconciling finds a lost start, and its late event corrects the time', async (context) => {
    const clock = stopClock(context);
    began = clock.now().getTime();
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    clock.advance(1_000);
    person.publish('microphone');
    const late = await scene.take();
    clock.advance(1_000);
    await reconcile();
    assert.deepEqual(await intervals(), [['microphone', 2, null]]);
    await tell(late);
    assert.deepEqual(await intervals(), [['microphone', 1, null]]);
  });

  test('a snapshot requested before an event does not undo the event', async (context) => {
    const clock = stopClock(context);
    began = clock.now().getTime();
    const person = await scene.join(await scene.makePerson());
    await tellAll();
    const { listParticipants } = scene.engine;
    context.mock.method(scene.engine, 'listParticipants', async (roomId: string) => {
      const answer = await listParticipants.call(scene.engine, roomId);
      clock.advance(500);
      person.publish('microphone');
      await tellAll();
      return answer;
    });
    await reconcile();
    assert.deepEqual(await intervals(), [['microphone', 0.5, null]]);
  });
});
