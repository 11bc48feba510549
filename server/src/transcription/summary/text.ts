import { knownLanguage } from '../../../../contract/languages.ts';
import { shownTime } from '../../platform/cue-time.ts';
import type { StoredSummary } from '../../platform/db/tables.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { Sentence } from './sentences.ts';

/** `highlights`: the recording's own sentences; `model`: what a language model wrote about them. */
export type Summary = StoredSummary;

/** `5:07`, `1:05:07`. */
const positionText = (start: number): string => shownTime(start).replace(/^0:0?/, '');

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
  const topics = sections.map(({ title, start }) => ({ start, text: `${positionText(start)} ${title}` }));
  const said = lines.map(({ text, start }) => ({ start, text: `- ${text} (${positionText(start)})` }));
  // At the same second a topic precedes what was said about it: the sort is stable.
  const summary = [...topics, ...said].sort((one, other) => one.start - other.start).map(({ text }) => text);
  const promised = tasks.map(
    ({ text, owner, start }) =>
      `☐ ${owner === undefined ? '' : `${owner}: `}${text} (${positionText(start)})`,
  );
  return [summary, promised]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
}
