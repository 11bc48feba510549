import { knownLanguage, type Language } from '../../../contract/languages.ts';

export { knownLanguage, type Language, languages } from '../../../contract/languages.ts';

/** The first of the reader's languages that we have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = knownLanguage(tag);
    if (known) return known;
  }
  return 'en';
}

/** The language in its own name, so that its readers recognize it. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}
