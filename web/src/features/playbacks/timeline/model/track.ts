import type { ItemDraft } from './item-draft.ts';
import { parseSecond } from './seconds.ts';
import type { TimelineDraft } from './timeline-draft.ts';

/** The track shows at least this many seconds. */
const shortest = 60;
const largestZoom = 64;

/** How long the track is: the video, or everything that is on the timeline. In seconds. */
export function trackLength(draft: TimelineDraft, duration: number | null): number {
  if (duration !== null && duration > 0) return duration;
  const times = draft.flatMap(({ at, until }) => [parseSecond(at) ?? 0, parseSecond(until) ?? 0]);
  const last = Math.max(0, ...times);
  return Math.max(shortest, Math.ceil((last * 1.1) / shortest) * shortest);
}

/** Factors by which the track can be longer than its place: up to a minute in view. */
export function zoomsOf(length: number): number[] {
  const zooms = [1];
  for (let zoom = 2; zoom <= largestZoom && length / zoom >= shortest; zoom *= 2) zooms.push(zoom);
  return zooms;
}

const steps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400, 172_800];
/** Marks of time in view. */
const mostTicks = 8;

/** The seconds at which the track names the time. */
export function ticksOf(length: number, zoom: number): number[] {
  const step = steps.find((one) => length / zoom / one <= mostTicks) ?? 172_800;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

/** A position from 0 to 1. */
export const shareOf = (second: number, length: number): number => Math.min(1, Math.max(0, second / length));

/** The second at a horizontal position of the track. */
export function secondAt(
  x: number,
  { left, width }: { left: number; width: number },
  length: number,
): number {
  return width > 0 ? Math.round(shareOf(x - left, width) * length) : 0;
}

/** An item begins after the end of the video: no session shows it. */
export function isBeyond({ at }: Pick<ItemDraft, 'at'>, duration: number | null): boolean {
  const second = parseSecond(at);
  return duration !== null && second !== undefined && second > duration;
}
