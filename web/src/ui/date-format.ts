import type { Language } from '../i18n/languages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is slow, and a list asks for the same ones again and again. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}
