import { type Language, languages, localeOf } from '../../../contract/languages.ts';
import { after, seconds } from '../platform/clock.ts';

/** As names of rooms and recordings. */
const longest = 200;

const dayFormat = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone });

/** Made once: a list of recordings asks hundreds of times. */
const dayFormats = languages.map((language) => dayFormat(language, 'UTC'));

/** The days that usual names of recordings which are created then may have, in each language and zone. */
export const daysOf = (at: Date): string[] =>
  [-12, 0, 14].flatMap((hours) => {
    const there = after(seconds(hours * 3600), at);
    return dayFormats.map((format) => format.format(there));
  });

/** Whether a clock of some zone may show these minutes then: zones differ from UTC by quarters of an hour. */
export const isMinuteOf = (minute: number, at: Date): boolean => minute % 15 === at.getUTCMinutes() % 15;

/**
 * The usual name of a recording, such as `Algebra, 28 November 2026, 23:36`, by the clock of a time zone. The time tells
 * two recordings of one day apart.
 */
export function usualName(
  room: string,
  at: Date,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone });
  const end = `, ${dayFormat(language, timeZone).format(at)}, ${time.format(at)}`;
  return `${[...room].slice(0, longest - end.length).join('')}${end}`;
}
