import { offsetIn, wallTimeIn } from './zone-time.ts';

export type PreviewRow = {
  at: Date;
  /** For each zone, by how many milliseconds its clock was changed since the row before. */
  changes: number[];
};

/** The starts with the clock changes between them; for the first one, since `now`. */
export function previewRows(starts: readonly string[], zones: readonly string[], now: Date): PreviewRow[] {
  let before = now;
  return starts.map((start) => {
    const at = new Date(start);
    const changes = zones.map((zone) => offsetIn(zone, at) - offsetIn(zone, before));
    before = at;
    return { at, changes };
  });
}

/** True if the clocks of both zones show the same at all these moments. */
export function showSameTimes(one: string, other: string, moments: readonly Date[]): boolean {
  return moments.every((at) => {
    const [first, second] = [wallTimeIn(one, at), wallTimeIn(other, at)];
    return first.date === second.date && first.time === second.time;
  });
}
