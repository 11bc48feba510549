import { type Language, languages } from '../../../contract/languages.ts';
import { serverTimeZone } from '../platform/clock.ts';
import { localeOf } from '../platform/mail/language.ts';

/** As names of rooms and recordings. */
const longest = 200;

const formatsOf = (language: Language) => {
  const timeZone = serverTimeZone();
  return {
    day: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }),
    time: new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone }),
  };
};

/** Made once: a list of recordings asks hundreds of times. */
const formats = Object.fromEntries(languages.map((language) => [language, formatsOf(language)])) as Record<
  Language,
  ReturnType<typeof formatsOf>
>;

const dayIn = (language: Language, at: Date): string => formats[language].day.format(at);

const minuteIn = (language: Language, at: Date): string =>
  `${dayIn(language, at)}, ${formats[language].time.format(at)}`;

/** How usual names of recordings that are created then end, in each language. */
export const minutesOf = (at: Date): string[] => languages.map((language) => minuteIn(language, at));

/** How these names ended before they had the time. */
export const daysOf = (at: Date): string[] => languages.map((language) => dayIn(language, at));

/**
 * The usual name of a recording, such as `Algebra, 28 November 2026, 23:36`, by the clock of the server's time zone.
 * The time tells two recordings of one day apart.
 */
export function usualName(room: string, at: Date, language: Language): string {
  const end = `, ${minuteIn(language, at)}`;
  return `${[...room].slice(0, longest - end.length).join('')}${end}`;
}
