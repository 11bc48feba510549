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
