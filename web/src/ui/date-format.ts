import type { Language } from '../i18n/languages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a format is slow and a list needs the same ones repeatedly. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}
