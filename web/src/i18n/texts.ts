import { type Texts, textFiles } from './compiled/index.ts';
import type { Language } from './languages.ts';

export type { Texts };

/** The texts of every page, and those of the panel, for which people who enter a room do not wait. */
export type TextSet = 'first' | 'panel';

const files: Record<Language, Record<TextSet, () => Promise<Partial<Texts>>>> = textFiles;

const loaded: Partial<Record<Language, Partial<Texts>>> = {};

/** Downloads a set of texts of a language, once. */
export async function loadTextSet(language: Language, set: TextSet): Promise<void> {
  const texts = await files[language][set]();
  loaded[language] = { ...loaded[language], ...texts };
}

/** Downloads all texts of a language. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all([loadTextSet(language, 'first'), loadTextSet(language, 'panel')]);
}

/** The texts of one section. Its set must be loaded. */
export function textsIn<S extends keyof Texts>(language: Language, section: S): Texts[S] {
  const texts = loaded[language]?.[section];
  if (!texts) throw new Error(`The texts "${section}" of "${language}" are not loaded.`);
  return texts as Texts[S];
}
