import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AV_LOG_QUIET, Log } from 'node-av';
import { type Edit, withEdits } from '../testing/edit-lists.ts';
import { brightnessAt, type MadeMedia } from '../testing/made-media.ts';
import { near } from '../testing/near.ts';
import { Preparations, shownPictures, toneIn } from '../testing/preparations.ts';

// Phones trim a video by a list of edits: the file still contains what was cut off.
Log.setLevel(AV_LOG_QUIET);
const preparations = new Preparations();
after(() => preparations.remove());

const long = (seconds: number, bFrames = 0): MadeMedia => ({
  ...{ seconds, format: 'mp4', sound: { encoder: 'aac', tone: [3, 5] } },
  pictures: { encoder: 'libx264', bFrames, options: { preset: 'ultrafast' } },
});

const cases: Record<string, { edits: Edit[]; bFrames?: number; isCopied?: boolean }> = {
  'its beginning, between key pictures': { edits: [{ from: 2.5, seconds: 5 }], bFrames: 2 },
  'its beginning, at a key picture': { edits: [{ from: 2, seconds: 5.8 }], isCopied: true },
  'its end': { edits: [{ from: 0, seconds: 5.5 }], isCopied: true },
  'its middle': {
    edits: [
      { from: 0, seconds: 2.5 },
      { from: 4.5, seconds: 3 },
    ],
  },
  'neither end, with a pause before it,': {
    edits: [
      { from: undefined, seconds: 1 },
      { from: 0, seconds: 7 },
    ],
    isCopied: true,
  },
};

for (const [name, { edits, bFrames, isCopied = false }] of Object.entries(cases)) {
  test(`a video trimmed at ${name} shows and plays the rest only`, async () => {
    const { folder, result } = await preparations.made(long(8, bFrames), (bytes) =>
      withEdits(bytes, { vide: edits, soun: edits }),
    );
    const parts = edits.filter((edit) => edit.from !== undefined);
    near(
      result.duration,
      parts.reduce((sum, { seconds }) => sum + seconds, 0),
      0.11,
    );
    assert.deepEqual([result.isCopied, result.missing], [isCopied, undefined]);
    const sourceAt = (t: number): number => {
      let begin = 0;
      for (const { from = 0, seconds } of parts) {
        if (t < begin + seconds) return from + t - begin;
        begin += seconds;
      }
      return Number.NaN;
    };
    for (const { t, at } of shownPictures(folder, result)) {
      if (t < result.duration - 0.11) near(at(3 / 4, 3 / 4), brightnessAt(sourceAt(t) + 0.01), 6);
    }
    for (let t = 0; t + 0.5 < result.duration; t += 0.5) {
      const [from, to] = [sourceAt(t), sourceAt(t + 0.499)];
      if (to - from > 0.5) continue;
      const tone = toneIn(folder, result, { hz: 440, from: t + 0.1, to: t + 0.4 });
      if (from >= 3 && to <= 5) near(tone, 0.25, 0.03);
      else if (to <= 3 || from >= 5) assert.ok(tone < 0.01, `silence at ${from} s, not ${tone}`);
    }
  });
}
