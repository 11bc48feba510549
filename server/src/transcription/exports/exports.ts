import { captionCues } from '../../../../contract/captions.ts';
import { cueTime, escapedCue, shownTime } from '../../platform/cue-time.ts';
import type { Segment } from '../present.ts';
import { oneLine } from '../text.ts';

/** The fields of a segment that files contain. */
export type ExportedSegment = Pick<Segment, 'start' | 'end' | 'text' | 'speaker' | 'words'>;

/** A cue has to end after its start, in seconds. */
const shortestCue = 0.001;

/** Captions of at most two lines, by their starts: people may speak at the same time. */
const cuesOf = (segments: readonly ExportedSegment[]) =>
  segments
    .flatMap((segment) =>
      captionCues({ ...segment, text: oneLine(segment.text) }).map((cue) => ({
        ...cue,
        end: Math.max(cue.end, cue.start + shortestCue),
        speaker: oneLine(segment.speaker),
      })),
    )
    .sort((a, b) => a.start - b.start);

/** WebVTT with the speaker of each cue as its voice (`<v Name>`). */
export function toVtt(segments: readonly ExportedSegment[]): string {
  const cues = cuesOf(segments).map(({ start, end, speaker, lines }) => {
    const text = lines.map(escapedCue).join('\n');
    return `${cueTime(start, '.')} --> ${cueTime(end, '.')}\n<v ${escapedCue(speaker)}>${text}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** SubRip has no escapes: similar characters replace those that players read as markup or as a time line. */
const plain = (text: string): string => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

/** SubRip. A cue begins with its speaker's name if another person spoke before. */
export function toSrt(segments: readonly ExportedSegment[]): string {
  const cues: string[] = [];
  let before: string | undefined;
  for (const { start, end, speaker, lines } of cuesOf(segments)) {
    const name = speaker === before ? '' : `${plain(speaker)}: `;
    const text = `${name}${lines.map(plain).join('\n')}`;
    cues.push(`${cues.length + 1}\n${cueTime(start, ',')} --> ${cueTime(end, ',')}\n${text}\n`);
    before = speaker;
  }
  return cues.join('\n');
}

/** A line for each segment: its time, its speaker and its text. */
export const toTxt = (segments: readonly ExportedSegment[]): string =>
  segments
    .map(({ start, speaker, text }) => `[${shownTime(start)}] ${oneLine(speaker)}: ${oneLine(text)}\n`)
    .join('');
