import { I420 } from './i420.ts';
import { evenDown, type Rect, type Size } from './rect.ts';
import type { Planes, Scaler } from './scaler.ts';
import type { VideoPicture } from './scene.ts';

/** The media server fills gaps with black frames of 8 pixels, which are not pictures. */
const smallest = 16;
/** Largest share that may be cropped. Above it a picture is shown whole: an upright phone would lose the head. */
const mostCut = 0.36;
/** Share of the crop that is taken at the top: heads are above the middle. */
const cutAbove = 0.3;
/**
 * A picture slightly larger than its tile is cropped instead of scaled, which is sharper and free. To avoid jumps
 * while tiles move, the crop shrinks with the tile. The figures are the tile's size divided by the picture's: at
 * `least` the crop is full, at `begins` there is none.
 */
const cutFrom = { least: 0.94, begins: 0.8 };
/** The fill beside a picture that is shown whole: the same picture, blurred by scaling it down to this size. */
const blurred: Size = { width: 16, height: 10 };
const dimmed = { light: 0.36, colour: 0.7 };

/** Whether it is a picture with all of its bytes; the scaler would read beyond missing ones. */
export function isUsable(frame: VideoPicture | undefined): frame is VideoPicture {
  if (frame === undefined || frame.width < smallest || frame.height < smallest) return false;
  const { data, width, height } = frame;
  return data.length >= width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
}

/** Its size on even pixels. */
const evenSize = ({ width, height }: Size): Size => ({ width: evenDown(width), height: evenDown(height) });

export function shapeOf(frame: VideoPicture): number {
  const { width, height } = evenSize(frame);
  return width / height;
}

/** Rounds down to an even number, at least two; a value just below an even number counts as that number. */
const pixels = (value: number): number => Math.max(2, evenDown(value + 0.5));

/** The part of a picture that fills the shape, and the share that is lost. */
function cover({ width, height }: Size, shape: number): { part: Rect; lost: number } {
  if (width / height > shape) {
    const kept = Math.min(width, pixels(height * shape));
    const x = Math.floor((width - kept) / 4) * 2;
    return { part: { x, y: 0, width: kept, height }, lost: 1 - kept / width };
  }
  const kept = Math.min(height, pixels(width / shape));
  const y = Math.floor(((height - kept) * cutAbove) / 2) * 2;
  return { part: { x: 0, y, width, height: kept }, lost: 1 - kept / height };
}

/** The inner part of a part that fills the tile, see `cutFrom`. */
function closer(part: Rect, tile: Size): Rect {
  const scale = Math.max(tile.width / part.width, tile.height / part.height);
  if (scale <= cutFrom.begins || scale >= 1) return part;
  const passed = Math.min(1, (scale - cutFrom.begins) / (cutFrom.least - cutFrom.begins));
  const kept = Math.max(scale, 1 - (1 - cutFrom.least) * passed);
  const isCut = scale >= cutFrom.least;
  const width = isCut ? tile.width : pixels(part.width * kept);
  const height = isCut ? tile.height : pixels(part.height * kept);
  return {
    x: part.x + Math.floor((part.width - width) / 4) * 2,
    y: part.y + Math.floor(((part.height - height) * cutAbove) / 2) * 2,
    width,
    height,
  };
}

/** The centred rectangle on even pixels inside `place` that shows a picture of this shape whole. */
function whole(place: Rect, shape: number): Rect {
  const width = Math.min(place.width, pixels(Math.round(place.height * shape)));
  const height = Math.min(place.height, pixels(Math.round(place.width / shape)));
  const isWide = place.width / place.height > shape;
  // A picture of nearly the same shape fills the rectangle: a line of one or two pixels would look like a fault.
  const size = {
    width: isWide && place.width - width > 4 ? width : place.width,
    height: !isWide && place.height - height > 4 ? height : place.height,
  };
  return {
    x: place.x + Math.floor((place.width - size.width) / 4) * 2,
    y: place.y + Math.floor((place.height - size.height) / 4) * 2,
    ...size,
  };
}

/** The planes of a part of the picture. */
function planesOf({ data, width, height }: VideoPicture, part: Rect): Planes & Size {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const luma = width * height;
  const colour = (part.y / 2) * halfWidth + part.x / 2;
  return {
    planes: [
      bytes.subarray(part.y * width + part.x, luma),
      bytes.subarray(luma + colour, luma + halfWidth * halfHeight),
      bytes.subarray(luma + halfWidth * halfHeight + colour),
    ],
    strides: [width, halfWidth, halfWidth],
    width: part.width,
    height: part.height,
  };
}

/** Draws frames of cameras and screens into their tiles. */
export class Frames {
  readonly #scaler: Scaler;

  constructor(scaler: Scaler) {
    this.#scaler = scaler;
  }

  /** Fills the tile. A picture of a very different shape is shown whole in front of its blurred copy. */
  camera(picture: I420, frame: VideoPicture, tile: Rect): void {
    const { part, lost } = cover(evenSize(frame), tile.width / tile.height);
    if (lost <= mostCut) {
      this.#draw(picture, frame, { part: closer(part, tile), target: tile });
      return;
    }
    this.#ground(picture, frame, { part, target: tile });
    this.screen(picture, frame, tile);
  }

  /** Shows the frame whole in the middle of the tile; the rest of the tile is not touched. */
  screen(picture: I420, frame: VideoPicture, tile: Rect): void {
    const part = { x: 0, y: 0, ...evenSize(frame) };
    this.#draw(picture, frame, { part, target: whole(tile, shapeOf(frame)) });
  }

  #ground(picture: I420, frame: VideoPicture, options: { part: Rect; target: Rect }): void {
    const small = new I420(blurred);
    this.#draw(small, frame, { part: options.part, target: { x: 0, y: 0, ...blurred } });
    small.y.forEach((value, at) => {
      small.y[at] = 16 + (value - 16) * dimmed.light;
    });
    for (const plane of [small.u, small.v]) {
      plane.forEach((value, at) => {
        plane[at] = 128 + (value - 128) * dimmed.colour;
      });
    }
    this.#scaler.draw({ planes: small.planes, strides: small.strides, ...blurred }, picture, options.target);
  }

  #draw(picture: I420, frame: VideoPicture, { part, target }: { part: Rect; target: Rect }): void {
    this.#scaler.draw(planesOf(frame, part), picture, target);
  }
}
