import { panBy, whole, type Zoom, zoomAt } from '../../../models/call/layout/zoom.ts';

type Point = { x: number; y: number };
type Size = { width: number; height: number };
/** A change of the zoom, given the size of the tile. */
export type ZoomChange = (before: Zoom, size: Size) => Zoom;

const tapFactor = 2.5;
/** In ms and px: two taps at one place. */
const doubleTap = { within: 300, near: 30 };

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The fingers on a picture, which enlarge and move it. Points are in px of the tile. */
export class Fingers {
  readonly #points = new Map<number, Point>();
  #lastTap: (Point & { at: number }) | undefined;
  #hasPinched = false;

  /** Two fingers were down since the picture was touched. */
  get hasPinched(): boolean {
    return this.#hasPinched;
  }

  down(id: number, point: Point): void {
    this.#points.set(id, point);
    if (this.#points.size > 1) this.#hasPinched = true;
  }

  move(id: number, now: Point): ZoomChange | undefined {
    const before = this.#points.get(id);
    if (!before) return undefined;
    const other = [...this.#points].find(([one]) => one !== id)?.[1];
    this.#points.set(id, now);
    if (!other) return (zoom, size) => panBy(zoom, { x: now.x - before.x, y: now.y - before.y }, size);
    const [from, to] = [middle(before, other), middle(now, other)];
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    return (zoom, size) =>
      panBy(zoomAt(zoom, from, { factor, size }), { x: to.x - from.x, y: to.y - from.y }, size);
  }

  /** @returns false if the finger was not on the picture */
  cancel(id: number): boolean {
    const was = this.#points.delete(id);
    if (this.#points.size === 0) this.#hasPinched = false;
    return was;
  }

  /** The last finger left at this point without a pinch: the second tap at one place enlarges or resets. */
  tap(point: Point, at: number): ZoomChange | undefined {
    const last = this.#lastTap;
    const isSecond = last && at - last.at < doubleTap.within && distance(last, point) < doubleTap.near;
    this.#lastTap = isSecond ? undefined : { ...point, at };
    if (!isSecond) return undefined;
    return (zoom, size) => (zoom.scale > 1 ? whole : zoomAt(zoom, point, { factor: tapFactor, size }));
  }
}
