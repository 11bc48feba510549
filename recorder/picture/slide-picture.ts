import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { VideoPicture } from './scene.ts';

/** In pixels: our server makes no larger ones. */
const largestSide = 2_560;
let serials = 0;

/**
 * Converts RGBA to I420, in BT.601 limited range like `yuvOf`, in whole numbers: a page has a million points, and the
 * call goes on meanwhile.
 */
function i420Of(rgba: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const luma = width * height;
  const data = new Uint8Array(luma + 2 * halfWidth * halfHeight);
  for (let at = 0, point = 0; at < luma; at += 1, point += 4) {
    const red = rgba[point] as number;
    const green = rgba[point + 1] as number;
    const blue = rgba[point + 2] as number;
    data[at] = (4_207 * red + 8_260 * green + 1_604 * blue + 270_336) >> 14;
  }
  for (let row = 0; row < halfHeight; row += 1) {
    const above = 2 * row * width;
    const below = Math.min(2 * row + 1, height - 1) * width;
    for (let column = 0; column < halfWidth; column += 1) {
      const left = 2 * column;
      const right = Math.min(left + 1, width - 1);
      // Four points of the picture are one point of the colour planes.
      const points = [above + left, above + right, below + left, below + right] as const;
      let [red, green, blue] = [0, 0, 0];
      for (const point of points) {
        red += rgba[4 * point] as number;
        green += rgba[4 * point + 1] as number;
        blue += rgba[4 * point + 2] as number;
      }
      const to = luma + row * halfWidth + column;
      data[to] = (-2_428 * red - 4_768 * green + 7_196 * blue + 8_421_376) >> 16;
      data[to + halfWidth * halfHeight] = (7_196 * red - 6_026 * green - 1_170 * blue + 8_421_376) >> 16;
    }
  }
  return data;
}

/** Decodes the picture of a page, on white. */
export async function readSlidePicture(bytes: Buffer): Promise<VideoPicture> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  if (Math.max(width, height) > largestSide) throw new Error(`a page of ${width} × ${height} is too large`);
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  serials += 1;
  return { data: i420Of(data, width, height), width, height, serial: serials };
}
