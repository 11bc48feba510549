import { type Language, languages } from '../../../contract/languages.ts';
import { serverTimeZone } from '../platform/clock.ts';
import { localeOf } from '../platform/mail/language.ts';

/** As names of rooms and recordings. */
const longest = 200;

/** Made once: a list of recordings asks hundreds of times. */
const formats = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: serverTimeZone() }),
  ]),
) as Record<Language, Intl.DateTimeFormat>;

/** How usual names of recordings that are created then end, in each language. */
export const daysOf = (at: Date): string[] => Object.values(formats).map((format) => format.format(at));

/** The usual name of a recording, such as `Algebra, 28 November 2026`, by the calendar of the server's time zone. */
export function usualName(room: string, at: Date, language: Language): string {
  const end = `, ${formats[language].format(at)}`;
  return `${[...room].slice(0, longest - end.length).join('')}${end}`;
}
