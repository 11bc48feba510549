import { cueTime } from '../../../platform/cue-time.ts';

/** One caption; times in seconds. */
export interface Cue {
  start: number;
  end: number;
  /** In the markup of WebVTT. */
  text: string;
}

/** More than a recording of a whole day has. */
const mostCues = 50_000;

const clock = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/;

function secondsOf(text: string | undefined): number | undefined {
  const parts = clock.exec(text ?? '');
  if (!parts) return undefined;
  const [, hours = '0', minutes, seconds, fraction = ''] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

/** SubRip has the tags b, i and u, and no escapes. */
const fromSubRip = (line: string): string =>
  line
    .replace(/<(?!\/?[biu]>)[^>]*>/gi, '')
    .replaceAll('&', '&amp;')
    .replace(/<(?!\/?[biu]>)/gi, '&lt;');

/** @returns undefined for a block that is no caption, such as a note or a style */
function cueOf(lines: string[], isVtt: boolean): Cue | undefined {
  // The number or name of a caption stands before its time.
  const at = lines.slice(0, 2).findIndex((line) => line.includes('-->'));
  if (at < 0) return undefined;
  const [from = '', rest = ''] = (lines[at] ?? '').split('-->', 2);
  const start = secondsOf(from.trim());
  const end = secondsOf(rest.trim().split(/\s/, 1)[0]);
  if (start === undefined || end === undefined || end <= start) return undefined;
  const said = lines.slice(at + 1).filter((line) => line.trim() !== '' && !line.includes('-->'));
  const text = (isVtt ? said : said.map(fromSubRip)).join('\n');
  return text === '' ? undefined : { start, end, text };
}

/** Reads WebVTT or SubRip, whichever it is. Blocks that cannot be read are left out; there may be no other. */
export function readSubtitles(content: string): Cue[] {
  const text = content
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n');
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text);
  const cues: Cue[] = [];
  for (const block of text.split(/\n[ \t]*\n/)) {
    const cue = cueOf(block.replace(/^\n+/, '').split('\n'), isVtt);
    if (cue) cues.push(cue);
    if (cues.length === mostCues) break;
  }
  return cues.sort((a, b) => a.start - b.start);
}

/** A part of a recording on the time of the whole. */
export interface Span {
  from: number;
  to: number;
}

/** The captions of one part, by its own time. */
export const cuesWithin = (cues: readonly Cue[], { from, to }: Span): Cue[] =>
  cues
    .filter(({ start, end }) => end > from && start < to)
    .map(({ start, end, text }) => ({
      start: Math.max(start, from) - from,
      end: Math.min(end, to) - from,
      text,
    }));

export const writeVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT\n',
    ...cues.map(({ start, end, text }) => `${cueTime(start, '.')} --> ${cueTime(end, '.')}\n${text}\n`),
  ].join('\n');
