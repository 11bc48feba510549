import { dateFormat } from '../../../../i18n/formats.ts';

type WeekInfo = { firstDay: number };
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

const sundayFirst = 'US CA MX BR JP KR TW HK IN IL AU ZA PH TH'.split(' ');

/** The page's language as the reader's browser writes it: `en-GB` begins its weeks on another day than `en-US`. */
export const readerLocale = (language: string, wanted: readonly string[] = navigator.languages): string =>
  wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;

/** The first day of the week, 1 for Monday to 7 for Sunday. */
export function firstDayOf(tag: string): number {
  const locale: LocaleWithWeek = new Intl.Locale(tag);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  // Firefox does not know it.
  return info?.firstDay ?? (sundayFirst.includes(locale.maximize().region ?? '') ? 7 : 1);
}

/** The days of the week in the order of the locale; Sunday is 0. */
export const weekdaysFrom = (firstDay: number): number[] =>
  Array.from({ length: 7 }, (_, index) => (firstDay + index) % 7);

/** The 1st of August 2021 was a Sunday. */
export const weekdayName = (weekday: number, language: string, weekdayStyle: 'short' | 'long'): string =>
  dateFormat(language, { weekday: weekdayStyle, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2021, 7, 1 + weekday)),
  );
