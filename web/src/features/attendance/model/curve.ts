import type { CurvePoint, TimeRange } from '../../../panel/report/curve-points.ts';

type Interval = { startedAt: string; endedAt: string };

/** The number of people over time: one point for each moment at which it changes, from the start of the call. */
export function curveOf(people: readonly { intervals: { online: readonly Interval[] } }[], range: TimeRange) {
  const entries: number[] = [];
  const exits: number[] = [];
  for (const { intervals } of people) {
    for (const { startedAt, endedAt } of intervals.online) {
      entries.push(Date.parse(startedAt));
      exits.push(Date.parse(endedAt));
    }
  }
  const sortedEntries = Float64Array.from(entries).sort();
  const sortedExits = Float64Array.from(exits).sort();
  const points: CurvePoint[] = [{ at: range.start, people: 0 }];
  let [entered, left] = [0, 0];
  while (left < sortedExits.length) {
    const at = Math.min(sortedEntries[entered] ?? Number.POSITIVE_INFINITY, sortedExits[left] as number);
    while (sortedEntries[entered] === at) entered += 1;
    while (sortedExits[left] === at) left += 1;
    const last = points.at(-1) as CurvePoint;
    if (last.at >= at) last.people = entered - left;
    else if (last.people !== entered - left) points.push({ at, people: entered - left });
  }
  // People who are still there are counted until now, so the curve does not fall at its end.
  const last = points.at(-1) as CurvePoint;
  const previous = points.at(-2);
  if (last.at >= range.end && previous) points.splice(-1, 1, { at: range.end, people: previous.people });
  else points.push({ at: range.end, people: last.people });
  return points;
}
