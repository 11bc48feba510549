import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startOwnCall } from '../server/testing/engines/own-call.ts';
import { chanceOf } from '../server/testing/fuzzing/chance.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { names } from './folder/job.ts';
import { Sound } from './testing/hearing.ts';
import { enterTwo, killRecorder, lastPictureOf } from './testing/killed-recorder.ts';
import type { RunningRecorder } from './testing/running-recorder.ts';
import { sendSignal } from './testing/signal.ts';
import { openStudio, Studio } from './testing/studio.ts';

const small = { width: 640, height: 360 };

/** A recorder whose media server hangs; it ends while the other tests run. */
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

// The folder stays usable, or the recording goes on. Each test has a media server of its own.
suite('the recorder or the media server is killed', { concurrency: 2 }, () => {
  const steady = openStudio(startOwnCall);
  const killed = openStudio(startOwnCall);

  // `npm run soak -- repeat` repeats it.
  test('a recorder that is killed at any moment leaves an intact file and loses little', async (t) => {
    const room = steady.room();
    await enterTwo(room);
    await killRecorder(room, chanceOf(t));
  });

  test('the media server is killed and restarted, and the recording continues in the same file', async () => {
    const room = killed.room();
    await room.shows('Ada', { pattern: 880 }, 880);
    const recorder = await room.record({ changes: small });
    await recorder.until('picture');
    await recorder.recorded(3);
    sendSignal(killed.call.pid(), 'SIGKILL');
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
    const last = lastPictureOf(path);
    assert.ok(Math.abs(last - ended.t) < 0.3, `${last} instead of ${ended.t}`);
    const sound = Sound.of(path);
    assert.ok(sound.hasTone(880, [1.5, lost.t - 1.5]));
    assert.ok(sound.hasTone(990, [ended.t - 2, ended.t - 0.5]), 'the sound is back');
  });

  test('the media server is gone for good, and the recording ends with everything up to then', async () => {
    const ended = await cutOff.ended();
    assert.equal(ended.reason, 'engine_lost');
    const [lost] = cutOff.entries('lost');
    assert.ok(lost && ended.t > lost.t + 3.5, `lost at ${lost?.t}, ended at ${ended.t}`);
    assert.ok(Math.abs(lastPictureOf(cutOff.path(names.capture)) - ended.t) < 0.3);
  });
});
