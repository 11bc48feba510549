import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOwnCall } from '../server/testing/engines/own-call.ts';
import { names } from './folder/job.ts';
import { picturesIn } from './testing/decoding.ts';
import { Sound } from './testing/hearing.ts';
import { factsOfMedia } from './testing/media-facts.ts';
import { openStudio } from './testing/studio.ts';

// The recorder draws all the time, so publishers on the same machine must not be starved by other tests.
const studio = openStudio(startOwnCall);

test('a slow recorder lowers the frame rate, then the size, and loses no sound', async () => {
  const room = studio.room();
  await room.shows('Ada', { pattern: 1 }, 500);
  const recorder = await room.record({ faults: { slowDrawingMs: 130 } });
  const last = await recorder.until('lowered', { where: ({ height }) => height === 360, timeout: 90_000 });
  await recorder.recorded(last.t + 2);
  const ended = await recorder.stop();
  const lowered = recorder.entries('lowered').map(({ fps, height }) => [fps, height]);
  assert.deepEqual(lowered, [
    [12.5, 720],
    [12.5, 540],
    [12.5, 360],
  ]);
  assert.ok((recorder.entries('beat').at(-1)?.lateTicks ?? 0) > 30);
  assert.equal(recorder.entries('beat').at(-1)?.missedAudioMs, 0);
  const path = recorder.path(names.capture);
  assert.ok(Sound.of(path).hasTone(500, [1.5, ended.t - 0.5]));
  const { video } = await factsOfMedia(path);
  assert.deepEqual([video?.width, video?.height], [1280, 720], 'the file has one picture size');
  for (const { width } of picturesIn(path)) assert.equal(width, 1280);
});
