/** Times in milliseconds. */
export type TimeRange = { start: number; end: number };
export type CurvePoint = { at: number; people: number };

/** The index of the last point that is not after the moment. */
function indexAt(points: readonly CurvePoint[], at: number): number {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle] as CurvePoint).at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const peopleAt = (points: readonly CurvePoint[], at: number): number =>
  points[indexAt(points, at)]?.people ?? 0;

const minute = 60_000;
const steps = [
  1_000,
  5_000,
  15_000,
  30_000,
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((n) => n * minute),
];

/** The smallest round step of which at most `most` fit into the range. */
export function stepOf({ start, end }: TimeRange, most: number): number {
  const length = Math.max(1, end - start);
  const largest = steps.at(-1) as number;
  return steps.find((step) => length / step <= most) ?? largest * Math.ceil(length / largest / most);
}

/** Round times on the reader's clock within the range. */
export function ticksOf(range: TimeRange, most: number): number[] {
  const step = stepOf(range, most);
  const offset = new Date(range.start).getTimezoneOffset() * minute;
  const first = Math.ceil((range.start - offset) / step) * step + offset;
  return Array.from(
    { length: Math.max(0, Math.floor((range.end - first) / step) + 1) },
    (_, n) => first + n * step,
  );
}

type CurveSample = { from: number; to: number; fewest: number; most: number };

/** The curve in at most `rows` parts of equal length, each with its fewest and most people. */
export function sampleCurve(points: readonly CurvePoint[], range: TimeRange, rows: number): CurveSample[] {
  const inner = ticksOf(range, rows - 1).filter((at) => at > range.start && at < range.end);
  const edges = [range.start, ...inner, range.end];
  return edges.slice(1).map((to, index) => {
    const from = edges[index] as number;
    let [fewest, most] = [peopleAt(points, from), peopleAt(points, from)];
    for (let n = indexAt(points, from) + 1; n < points.length && (points[n] as CurvePoint).at < to; n += 1) {
      const { people } = points[n] as CurvePoint;
      fewest = Math.min(fewest, people);
      most = Math.max(most, people);
    }
    return { from, to, fewest, most };
  });
}
