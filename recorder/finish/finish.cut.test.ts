import assert from 'node:assert/strict';
import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { AV_LOG_FATAL, Log } from 'node-av';
import { chanceOf } from '../../server/testing/fuzzing/chance.ts';
import { Media } from '../capture/media.ts';
import { names } from '../folder/job.ts';
import { boxesOf } from '../testing/boxes.ts';
import { livelyPicture } from '../testing/content.ts';
import { decodeAll, endedEntry, finish, finishUsable, leftFolders, lived } from '../testing/left-folders.ts';
import { near } from '../testing/near.ts';
import { makeVideo } from './video.ts';

// Folders of recorders that were killed in the middle of a write.
const folders = leftFolders();

test('a recorder that is killed at any byte leaves a shorter recording, or none', async (t) => {
  const chance = chanceOf(t);
  const { size } = await stat(folders.capture);
  const cuts = Array.from({ length: 4 }, () => Math.floor(chance() * size));
  let longest = 0;
  for (const bytes of [0, 40, ...cuts, size - 1]) {
    const folder = await folders.leave({ bytes });
    const result = await finish(folder);
    if (!result.usable) {
      assert.ok(bytes < 20_000, `nothing usable in ${bytes} bytes: ${result.message}`);
      continue;
    }
    const { pictures } = decodeAll(join(folder, result.video));
    near(result.duration, pictures / 25);
    assert.deepEqual([result.isPartial, result.reason], [true, undefined], `${bytes} bytes`);
    longest = Math.max(longest, result.duration);
  }
  near(longest, 24, 2.1);
});

test('a capture that is cut anywhere keeps everything before the cut, and it can be decoded', async (t) => {
  const chance = chanceOf(t);
  Log.setLevel(AV_LOG_FATAL);
  const boxes = await boxesOf(folders.capture);
  const [first] = boxes.filter(({ type }) => type === 'mdat');
  const { size } = await stat(folders.capture);
  const beside = boxes.slice(2, 7).flatMap((box) => [-1, 0, 4, 8, 12, 30].map((by) => box.at + by));
  const anywhere = Array.from({ length: 20 }, () => Math.floor(chance() * size));
  let last = 0;
  for (const bytes of [...beside, ...anywhere].sort((a, b) => a - b)) {
    // The second round adds zeros, as a power loss does.
    for (const zeros of [0, 3000]) {
      const folder = await folders.leave({ bytes });
      await appendFile(join(folder, names.capture), Buffer.alloc(zeros));
      const video = await makeVideo(folder, { until: undefined, say: () => undefined });
      if (!video) {
        assert.ok(first && bytes < first.at + first.size, `nothing usable in ${bytes} bytes`);
        continue;
      }
      near(video.seconds, decodeAll(join(folder, video.file)).pictures / 25);
      assert.ok(video.seconds >= last - 0.001, `${video.seconds} s of ${bytes} bytes, ${last} s of fewer`);
      last = video.seconds;
    }
  }
});

test('a recorder that is killed after its first picture, before any sound, leaves this picture', async (t) => {
  const folder = await folders.empty();
  const size = { width: 320, height: 180 };
  const first = Promise.withResolvers<void>();
  const onFirstPicture = first.resolve;
  const media = await Media.create({ folder, ...size, fps: 25, onFirstPicture, write: undefined });
  t.after(() => media.abandon());
  // The encoder's lookahead delays its first output by some pictures.
  for (let n = 0; n < 10; n += 1) {
    media.picture(livelyPicture(size, n), size, n);
    await media.settled();
  }
  await first.promise;
  const result = await finishUsable(folder);
  near(result.duration, 0.04, 0.001);
  assert.equal(result.isPartial, true);
  assert.ok(result.poster);
  for (const file of [result.video, result.preview ?? ''])
    assert.deepEqual(decodeAll(join(folder, file)), { pictures: 1, sounds: 0 });
});

test('a cut journal counts up to the cut, and a cut stop order is ignored', async () => {
  const folder = await folders.leave({ journal: [...lived, endedEntry(24, 'stopped')] });
  await writeFile(join(folder, names.journal), '{"type":"spoke","partici', { flag: 'a' });
  await writeFile(join(folder, names.stop), '{"at":"2030-01-');
  const result = await finishUsable(folder);
  assert.deepEqual([result.reason, result.isPartial], ['stopped', false]);
  near(result.duration, 24);
});
