import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames } from './frames.ts';
import { I420 } from './i420.ts';
import { Scaler } from './scaler.ts';
import type { VideoPicture } from './scene.ts';

const wide = { width: 640, height: 360 };

/** A camera frame with the given brightness at each point. */
function frameOf(light: (x: number, y: number) => number): VideoPicture {
  const { width, height } = wide;
  const data = new Uint8Array(width * height * 1.5).fill(128);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data[y * width + x] = light(x, y);
  return { data, ...wide, serial: 1 };
}

/** The rows of a tile of this width, drawn into a picture of its own. */
function drawn(frame: VideoPicture, width: number): Buffer[] {
  const height = 2 * Math.round((width * 9) / 32);
  const picture = new I420({ width: 720, height: 420 });
  const scaler = new Scaler();
  new Frames(scaler).camera(picture, frame, { x: 4, y: 2, width, height });
  scaler.close();
  return Array.from({ length: height }, (_, row) => {
    const at = (row + 2) * picture.width + 4;
    return picture.y.subarray(at, at + width);
  });
}

test('a picture slightly larger than its tile is cropped on all sides and not scaled', () => {
  // Noise: scaling would change it, and no row occurs twice.
  const frame = frameOf((x, y) => 16 + (Math.imul(x * 2654435761 + y * 40503, 2246822519) >>> 24) * 0.8);
  const source = Buffer.from(frame.data.buffer);
  const rows = drawn(frame, 618);
  const left = source.subarray(0, wide.width * 4).indexOf(rows[0] ?? '') % wide.width;
  assert.ok(left > 4 && left < wide.width - 618 - 4, `${left} pixels cropped at the left`);
  const first = Math.floor(source.indexOf(rows[0] ?? '') / wide.width);
  for (const [index, row] of rows.entries()) {
    const at = (first + index) * wide.width + left;
    assert.ok(source.subarray(at, at + row.length).equals(row), `row ${index} differs`);
  }
});

test('the crop changes as slowly as the tile grows', () => {
  const ramp = frameOf((x) => 20 + (x * 200) / wide.width);
  const edge = (width: number): number => drawn(ramp, width)[100]?.[4] ?? 0;
  let before = edge(440);
  for (let width = 442; width <= 700; width += 2) {
    const now = edge(width);
    assert.ok(Math.abs(now - before) <= 2, `brightness ${before} becomes ${now} at a width of ${width}`);
    before = now;
  }
  assert.ok(Math.abs(edge(440) - edge(660)) <= 2, 'small and large tiles show the whole picture');
});
