import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AV_LOG_QUIET, Log } from 'node-av';
import type { MadeMedia } from '../testing/made-media.ts';
import { near } from '../testing/near.ts';
import { Preparations, shownPictures } from '../testing/preparations.ts';

// Pictures that not every browser plays, or not every line carries, are encoded anew.
Log.setLevel(AV_LOG_QUIET);
const preparations = new Preparations();
after(() => preparations.remove());

const h264 = { encoder: 'libx264', options: { preset: 'ultrafast' } };

const notCopied: Record<string, { pictures: MadeMedia['pictures']; size?: [number, number] }> = {
  'larger than 1080p': { pictures: { ...h264, width: 2560, height: 1440 }, size: [1920, 1080] },
  'higher than 1080p, upright': { pictures: { ...h264, width: 1080, height: 2400 }, size: [864, 1920] },
  'of a high level': { pictures: { ...h264, options: { ...h264.options, level: '5.1' } } },
  'in 10 bits': { pictures: { ...h264, pixels: 'yuv420p10' } },
  'in 4:2:2': { pictures: { ...h264, pixels: 'yuv422p' } },
};

for (const [name, { pictures, size = [160, 96] }] of Object.entries(notCopied)) {
  test(`H.264 ${name} is encoded anew`, async () => {
    const { result } = await preparations.made({
      seconds: 0.3,
      format: 'mp4',
      ...(pictures && { pictures }),
    });
    const { width, height, codecs } = result.rendition;
    assert.deepEqual([result.isCopied, width, height], [false, ...size]);
    const [, profile, level] = /^avc1\.(..)..(..)/.exec(codecs) ?? [];
    assert.equal(profile, '64');
    assert.ok(Number(`0x${level}`) <= 42, `level ${level}`);
  });
}

const interlaced: Record<string, { encoder: string; format: string }> = {
  'H.264': { encoder: 'libx264', format: 'mp4' },
  'MPEG-2': { encoder: 'mpeg2video', format: 'mpegts' },
};

for (const [name, { encoder, format }] of Object.entries(interlaced)) {
  test(`interlaced ${name} loses its combs`, async () => {
    const { folder, result } = await preparations.made({
      ...{ seconds: 1, format },
      pictures: { encoder, fps: 25, width: 320, height: 192, isInterlaced: true },
    });
    assert.equal(result.isCopied, false);
    let combs = 0;
    for (const { width, height, at } of shownPictures(folder, result)) {
      for (let y = 2; y < height - 2; y += 1) {
        for (let x = 0; x < width; x += 4) {
          const [above, line, below] = [-1, 0, 1].map((by) => at(x / width, (y + by + 0.5) / height));
          const [over = 0, under = 0] = [(line ?? 0) - (above ?? 0), (line ?? 0) - (below ?? 0)];
          if (over * under > 60 ** 2) combs += 1;
        }
      }
    }
    assert.ok(combs < 100, `${combs} combs`);
  });
}

// A point at the right is shown at (a, b), one at the bottom at (c, d).
const matrices: Record<string, [number, number, number, number]> = {
  'turned by 90 degrees': [0, 1, -1, 0],
  'turned by 180 degrees': [-1, 0, 0, -1],
  'turned by 270 degrees': [0, -1, 1, 0],
  mirrored: [-1, 0, 0, 1],
  'upside down in a mirror': [1, 0, 0, -1],
  'turned by 90 degrees and mirrored': [0, 1, 1, 0],
  'turned by 270 degrees and mirrored': [0, -1, -1, 0],
};

test('pictures are upright, whatever the display matrix is', async () => {
  for (const [name, matrix] of Object.entries(matrices)) {
    const { folder, result } = await preparations.made({
      ...{ seconds: 0.2, format: 'mp4', pictures: { ...h264, hasCorner: true, matrix } },
    });
    const [a, b, c, d] = matrix;
    const { width, height } = result.rendition;
    assert.deepEqual([width, height], a === 0 ? [96, 160] : [160, 96], name);
    // From the middle of the picture to its top left.
    const [x, y] = [-a - c, -b - d];
    for (const { at } of shownPictures(folder, result)) {
      near(at(0.5 + x * 0.4, 0.5 + y * 0.4), 235, 12);
      assert.ok(at(0.5 - x * 0.4, 0.5 - y * 0.4) < 100, name);
      break;
    }
  }
});

const wide = { aspect: { num: 4, den: 3 } };
const oblong: Record<string, { made: MadeMedia; isCopied: boolean }> = {
  'H.264 that says it is copied': {
    made: { seconds: 0.3, format: 'mp4', pictures: { ...h264, ...wide } },
    isCopied: true,
  },
  'H.264 whose container says it is encoded anew': {
    made: { seconds: 0.3, format: 'mp4', pictures: { ...h264, ...wide, isAspectOutside: true } },
    isCopied: false,
  },
  'MPEG-2 gets square ones': {
    made: { seconds: 0.4, format: 'mpegts', pictures: { encoder: 'mpeg2video', fps: 25, ...wide } },
    isCopied: false,
  },
};

for (const [name, { made, isCopied }] of Object.entries(oblong)) {
  test(`pixels that are not square: ${name}`, async () => {
    const { folder, result } = await preparations.made(made);
    const { width, height } = result.rendition;
    // MPEG-2 has 2.21:1 for the whole picture instead.
    near(width, 213, 1);
    assert.deepEqual([height, result.isCopied], [96, isCopied]);
    for (const picture of shownPictures(folder, result)) assert.equal(picture.width, isCopied ? 160 : width);
  });
}
