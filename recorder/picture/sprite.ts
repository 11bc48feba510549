import { type I420, type Yuv, yuvOf } from './i420.ts';
import type { Rect, Size } from './rect.ts';

/** A small drawing with transparency in three planes, with colours premultiplied by alpha. */
export interface Sprite extends Size {
  y: Uint16Array;
  opaque: Uint8Array;
  u: Uint16Array;
  v: Uint16Array;
  opaqueColour: Uint8Array;
}

/** Converts a drawing in RGBA that is not premultiplied; both sides are even. */
export function spriteOf({ data, width, height }: Size & { data: Uint8ClampedArray }): Sprite {
  const half = width / 2;
  const sums = { u: new Float64Array((half * height) / 2), v: new Float64Array((half * height) / 2) };
  const opaqueSums = new Float64Array((half * height) / 2);
  const y = new Uint16Array(width * height);
  const opaque = new Uint8Array(width * height);
  for (let index = 0; index < width * height; index += 1) {
    const alpha = data[index * 4 + 3] ?? 0;
    if (alpha === 0) continue;
    const colour = yuvOf(data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0);
    opaque[index] = alpha;
    y[index] = Math.round(colour.y * alpha);
    const row = Math.floor(index / width);
    const cell = (row >> 1) * half + ((index - row * width) >> 1);
    sums.u[cell] = (sums.u[cell] ?? 0) + colour.u * alpha;
    sums.v[cell] = (sums.v[cell] ?? 0) + colour.v * alpha;
    opaqueSums[cell] = (opaqueSums[cell] ?? 0) + alpha;
  }
  // Four points of the drawing are one point of the colour planes.
  return {
    width,
    height,
    y,
    opaque,
    u: Uint16Array.from(sums.u, (sum) => Math.round(sum / 4)),
    v: Uint16Array.from(sums.v, (sum) => Math.round(sum / 4)),
    opaqueColour: Uint8Array.from(opaqueSums, (sum) => Math.round(sum / 4)),
  };
}

interface Layer extends Size {
  premultiplied: Uint16Array;
  opaque: Uint8Array;
}

interface Target {
  plane: Uint8Array;
  stride: number;
  /** Position of the layer's first point; it may be outside. */
  x: number;
  y: number;
  rows: number;
}

/** `strength` 0 to 256: opacity of the layer. */
function blendPlane(target: Target, layer: Layer, strength: number): void {
  const { plane, stride } = target;
  const left = Math.max(0, -target.x);
  const right = Math.min(layer.width, stride - target.x);
  const last = Math.min(layer.height, target.rows - target.y);
  for (let row = Math.max(0, -target.y); row < last; row += 1) {
    const offset = (target.y + row) * stride + target.x;
    for (let column = left; column < right; column += 1) {
      const at = row * layer.width + column;
      const alpha = layer.opaque[at] as number;
      if (alpha === 0) continue;
      const seen = alpha * strength;
      const under = plane[offset + column] as number;
      const over = (layer.premultiplied[at] as number) * strength;
      plane[offset + column] = (over + under * (65_280 - seen) + 32_640) / 65_280;
    }
  }
}

/** Blends the sprite over the picture at a point on even pixels and clips it. */
export function blend(picture: I420, sprite: Sprite, at: { x: number; y: number; strength?: number }): void {
  const { x, y, strength = 256 } = at;
  blendPlane(
    { plane: picture.y, stride: picture.width, x, y, rows: picture.height },
    { premultiplied: sprite.y, opaque: sprite.opaque, width: sprite.width, height: sprite.height },
    strength,
  );
  const place = { stride: picture.width / 2, x: x / 2, y: y / 2, rows: picture.height / 2 };
  const colour = { opaque: sprite.opaqueColour, width: sprite.width / 2, height: sprite.height / 2 };
  blendPlane({ ...place, plane: picture.u }, { ...colour, premultiplied: sprite.u }, strength);
  blendPlane({ ...place, plane: picture.v }, { ...colour, premultiplied: sprite.v }, strength);
}

/** Copies the picture below a mask, with the mask's opacity, to blend it over a later drawing. */
export function cutOut(picture: I420, mask: Sprite, at: { x: number; y: number }): Sprite {
  const take = (
    plane: Uint8Array,
    stride: number,
    part: { opaque: Uint8Array; scale: number },
  ): Uint16Array => {
    const width = mask.width / part.scale;
    const start = (at.y / part.scale) * stride + at.x / part.scale;
    return Uint16Array.from(part.opaque, (alpha, index) => {
      const row = Math.floor(index / width);
      return alpha * (plane[start + row * stride + index - row * width] as number);
    });
  };
  const colour = { opaque: mask.opaqueColour, scale: 2 };
  return {
    ...mask,
    y: take(picture.y, picture.width, { opaque: mask.opaque, scale: 1 }),
    u: take(picture.u, picture.width / 2, colour),
    v: take(picture.v, picture.width / 2, colour),
  };
}

/** Blends one colour over a rectangle on even pixels. `strength` 0 to 256. */
export function tint(picture: I420, colour: Yuv, options: { rect: Rect; strength: number }): void {
  const { rect, strength } = options;
  const lay = (plane: Uint8Array, stride: number, part: { value: number; scale: number }): void => {
    const { value, scale } = part;
    const over = value * strength + 128;
    for (let row = rect.y / scale; row < (rect.y + rect.height) / scale; row += 1) {
      const start = row * stride + rect.x / scale;
      for (let at = start; at < start + rect.width / scale; at += 1) {
        plane[at] = (over + (plane[at] as number) * (256 - strength)) >> 8;
      }
    }
  };
  lay(picture.y, picture.width, { value: colour.y, scale: 1 });
  lay(picture.u, picture.width / 2, { value: colour.u, scale: 2 });
  lay(picture.v, picture.width / 2, { value: colour.v, scale: 2 });
}
