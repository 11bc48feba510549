import type { Language } from './languages.ts';

/** All texts by section. English defines them: a text that another language lacks does not compile. */
export type Texts = typeof import('./en.ts');

const files: Record<Language, () => Promise<Texts>> = {
  en: () => import('./en.ts'),
  ru: () => import('./ru.ts'),
};

const loaded: Partial<Record<Language, Texts>> = {};

/** Downloads the texts of a language, once. */
export async function loadTexts(language: Language): Promise<void> {
  loaded[language] ??= await files[language]();
}

/** The texts of one section. The language must be loaded. */
export function textsIn<S extends keyof Texts>(language: Language, section: S): Texts[S] {
  const texts = loaded[language];
  if (!texts) throw new Error(`The texts of "${language}" are not loaded.`);
  return texts[section];
}
