import type { Language } from '../../../../contract/languages.ts';
import { cueTime, escapedCue } from '../../platform/cue-time.ts';
import { texts } from '../../platform/texts/compiled/index.ts';

/** A page that came into the picture of a recording. */
export interface NewChapter {
  /** Seconds of the recording. */
  start: number;
  title: string;
  documentId: string;
  documentName: string;
  page: number;
}

export interface ChapterRow extends NewChapter {
  end: number;
}

/** In characters. */
const longestTitle = 200;

/** The first line of a page, or its number. */
export function titleOfPage({ page, text }: { page: number; text: string }, language: Language): string {
  const [line = ''] = text
    .split(/[\r\n]+/)
    .map((one) => one.replace(/[\p{C}\s]+/gu, ' ').trim())
    .filter(Boolean);
  return [...line].slice(0, longestTitle).join('').trim() || texts[language].recordingPlayback.page(page);
}

/** A cue has to end after its start, in seconds. */
const shortestCue = 0.001;

/** WebVTT of the kind `chapters`. */
export function chaptersVtt(chapters: readonly ChapterRow[]): string {
  const cues = chapters.map(({ start, end, title }) => {
    const time = `${cueTime(start, '.')} --> ${cueTime(Math.max(end, start + shortestCue), '.')}`;
    return `${time}\n${escapedCue(title)}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
