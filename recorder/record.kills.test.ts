import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startOwnCall } from '../server/testing/engines/own-call.ts';
import { chanceOf } from '../server/testing/fuzzing/chance.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { names, voiceName } from './folder/job.ts';
import { colours } from './testing/colours.ts';
import { picturesIn } from './testing/decoding.ts';
import { Sound } from './testing/hearing.ts';
import { pictureAt } from './testing/looking.ts';
import { near } from './testing/near.ts';
import type { RunningRecorder } from './testing/running-recorder.ts';
import { sendSignal } from './testing/signal.ts';
import { openStudio, Studio } from './testing/studio.ts';

// The recorder or the media server is killed: the folder stays usable, or the recording goes on.
const studio = openStudio(startOwnCall);
const small = { width: 640, height: 360 };

/** A recorder whose media server hangs; it ends while the first tests run. */
const other = new Studio(startOwnCall);
let cutOff: RunningRecorder;
before(async () => {
  await other.open();
  const room = other.room();
  const person = await room.come('Ada');
  await person.microphone({ hz: 500 });
  cutOff = await room.record({ faults: { awayMs: 4_000 }, changes: small });
  await cutOff.recorded(2);
  // Stop the media server like a machine that hangs. After a kill it would be started again.
  hang('SIGSTOP');
});
after(async () => {
  hang('SIGCONT');
  await other.close();
});
const hang = (name: 'SIGSTOP' | 'SIGCONT'): void => {
  const pid = other.call.pid();
  if (pid !== undefined) sendSignal(pid, name);
};

const secondsOf = (path: string): number => {
  let last = 0;
  for (const { t } of picturesIn(path)) last = t;
  return last;
};

test('a recorder that is killed at any moment, three times, leaves an intact file and loses little', async (t) => {
  const chance = chanceOf(t);
  const room = studio.room();
  await room.shows('Ada', { colour: 'red' }, 440);
  await room.shows('Grace', { pattern: 660 }, 660);
  for (let round = 0; round < 3; round += 1) {
    const recorder = await room.record({ changes: small });
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
    const pictures = secondsOf(path);
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
    near(secondsOf(video), duration, 0.1);
    assert.ok(pictureAt(video, duration - 0.2).shareOf(colours.red) > 0.15);
    assert.ok(Sound.of(video).hasTone(440, [1, duration - 1.5]));
  }
});

test('the media server is killed and restarted, and the recording continues in the same file', async () => {
  const room = studio.room();
  await room.shows('Ada', { pattern: 880 }, 880);
  const recorder = await room.record({ changes: small });
  await recorder.until('picture');
  await recorder.recorded(3);
  sendSignal(studio.call.pid(), 'SIGKILL');
  const lost = await recorder.until('lost', { timeout: 40_000 });
  await waitUntil(() => recorder.entries('joined')[1], {
    timeout: 60_000,
    message: () => `the recorder did not join again ${JSON.stringify(recorder.journal.slice(-5))}`,
  });
  await room.shows('Bob', { pattern: 990 }, 990);
  await recorder.until('voice', { where: ({ name }) => name === 'Bob' });
  await recorder.recorded(recorder.seconds + 4);
  const ended = await recorder.stop();
  assert.equal(ended.reason, 'stopped');
  const path = recorder.path(names.capture);
  assert.ok(Math.abs(secondsOf(path) - ended.t) < 0.3, `${secondsOf(path)} instead of ${ended.t}`);
  const sound = Sound.of(path);
  assert.ok(sound.hasTone(880, [1.5, lost.t - 1.5]));
  assert.ok(sound.hasTone(990, [ended.t - 2, ended.t - 0.5]), 'the sound is back');
});

test('the media server is gone for good, and the recording ends with everything up to then', async () => {
  const ended = await cutOff.ended();
  assert.equal(ended.reason, 'engine_lost');
  const [lost] = cutOff.entries('lost');
  assert.ok(lost && ended.t > lost.t + 3.5, `lost at ${lost?.t}, ended at ${ended.t}`);
  assert.ok(Math.abs(secondsOf(cutOff.path(names.capture)) - ended.t) < 0.3);
});
