import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { names, voiceName } from '../folder/job.ts';
import { colours } from './colours.ts';
import { picturesIn } from './decoding.ts';
import { Sound } from './hearing.ts';
import { pictureAt } from './looking.ts';
import { near } from './near.ts';
import type { StudioRoom } from './studio.ts';

/** Seconds of the last picture of a video. */
export const lastPictureOf = (path: string): number => {
  let last = 0;
  for (const { t } of picturesIn(path)) last = t;
  return last;
};

/** Enters two people whom `killRecorder` looks and listens for. */
export async function enterTwo(room: StudioRoom): Promise<void> {
  await room.shows('Ada', { colour: 'red' }, 440);
  await room.shows('Grace', { pattern: 660 }, 660);
}

/** Kills a recorder at a random moment. Its files must be intact, and less than a few seconds may be lost. */
export async function killRecorder(room: StudioRoom, chance: () => number): Promise<void> {
  const recorder = await room.record({ changes: { width: 640, height: 360 } });
  const { at } = await recorder.until('picture');
  // Sound is mixed up to 1.2 s late.
  await recorder.recorded(4);
  await pause(chance() * 2_000);
  const killedAt = (Date.now() - Date.parse(at)) / 1000;
  await recorder.kill();

  const path = recorder.path(names.capture);
  const lastBeat = recorder.entries('beat').at(-1);
  // Allow for a busy machine: frames that were never drawn are not lost by the kill.
  const late = (lastBeat?.lateTicks ?? 0) / 25;
  const pictures = lastPictureOf(path);
  assert.ok(
    pictures > killedAt - 2.5 - late,
    `pictures until ${pictures}, killed at ${killedAt}, late ${late}`,
  );
  const sound = Sound.of(path);
  assert.ok(sound.seconds > killedAt - 2.5 - late, `sound until ${sound.seconds}, killed at ${killedAt}`);
  for (const hz of [440, 660]) assert.ok(sound.hasTone(hz, [1.5, sound.seconds - 0.2]));
  assert.equal(recorder.entries('ended').length, 0);
  const voices = recorder.entries('voice');
  assert.equal(voices.length, 2);
  for (const { number } of voices) {
    const { seconds } = Sound.of(recorder.path(voiceName(number)));
    assert.ok(seconds > killedAt - 3.5 - late, `a voice until ${seconds}, killed at ${killedAt}`);
  }

  const told = recorder.seconds;
  const { result, video } = await recorder.finish();
  assert.deepEqual([result.isPartial, result.reason], [true, undefined]);
  const { duration } = result;
  assert.ok(duration >= told - 2.1 - late, `${duration} s of ${told} s, late ${late}`);
  near(lastPictureOf(video), duration, 0.1);
  assert.ok(pictureAt(video, duration - 0.2).shareOf(colours.red) > 0.15);
  assert.ok(Sound.of(video).hasTone(440, [1, duration - 1.5]));
}
