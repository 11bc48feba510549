import { clock, dateFormat, timeOfDay } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/languages.ts';

type Times = { startedAt: string; finishedAt: string | null };

const toTheMinute: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...clock,
};

/** When a call was, in the reader's time zone: its day, its begin and its end. */
export function callTimeText({ startedAt, finishedAt }: Times, language: Language): string {
  const format = dateFormat(language, toTheMinute);
  const start = new Date(startedAt);
  return finishedAt ? format.formatRange(start, new Date(finishedAt)) : format.format(start);
}

/** Day and time for a narrow column; the year is named if it is not the current one. */
export function shortTimeText(at: string, language: Language, now: Date): { day: string; time: string } {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === now.getFullYear();
  const day = dateFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
  return { day, time: timeOfDay(date, language) };
}
