import { serverTimeZone } from '../platform/clock.ts';
import type { EmailLanguage } from '../platform/mail/language.ts';

const locales: Record<EmailLanguage, string> = { en: 'en-GB', ru: 'ru-RU' };
/** As names of rooms and recordings. */
const longest = 200;

/** The usual name of a recording, such as `Algebra, 28 November 2026`, by the calendar of the server's time zone. */
export function usualName(room: string, at: Date, language: EmailLanguage): string {
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: serverTimeZone() });
  const end = `, ${day.format(at)}`;
  return `${[...room].slice(0, longest - end.length).join('')}${end}`;
}
