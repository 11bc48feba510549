import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { startOwnCall } from '../server/testing/engines/own-call.ts';
import { names } from './folder/job.ts';
import { picturesIn } from './testing/decoding.ts';
import type { Faults } from './testing/faulty-recorder.ts';
import { Sound } from './testing/hearing.ts';
import { factsOfMedia } from './testing/media-facts.ts';
import type { RecorderOptions, RunningRecorder } from './testing/running-recorder.ts';
import { openStudio, type StudioRoom } from './testing/studio.ts';

// Each way in which a recording comes to its end, with what it leaves.
// Most of them wait, so that several run at once; what they record is small.
suite('a recording ends', { concurrency: 4 }, () => {
  const studio = openStudio(startOwnCall);
  const small = { width: 640, height: 360 };

  async function peopled(): Promise<StudioRoom> {
    const room = studio.room();
    await room.shows('Ada', { pattern: 1 }, 500);
    return room;
  }

  const record = async ({ changes, ...options }: RecorderOptions = {}): Promise<RunningRecorder> =>
    (await peopled()).record({ ...options, changes: { ...small, ...changes } });

  const inSeconds = (seconds: number): string => new Date(Date.now() + 1000 * seconds).toISOString();

  test('nobody there: it gives up at the given moment', async () => {
    const recorder = await studio.room().record({ changes: { pictureBy: inSeconds(20) } });
    const ended = await recorder.ended();
    assert.equal(ended.reason, 'no_picture');
    assert.equal(recorder.entries('picture').length, 0);
    assert.equal(recorder.entries('joined').length, 1);
  });

  test('an engine that is not there: it gives up at the given moment', async () => {
    const changes = { pictureBy: inSeconds(5), url: 'ws://127.0.0.1:9' };
    const recorder = await studio.room().record({ changes });
    assert.equal((await recorder.ended()).reason, 'no_picture');
  });

  test('stopped at once: it ends without a picture', async () => {
    const recorder = await record();
    const ended = await recorder.stop();
    assert.deepEqual([ended.reason, ended.t], ['stopped', 0]);
    assert.equal(await recorder.exit(), 0);
  });

  test('thrown away: it ends without care', async () => {
    const recorder = await record();
    await recorder.until('picture');
    assert.equal((await recorder.stop({ discard: true })).reason, 'stopped');
  });

  test('the longest that is allowed is kept to, also where it ends inside a frame', async () => {
    const recorder = await record({ changes: { maxSeconds: 2.7 } });
    const ended = await recorder.ended();
    assert.deepEqual([ended.reason, ended.t], ['longest_reached', 2.68]);
    const { video } = await factsOfMedia(recorder.path(names.capture));
    assert.ok(Math.abs((video?.end ?? 0) - 2.68) < 0.05, `${video?.end}`);
  });

  test('the room is ended by the engine', async () => {
    const room = await peopled();
    const recorder = await room.record({ changes: small });
    await recorder.recorded(2);
    await studio.call.engine.endRoom(room.id);
    const ended = await recorder.ended();
    assert.equal(ended.reason, 'room_ended');
    const { video } = await factsOfMedia(recorder.path(names.capture));
    assert.ok(Math.abs((video?.end ?? 0) - ended.t) < 0.1);
  });

  test('too little room on the disk: it ends before it is full', async () => {
    const recorder = await record({ changes: { minFreeBytes: 2 ** 60 } });
    assert.equal((await recorder.ended()).reason, 'disk_low');
  });

  test('a full disk: what fitted is whole, and the end is told', async () => {
    const recorder = await record({ faults: { fullAfterBytes: 300_000 } });
    const ended = await recorder.ended();
    assert.equal(ended.reason, 'disk_full');
    assert.ok(recorder.entries('picture').length === 1);
    const path = recorder.path(names.capture);
    const { size } = await stat(path);
    assert.ok(size > 10_000 && size <= 300_000, `${size} bytes`);
    let pictures = 0;
    for (const _ of picturesIn(path)) pictures += 1;
    assert.ok(pictures > 5);
    assert.ok(Sound.of(path).seconds > 0.2);
  });

  /** A process that has no time from second 3 on, and is stopped for a moment in which it had none. */
  async function stalled(faults: Faults): Promise<RunningRecorder> {
    const recorder = await record({ faults: { stall: { from: 3, ms: 1_000 }, ...faults } });
    const { at } = await recorder.until('picture');
    await recorder.order({ at: new Date(Date.parse(at) + 3_700).toISOString() });
    await recorder.ended();
    return recorder;
  }

  test('stopped while the machine had no time: the file is as long as ordered', async () => {
    const recorder = await stalled({});
    const [ended] = recorder.entries('ended');
    assert.equal(ended?.reason, 'stopped');
    assert.ok(Math.abs((ended?.t ?? 0) - 3.7) < 0.05, `${ended?.t}`);
    const { video } = await factsOfMedia(recorder.path(names.capture));
    assert.ok(Math.abs((video?.end ?? 0) - 3.7) < 0.05, `${video?.end}`);
  });

  test('what breaks with the last picture ends it as broken, and what was recorded is whole', async () => {
    const recorder = await stalled({ breaksFrom: 3.4 });
    const [ended] = recorder.entries('ended');
    assert.equal(ended?.reason, 'broken');
    assert.match(ended?.message ?? '', /nothing can be drawn/);
    assert.equal(await recorder.exit(), 0);
    const path = recorder.path(names.capture);
    const { video } = await factsOfMedia(path);
    assert.ok(ended && ended.t > 2.5 && Math.abs((video?.end ?? 0) - ended.t) < 0.1, `${video?.end}`);
    for (const { width } of picturesIn(path)) assert.equal(width, small.width);
  });
});
