import type { Language } from './languages.ts';

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  ru: new Intl.PluralRules('ru'),
};

/** The plural form for the number; `#` in it becomes the number. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = forms[rules[language].select(count)] ?? forms.other;
  return form.replaceAll('#', count.toLocaleString(language));
}
