/** The languages of our texts: each one is a folder of `texts/`. English is the source of all others. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The language that a tag such as `ru-RU` names, if we have it. */
export function knownLanguage(tag: string): Language | undefined {
  const base = tag.toLowerCase().split('-')[0];
  return languages.find((language) => language === base);
}

/** The locale of dates, on pages, in emails and in names: in English the day comes before the month, with 24 hours. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);
