import { offsetIn, wallTimeIn } from './zone-time.ts';

export type PreviewRow = {
  at: Date;
  /** For each zone, by how many milliseconds its clock was changed since the row before; 0 in the first row. */
  changes: number[];
};

/** The starts with the clock changes between them. */
export function previewRows(starts: readonly string[], zones: readonly string[]): PreviewRow[] {
  const moments = starts.map((start) => new Date(start));
  return moments.map((at, index) => {
    const before = moments[index - 1] ?? at;
    return { at, changes: zones.map((zone) => offsetIn(zone, at) - offsetIn(zone, before)) };
  });
}

/** True if the clocks of both zones show the same at all these moments. */
export function showSameTimes(one: string, other: string, moments: readonly Date[]): boolean {
  return moments.every((at) => {
    const [first, second] = [wallTimeIn(one, at), wallTimeIn(other, at)];
    return first.date === second.date && first.time === second.time;
  });
}
