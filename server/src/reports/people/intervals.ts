import type { Interval } from './model.ts';

/** Sorts intervals and joins those that overlap or touch. Intervals without length disappear. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  const merged: Interval[] = [];
  for (const { start, end } of sorted) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** The times that are in both lists, which are merged already. */
export function intersectIntervals(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const both: Interval[] = [];
  let [i, j] = [0, 0];
  for (let [x, y] = [a[i], b[j]]; x && y; [x, y] = [a[i], b[j]]) {
    const [start, end] = [Math.max(x.start, y.start), Math.min(x.end, y.end)];
    if (end > start) both.push({ start, end });
    if (x.end < y.end) i += 1;
    else j += 1;
  }
  return both;
}

export const millisecondsOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { start, end }) => sum + end - start, 0);

/** How many people are there from this moment on, until the next point. */
export interface CurvePoint {
  at: number;
  people: number;
}

/**
 * The number of people over time: one point for each moment at which it changes.
 * @param people the intervals of each person, in order and without overlaps
 */
export function curveOf(people: readonly (readonly Interval[])[]): CurvePoint[] {
  const steps = new Map<number, number>();
  const add = (at: number, step: number) => steps.set(at, (steps.get(at) ?? 0) + step);
  for (const { start, end } of people.flat()) {
    add(start, 1);
    add(end, -1);
  }
  const points: CurvePoint[] = [];
  let count = 0;
  for (const [at, step] of [...steps].sort(([a], [b]) => a - b)) {
    count += step;
    if (step !== 0) points.push({ at, people: count });
  }
  return points;
}

/** The most people at once. */
export const mostAtOnce = (people: readonly (readonly Interval[])[]): number =>
  curveOf(people).reduce((most, point) => Math.max(most, point.people), 0);
