import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startOwnCall } from '../server/testing/own-call.ts';
import { signsIn } from './testing/offset.ts';
import type { RunningRecorder } from './testing/running-recorder.ts';
import { openStudio, type StudioRoom } from './testing/studio.ts';

// Where sound lies beside its picture is judged to a tenth of a second, with people and recorder on the same machine.
const size = { width: 320, height: 180, fps: 15 };
const flashes = { everyMs: 2000, lengthMs: 300 };
/** Pictures that were not drawn in time, of 9 seconds, on a machine that has time for what is measured. */
const mostLate = 5;
const studio = openStudio(startOwnCall);

async function record(room: StudioRoom): Promise<RunningRecorder> {
  const recorder = await room.record({ changes: { layout: 'grid' } });
  await recorder.until('picture');
  return recorder;
}

const secondsOf = (recorder: RunningRecorder): number => recorder.entries('beat').at(-1)?.t ?? 0;

test('a flash and its beep are together within 100 ms', async (t) => {
  const room = studio.room();
  const person = await room.come('Ada');
  await person.camera({ ...size, fps: 25, show: { flashes } });
  await person.microphone({ flashes });
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const recorder = await record(room);
    await recorder.recorded(9);
    await recorder.stop();
    const { video, result } = await recorder.finish();
    const offsets = signsIn(video).map(({ offsetMs }) => Math.abs(offsetMs));
    assert.ok(offsets.length >= 3, `${offsets.length} signs`);
    least = Math.min(least, ...offsets);
    if (result.quality.lateTicks <= mostLate) {
      for (const offset of offsets) assert.ok(offset <= 100, JSON.stringify(offsets));
      return;
    }
  }
  // Whoever plays and records on a machine without time for it buffers the sound: nobody can judge that by 100 ms.
  t.diagnostic('the machine was too busy each time: only the least offset was looked at');
  assert.ok(least <= 200, `${least} ms`);
});

test('sound that was held up comes back to its picture', async () => {
  const room = studio.room();
  const person = await room.come('Ada');
  await person.camera({ ...size, fps: 25, show: { flashes } });
  await person.microphone({ flashes });
  const medians: number[] = [];
  // Left to itself the engine's client holds the sound back for ten seconds and more, on every machine.
  for (let time = 0; time < 3; time++) {
    const recorder = await record(room);
    await recorder.recorded(4);
    process.kill(studio.publishers.pid, 'SIGSTOP');
    await pause(600);
    process.kill(studio.publishers.pid, 'SIGCONT');
    const wentOnAt = secondsOf(recorder);
    await recorder.recorded(wentOnAt + 10);
    await recorder.stop();
    const { video } = await recorder.finish();
    const after = signsIn(video).filter(({ t }) => t > wentOnAt + 3);
    const offsets = after.map(({ offsetMs }) => Math.abs(offsetMs)).sort((a, b) => a - b);
    medians.push(offsets[Math.floor(offsets.length / 2)] ?? Number.POSITIVE_INFINITY);
    if ((medians.at(-1) ?? 0) <= 100) return;
  }
  assert.fail(`half of all signs lay further apart than ${medians.join(', ')} ms`);
});
