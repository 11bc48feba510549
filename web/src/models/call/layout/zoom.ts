/** How a large picture is enlarged: `x` and `y` are where its left top corner is, in px of the tile. */
export type Zoom = { scale: number; x: number; y: number };
type Point = { x: number; y: number };
type Size = { width: number; height: number };

export const whole: Zoom = { scale: 1, x: 0, y: 0 };
export const most = 6;

/** Keeps the picture over the whole tile. */
function within({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  if (scale <= 1) return whole;
  const clamp = (value: number, size: number): number => Math.min(0, Math.max(size * (1 - scale), value));
  return { scale, x: clamp(x, width), y: clamp(y, height) };
}

/** Enlarges by a factor; what is at the point stays there. */
export function zoomAt(zoom: Zoom, point: Point, { factor, size }: { factor: number; size: Size }): Zoom {
  const scale = Math.min(most, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return within({ scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by }, size);
}

export const panBy = (zoom: Zoom, { x, y }: Point, size: Size): Zoom =>
  within({ ...zoom, x: zoom.x + x, y: zoom.y + y }, size);
