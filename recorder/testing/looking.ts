import { type Colour, distance } from './colours.ts';
import { type DecodedPicture, picturesIn } from './decoding.ts';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A picture copied from a file, so it stays valid. */
export class StillPicture {
  readonly t: number;
  readonly width: number;
  readonly height: number;
  readonly #planes: Buffer[];
  readonly #strides: number[];

  constructor({ t, planes, strides, width, height }: DecodedPicture) {
    this.t = t;
    this.width = width;
    this.height = height;
    this.#planes = planes.map((plane) => Buffer.from(plane));
    this.#strides = [...strides];
  }

  at(x: number, y: number): Colour {
    const part = (plane: number, column: number, row: number): number =>
      this.#planes[plane]?.[row * (this.#strides[plane] ?? 0) + column] ?? 0;
    return { y: part(0, x, y), u: part(1, x >> 1, y >> 1), v: part(2, x >> 1, y >> 1) };
  }

  /** Share of a part of the picture that has a colour, 0 to 1, sampled every `step` pixels. */
  shareOf(colour: Colour, box: Box = this.whole, { within = 24, step = 4 } = {}): number {
    let [hits, all] = [0, 0];
    for (let y = box.top; y < box.bottom; y += step) {
      for (let x = box.left; x < box.right; x += step) {
        all += 1;
        if (distance(this.at(x, y), colour) <= within) hits += 1;
      }
    }
    return all === 0 ? 0 : hits / all;
  }

  /** The box around a colour, ignoring isolated pixels; undefined where nothing has it. */
  boxOf(colour: Colour, { within = 24, step = 4 } = {}): Box | undefined {
    const columns = new Array<number>(Math.ceil(this.width / step)).fill(0);
    const rows = new Array<number>(Math.ceil(this.height / step)).fill(0);
    for (let y = 0; y < this.height; y += step) {
      for (let x = 0; x < this.width; x += step) {
        if (distance(this.at(x, y), colour) > within) continue;
        columns[x / step] = (columns[x / step] ?? 0) + 1;
        rows[y / step] = (rows[y / step] ?? 0) + 1;
      }
    }
    if (Math.max(...columns) === 0) return undefined;
    const isPart = (count: number, _n: number, all: number[]): boolean => count >= Math.max(...all) / 4;
    return {
      left: columns.findIndex(isPart) * step,
      top: rows.findIndex(isPart) * step,
      right: (columns.findLastIndex(isPart) + 1) * step,
      bottom: (rows.findLastIndex(isPart) + 1) * step,
    };
  }

  get whole(): Box {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  /** Mean brightness of a part, 16 to 235. */
  brightness(box: Box = this.whole, step = 4): number {
    let [sum, all] = [0, 0];
    for (let y = box.top; y < box.bottom; y += step) {
      for (let x = box.left; x < box.right; x += step, all += 1) sum += this.at(x, y).y;
    }
    return all === 0 ? 0 : sum / all;
  }

  /** Average difference between neighbouring pixels of a row: large for text and edges, small for plain colour. */
  detail(box: Box = this.whole): number {
    let [sum, all] = [0, 0];
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let x = box.left; x + 1 < box.right; x += 1, all += 1)
        sum += Math.abs(this.at(x, y).y - this.at(x + 1, y).y);
    }
    return all === 0 ? 0 : sum / all;
  }
}

/** The picture of a file at a second. */
export function pictureAt(path: string, seconds: number): StillPicture {
  let found: StillPicture | undefined;
  for (const decoded of picturesIn(path, seconds)) {
    if (found && decoded.t > seconds) break;
    found = new StillPicture(decoded);
  }
  if (!found) throw new Error(`the file has no picture at ${seconds} s`);
  return found;
}

/** Decodes all pictures and returns the time and the brightness of a part of each. */
export function brightnessOf(path: string, box?: Box): { t: number; brightness: number }[] {
  const all = [];
  for (const decoded of picturesIn(path)) {
    const picture = new StillPicture(decoded);
    all.push({ t: decoded.t, brightness: picture.brightness(box, 8) });
  }
  return all;
}

/** The first picture from a second on that matches, with its time. */
export function firstPicture(
  path: string,
  holds: (picture: StillPicture) => boolean,
  from = 0,
): StillPicture | undefined {
  for (const decoded of picturesIn(path, from)) {
    if (decoded.t < from) continue;
    const picture = new StillPicture(decoded);
    if (holds(picture)) return picture;
  }
  return undefined;
}
