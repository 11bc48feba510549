export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** A text, or a function of what stands in it. */
export type Message = string | ((...values: never[]) => string);

type SameShape<T extends Record<string, Message>> = {
  [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

export type Dictionary<T extends Record<string, Message>> = { en: T; ru: SameShape<T> };

/** Texts of one feature in every language; a text that one of them lacks does not compile. */
export function dictionary<T extends Record<string, Message>>(texts: Dictionary<T>): Dictionary<T> {
  return texts;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  ru: new Intl.PluralRules('ru'),
};

/** The form that goes with the number; `#` in it becomes the number. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = forms[rules[language].select(count)] ?? forms.other;
  return form.replaceAll('#', count.toLocaleString(language));
}

/** The first of the reader's languages that we speak. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    const known = languages.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}
