import { offsetIn } from './zone-time.ts';

/** A start, and the time that the clock of the event's zone shows then, by the rules of the server. */
export type PreviewedStart = { at: Date; local: string };

export type PreviewRow = {
  at: Date;
  /** Times on a clock as if they were UTC: of the event's zone, and of the reader's. */
  clocks: [Date, Date];
  /** For each of them, by how many milliseconds it was changed since the row before; 0 in the first row. */
  changes: [number, number];
};

/** The starts with the clock changes between them. @param own the zone of the reader's browser */
export function previewRows(starts: readonly PreviewedStart[], own: string): PreviewRow[] {
  const offsets = starts.map(
    ({ at, local }) => [Date.parse(`${local}Z`) - at.getTime(), offsetIn(own, at)] as const,
  );
  return starts.map(({ at }, index) => {
    const [event = 0, reader = 0] = offsets[index] ?? [];
    const [eventBefore = event, readerBefore = reader] = offsets[index - 1] ?? [];
    return {
      at,
      clocks: [new Date(at.getTime() + event), new Date(at.getTime() + reader)],
      changes: [event - eventBefore, reader - readerBefore],
    };
  });
}

/** True if both clocks show the same, to the minute, in all rows. */
export const showSameTimes = (rows: readonly PreviewRow[]): boolean =>
  rows.every(({ clocks: [event, reader] }) => Math.abs(event.getTime() - reader.getTime()) < 60_000);
