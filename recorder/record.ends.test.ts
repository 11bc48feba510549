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

// Every way in which a recording ends, and the files that it leaves. Most tests only wait, so several run at once;
// they record small pictures.
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

  test('in an empty room the recorder gives up at the given time', async () => {
    const recorder = await studio.room().record({ changes: { pictureBy: inSeconds(14) } });
    const ended = await recorder.ended();
    assert.equal(ended.reason, 'no_picture');
    assert.equal(recorder.entries('picture').length, 0);
    assert.equal(recorder.entries('joined').length, 1);
  });

  test('without a media server the recorder gives up at the given time', async () => {
    const changes = { pictureBy: inSeconds(3), url: 'ws://127.0.0.1:9' };
    const recorder = await studio.room().record({ changes });
    assert.equal((await recorder.ended()).reason, 'no_picture');
  });

  test('a recording that is stopped at once ends without a picture', async () => {
    const recorder = await record();
    const ended = await recorder.stop();
    assert.deepEqual([ended.reason, ended.t], ['stopped', 0]);
    assert.equal(await recorder.exit(), 0);
  });

  test('a discarded recording ends without finishing its file', async () => {
    const recorder = await record();
    await recorder.until('picture');
    assert.equal((await recorder.stop({ discard: true })).reason, 'stopped');
  });

  test('a recording ends at its maximum length, also in the middle of a frame', async () => {
    const recorder = await record({ changes: { maxSeconds: 2.7 } });
    const ended = await recorder.ended();
    assert.deepEqual([ended.reason, ended.t], ['longest_reached', 2.68]);
    const { video } = await factsOfMedia(recorder.path(names.capture));
    assert.ok(Math.abs((video?.end ?? 0) - 2.68) < 0.05, `${video?.end}`);
  });

  test('the media server closes the room and the recording ends', async () => {
    const room = await peopled();
    const recorder = await room.record({ changes: small });
    await recorder.recorded(2);
    await studio.call.engine.endRoom(room.id);
    const ended = await recorder.ended();
    assert.equal(ended.reason, 'room_ended');
    const { video } = await factsOfMedia(recorder.path(names.capture));
    assert.ok(Math.abs((video?.end ?? 0) - ended.t) < 0.1);
  });

  test('a recording ends for lack of disk space before the disk is full', async () => {
    const recorder = await record({ changes: { minFreeBytes: 2 ** 60 } });
    assert.equal((await recorder.ended()).reason, 'disk_low');
  });

  test('on a full disk the file stays intact and the last entry is written', async () => {
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

  /** A recorder whose process hangs from second 3 on and gets a stop order for a time during the hang. */
  async function stalled(faults: Faults): Promise<RunningRecorder> {
    const recorder = await record({ faults: { stall: { from: 3, ms: 1_000 }, ...faults } });
    const { at } = await recorder.until('picture');
    await recorder.order({ at: new Date(Date.parse(at) + 3_700).toISOString() });
    await recorder.ended();
    return recorder;
  }

  test('a recording that is stopped while the process hangs has the ordered length', async () => {
    const recorder = await stalled({});
    const [ended] = recorder.entries('ended');
    assert.equal(ended?.reason, 'stopped');
    assert.ok(Math.abs((ended?.t ?? 0) - 3.7) < 0.05, `${ended?.t}`);
    const { video } = await factsOfMedia(recorder.path(names.capture));
    assert.ok(Math.abs((video?.end ?? 0) - 3.7) < 0.05, `${video?.end}`);
  });

  test('a recording whose last picture fails ends as broken, and its file is intact', async () => {
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
