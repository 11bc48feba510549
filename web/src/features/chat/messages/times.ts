import { dateFormat, timeOfDay } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/languages.ts';
import type { Texts } from '../../../i18n/texts.ts';

export const exactTimeOf = (at: Date, language: Language): string =>
  dateFormat(language, { dateStyle: 'long', timeStyle: 'medium' }).format(at);

export const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

const monthDay = { day: 'numeric', month: 'long' } as const;
const monthDayOf = (at: Date, language: Language): string => dateFormat(language, monthDay).format(at);

type Reader = { language: Language; now: Date; words: Texts['chat'] };

export function dayOf(at: Date, { language, now, words }: Reader): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (isSameDay(at, now)) return words.today;
  if (isSameDay(at, yesterday)) return words.yesterday;
  const isThisYear = at.getFullYear() === now.getFullYear();
  return isThisYear
    ? monthDayOf(at, language)
    : dateFormat(language, { ...monthDay, year: 'numeric' }).format(at);
}

type CallReader = {
  language: Language;
  words: Texts['chat'];
  /** The start of the running call, in ms. */
  current: number | undefined;
};

/** The line at the first message of a call. */
export function callLine(start: number, { language, words, current }: CallReader): string {
  const at = new Date(start);
  const time = timeOfDay(at, language);
  if (start === current) return words.thisCall(time);
  return words.callOf({ day: monthDayOf(at, language), time });
}
