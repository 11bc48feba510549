export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The first of the reader's languages that we have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    const known = languages.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}
