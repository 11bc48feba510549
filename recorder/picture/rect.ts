/** Position of a tile in pixels of the picture. */
export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

export const wide = 16 / 9;

/** The nearest even number. The colour planes have half as many pixels, so every position is even. */
export const even = (value: number): number => Math.round(value / 2) * 2;

/** Rounds down to an even number. */
export const evenDown = (value: number): number => Math.floor(value / 2) * 2;

/** The rectangle rounded to even pixels inside the picture. */
export function evenRect({ x, y, width, height }: Rect, picture: Size): Rect {
  const left = Math.max(0, even(x));
  const top = Math.max(0, even(y));
  return {
    x: left,
    y: top,
    width: Math.min(even(x + width), picture.width) - left,
    height: Math.min(even(y + height), picture.height) - top,
  };
}

export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** The largest centred part of a rectangle with the shape (width divided by height). */
export function fitInside(place: Rect, shape: number): Rect {
  const width = Math.min(place.width, place.height * shape);
  const height = width / shape;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}
