import { type Texts, textFiles } from './compiled/index.ts';
import type { Language } from './languages.ts';

export type { Texts };

/** The sets of texts that are downloaded apart (`texts/features.json`). Every page has those of `first`. */
export type TextSet = keyof (typeof textFiles)['en'];

const files: Record<Language, Record<TextSet, () => Promise<Partial<Texts>>>> = textFiles;

const loaded: Partial<Record<Language, Partial<Texts>>> = {};

/** Downloads a set of texts of a language, once. */
export async function loadTextSet(language: Language, set: TextSet): Promise<void> {
  const texts = await files[language][set]();
  loaded[language] = { ...loaded[language], ...texts };
}

/** Downloads all texts of a language. */
export async function loadTexts(language: Language): Promise<void> {
  const sets = Object.keys(files[language]) as TextSet[];
  await Promise.all(sets.map((set) => loadTextSet(language, set)));
}

/** The texts of one section. A set that has it must be loaded. */
export function textsIn<S extends keyof Texts>(language: Language, section: S): Texts[S] {
  const texts = loaded[language]?.[section];
  if (!texts) throw new Error(`The texts "${section}" of "${language}" are not loaded.`);
  return texts as Texts[S];
}
