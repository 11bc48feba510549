/** A measured time, or a ratio of times, and its bound: an upper one, or with `atLeast` a lower one. */
export interface MeasuredLimit {
  what: string;
  measured: number;
  bound: number;
  unit: string;
  atLeast?: boolean;
}

/** The value in the middle; not a number if there are none. */
export const medianOf = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds that `work` takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** The time of `work` beside its upper bound, both in milliseconds. */
export const measureLimit = async (
  what: string,
  bound: number,
  work: () => Promise<unknown>,
): Promise<MeasuredLimit> => ({ what, measured: await timeOf(work), bound, unit: 'ms' });
