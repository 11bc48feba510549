import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../../server/testing/fuzzing/chance.ts';
import { names } from '../folder/job.ts';
import { Sound } from '../testing/hearing.ts';
import {
  at,
  contentOf,
  decodeAll,
  endedEntry,
  finish,
  finishing,
  finishWithout,
  type LeftFolder,
  leftFolders,
  lived,
  resultIn,
  voice,
} from '../testing/left-folders.ts';
import { near } from '../testing/near.ts';

// Finishing is killed, or the disk is full.
const folders = leftFolders();

test('finishing that is killed at any moment continues where it was', async (t) => {
  const chance = chanceOf(t);
  const left: LeftFolder = {
    files: [names.capture, 'voice-1.ogg', 'voice-2.ogg'],
    stop: { at: at(20) },
    journal: [...lived, voice(2, 16), endedEntry(24, 'stopped')],
  };
  const whole = await folders.leave(left);
  const began = performance.now();
  await finish(whole);
  const took = performance.now() - began;
  const wanted = await contentOf(whole);
  for (let time = 0; time < 6; time++) {
    const folder = await folders.leave(left);
    for (let kill = 0; kill < 2; kill++) {
      const child = finishing(folder);
      const gone = once(child, 'exit');
      await pause(took * chance());
      child.kill('SIGKILL');
      await gone;
    }
    await finish(folder);
    assert.deepEqual(await contentOf(folder), wanted);
  }
});

const talked: LeftFolder = {
  files: [names.capture, 'voice-1.ogg', 'voice-2.ogg'],
  stop: { at: at(20) },
  journal: [...lived, voice(1, 2), voice(2, 16), endedEntry(24, 'stopped')],
};

test('without disk space for a copy the capture itself becomes the video, and voices keep their full length', async () => {
  const folder = await folders.leave(talked);
  // The disk is full in the middle of the copy.
  assert.equal(await finishWithout(8, folder), 0);
  const result = await resultIn(folder);
  assert.ok(result.usable);
  assert.equal(result.video, names.capture);
  near(result.duration, 24);
  assert.equal(result.bytes, (await stat(join(folder, names.capture))).size);
  assert.equal(decodeAll(join(folder, result.video)).pictures, 24 * 25);
  assert.deepEqual(
    (await readdir(folder)).filter((file) => file.endsWith('.part') || file === names.video),
    [],
  );
  assert.deepEqual(
    result.voices.map(({ file, offset }) => [file, offset]),
    [
      ['voice-1.ogg', 2],
      ['voice-2.ogg', 16],
    ],
  );
  for (const { file, duration } of result.voices) near(Sound.of(join(folder, file)).seconds, duration);
});

test('finishing on a full disk fails without damage, and gives the usual files once there is space', async () => {
  const [folder, other] = [await folders.leave(talked), await folders.leave(talked)];
  const before = await contentOf(folder);
  assert.notEqual(await finishWithout(0, folder), 0);
  assert.deepEqual(await contentOf(folder), before);
  await finish(folder);
  await finish(other);
  assert.deepEqual(await contentOf(folder), await contentOf(other));
});
