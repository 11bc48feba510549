import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AV_LOG_QUIET, Log } from 'node-av';
import { soundIn } from '../testing/decoding.ts';
import type { MadeMedia } from '../testing/made-media.ts';
import { near } from '../testing/near.ts';
import { joinedSegments, Preparations, shownPictures, timesOf } from '../testing/preparations.ts';

// Pictures and sound stay in step, whatever the timestamps of the file are.
Log.setLevel(AV_LOG_QUIET);
const preparations = new Preparations();
after(() => preparations.remove());

const h264 = { encoder: 'libx264', fps: 50, options: { preset: 'ultrafast' } };
const mpeg2 = { encoder: 'mpeg2video', fps: 50 };
const tone: MadeMedia['sound'] = { encoder: 'aac', tone: [2, 4] };

/** Seconds at which the picture of second 2 appears, and the tone begins. */
async function stepsOf(made: MadeMedia): Promise<[seen: number, heard: number]> {
  const { folder, result } = await preparations.made(made);
  let [seen, before] = [Number.NaN, Number.NaN];
  for (const { t, at } of shownPictures(folder, result)) {
    const now = at(3 / 4, 3 / 4);
    if (Number.isNaN(seen) && t > 1.1 && now > before + 8) seen = t;
    before = now;
  }
  for (const { t, samples, rate } of soundIn(joinedSegments(folder, result))) {
    const loud = samples[0]?.findIndex((value) => Math.abs(value) > 0.1) ?? -1;
    if (loud >= 0) return [seen, t + loud / rate];
  }
  return [seen, Number.NaN];
}

const inStep: Record<string, MadeMedia> = {
  'a transport stream that begins after an hour, copied': {
    ...{ seconds: 3, begin: 3600, format: 'mpegts', pictures: h264, sound: tone },
  },
  'a transport stream that begins after an hour, encoded': {
    ...{ seconds: 3, begin: 3600, format: 'mpegts', pictures: mpeg2, sound: { ...tone, encoder: 'ac3' } },
  },
  'a file that begins late, with sound that begins later': {
    ...{ seconds: 3, begin: 7, format: 'matroska', pictures: h264, sound: { ...tone, from: 1 } },
  },
  'a file whose sound begins earlier': {
    ...{ seconds: 3, format: 'mp4', sound: tone },
    pictures: { ...h264, times: Array.from({ length: 120 }, (_, n) => 0.6 + n / 50) },
  },
};

for (const [name, made] of Object.entries(inStep)) {
  test(`in step within 40 ms: ${name}`, async () => {
    const [seen, heard] = await stepsOf(made);
    near(seen, heard, 0.04);
  });
}

test('a variable frame rate neither drifts nor multiplies pictures', async () => {
  // Bursts of 240 pictures a second, as of slow motion and of games, and pauses.
  const times = [0, 1, 2, 3].flatMap((second) => [
    ...Array.from({ length: 60 }, (_, n) => second + n / 240),
    second + 0.9,
  ]);
  for (const encoder of ['mpeg4', 'libvpx-vp9']) {
    const { folder, result } = await preparations.made({
      ...{ seconds: 4, format: 'matroska' },
      pictures: { encoder, fps: 240, times, options: encoder === 'mpeg4' ? {} : { deadline: 'realtime' } },
    });
    const shown = timesOf(folder, result);
    assert.ok(shown.length <= 4 * 17 && shown.length >= 4 * 14, `${shown.length} pictures`);
    for (const t of shown) {
      assert.ok(
        times.some((time) => Math.abs(time - t) < 0.002),
        `a picture at ${t} s`,
      );
    }
    for (const second of [1.9, 2.9]) near(shown.find((t) => t > second - 0.1) ?? 0, second, 0.002);
  }
});
