import type { Rect, Size } from './rect.ts';

/** A colour in Y, U and V. */
export interface Yuv {
  y: number;
  u: number;
  v: number;
}

/**
 * BT.601, limited range: browsers send VP8 in it and libyuv converts camera pictures to it, so drawn colours match
 * the videos. The file must declare it, too.
 */
export function yuvOf(red: number, green: number, blue: number): Yuv {
  return {
    y: 16 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255,
    u: 128 + (-37.797 * red - 74.203 * green + 112 * blue) / 255,
    v: 128 + (112 * red - 93.786 * green - 18.214 * blue) / 255,
  };
}

/** Converts `#rrggbb` to rounded values. */
export function yuvOfHex(hex: string): Yuv {
  const value = Number.parseInt(hex.slice(1), 16);
  const { y, u, v } = yuvOf(value >> 16, (value >> 8) & 255, value & 255);
  return { y: Math.round(y), u: Math.round(u), v: Math.round(v) };
}

/** A picture of three planes packed without gaps; both sides are even. */
export class I420 {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
  readonly y: Buffer;
  readonly u: Buffer;
  readonly v: Buffer;

  constructor({ width, height }: Size, data: Buffer = Buffer.alloc((width * height * 3) / 2)) {
    this.width = width;
    this.height = height;
    this.data = data;
    const luma = width * height;
    this.y = data.subarray(0, luma);
    this.u = data.subarray(luma, luma + luma / 4);
    this.v = data.subarray(luma + luma / 4, luma + luma / 2);
  }

  get planes(): [Buffer, Buffer, Buffer] {
    return [this.y, this.u, this.v];
  }

  get strides(): [number, number, number] {
    return [this.width, this.width / 2, this.width / 2];
  }

  /** The planes from a point of the picture on; both coordinates are even. */
  from(x: number, y: number): [Buffer, Buffer, Buffer] {
    const colour = (y / 2) * (this.width / 2) + x / 2;
    return [this.y.subarray(y * this.width + x), this.u.subarray(colour), this.v.subarray(colour)];
  }

  fill(
    colour: Yuv,
    { x, y, width, height }: Rect = { x: 0, y: 0, width: this.width, height: this.height },
  ): void {
    for (let row = y; row < y + height; row += 1) {
      this.y.fill(colour.y, row * this.width + x, row * this.width + x + width);
    }
    const half = this.width / 2;
    for (let row = y / 2; row < (y + height) / 2; row += 1) {
      const start = row * half + x / 2;
      this.u.fill(colour.u, start, start + width / 2);
      this.v.fill(colour.v, start, start + width / 2);
    }
  }
}
