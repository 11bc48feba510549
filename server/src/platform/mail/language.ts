import { knownLanguage, type Language } from '../../../../contract/languages.ts';

/** Selects the language that the reader's browser prefers among those we have. */
export function languageOf(acceptLanguage: string): Language {
  const wishes = acceptLanguage.split(',').map((part, place) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const said = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
    return { language: knownLanguage(tag), weight: said === undefined ? 1 : Number(said), place };
  });
  const known = wishes.filter(({ language, weight }) => language && weight > 0);
  const [best] = known.sort((a, b) => b.weight - a.weight || a.place - b.place);
  return best?.language ?? 'en';
}
