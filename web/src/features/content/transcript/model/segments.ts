import type { TranscriptSegment } from './transcript.ts';

/** Reads the base64 buffer in which the API returns the segments of a transcript. */
export function readSegments(buffer: string): TranscriptSegment[] {
  const bytes = Uint8Array.from(atob(buffer), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as TranscriptSegment[];
}

/** The index of the segment that was the last to begin at that second; -1 before the first one. */
export function segmentIndexAt(segments: readonly { start: number }[], seconds: number): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A row of the transcript: the first one of a turn shows the speaker's name. */
export type TranscriptRow = { segment: TranscriptSegment; speakerKey: string; beginsTurn: boolean };

/** After a longer silence the same speaker is named again, in seconds. */
const longSilence = 60;

/** The shown segments, grouped into turns of their speakers. */
export function rowsOf(
  segments: readonly TranscriptSegment[],
  { keyOf, speaker }: { keyOf: (segment: TranscriptSegment) => string; speaker: string | undefined },
): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let before: { speakerKey: string; end: number } | undefined;
  for (const segment of segments) {
    const speakerKey = keyOf(segment);
    if (speaker !== undefined && speaker !== speakerKey) continue;
    const isSame = before?.speakerKey === speakerKey && segment.start - before.end < longSilence;
    rows.push({ segment, speakerKey, beginsTurn: !isSame });
    before = { speakerKey, end: segment.end };
  }
  return rows;
}

/** The segments after one of them was corrected. */
export const withSegment = (
  segments: readonly TranscriptSegment[],
  changed: TranscriptSegment,
): TranscriptSegment[] => segments.map((segment) => (segment.id === changed.id ? changed : segment));
