import { knownLanguage } from '../../../../contract/languages.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { Sentence } from './sentences.ts';

export interface Summary {
  /** `highlights`: the recording's own sentences; `model`: what a language model wrote about them. */
  kind: 'highlights' | 'model';
  /** Plain text. Empty if nothing was said. */
  text: string;
  sections: { title: string; start: number }[];
  lines: { text: string; start: number }[];
  tasks: { text: string; owner?: string; start: number }[];
}

/** `5:07`, `1:05:07`. */
export function positionText(start: number): string {
  const whole = Math.max(0, Math.floor(start));
  const minutes = Math.floor(whole / 60) % 60;
  const seconds = String(whole % 60).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** The first line says what the text is: a client that shows only the text must not present it as a summary. */
export function highlightsText(sentences: readonly Sentence[], language: string | undefined): string {
  if (sentences.length === 0) return '';
  const { heading } = texts[knownLanguage(language ?? '') ?? 'en'].highlights;
  const lines = sentences.map(({ start, speaker, text }) =>
    [positionText(start), speaker === '' ? text : `${speaker}: ${text}`].join(' '),
  );
  return [heading, ...lines].join('\n');
}

/** Topics with what was said about them, then the tasks. The text has no headings of ours, so that it needs no translation. */
export function writtenText({
  sections,
  lines,
  tasks,
}: Pick<Summary, 'sections' | 'lines' | 'tasks'>): string {
  const topics = sections.map(({ title, start }) => ({
    start,
    order: 0,
    text: `${positionText(start)} ${title}`,
  }));
  const sentences = lines.map(({ text, start }) => ({
    start,
    order: 1,
    text: `- ${text} (${positionText(start)})`,
  }));
  const summary = [...topics, ...sentences].sort(
    (one, other) => one.start - other.start || one.order - other.order,
  );
  const promised = tasks.map(
    ({ text, owner, start }) =>
      `☐ ${owner === undefined ? '' : `${owner}: `}${text} (${positionText(start)})`,
  );
  return [summary.map(({ text }) => text), promised]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
}
