import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { yuvOf } from './i420.ts';
import { readSlidePicture } from './slide-picture.ts';

test('the colours of a page are those of the videos, also where a side is odd', async () => {
  const [width, height] = [65, 33];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (const [colour, rgb] of [
    ['#ffffff', [255, 255, 255]],
    ['#000000', [0, 0, 0]],
    ['#c83214', [200, 50, 20]],
    ['#1432c8', [20, 50, 200]],
  ] as const) {
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
    const picture = await readSlidePicture(canvas.toBuffer('image/png'));
    assert.deepEqual([picture.width, picture.height], [width, height]);
    const luma = width * height;
    const chroma = Math.ceil(width / 2) * Math.ceil(height / 2);
    assert.equal(picture.data.length, luma + 2 * chroma);
    const [red, green, blue] = rgb;
    const { y, u, v } = yuvOf(red, green, blue);
    for (const [at, wanted] of [
      [0, y],
      [luma - 1, y],
      [luma, u],
      [luma + chroma - 1, u],
      [luma + chroma, v],
      [luma + 2 * chroma - 1, v],
    ] as const) {
      assert.ok(Math.abs((picture.data[at] ?? -9) - wanted) <= 1, `${colour} at ${at}`);
    }
  }
});

test('what is transparent is white; what is no picture is refused', async () => {
  const { data } = await readSlidePicture(await createCanvas(32, 32).encode('webp'));
  assert.equal(data[0], 235);
  await assert.rejects(readSlidePicture(Buffer.from('no picture')));
  await assert.rejects(readSlidePicture(await createCanvas(2_600, 20).encode('png')), /too large/);
});
