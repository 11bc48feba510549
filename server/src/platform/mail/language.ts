/** The languages of our emails. */
export type EmailLanguage = 'en' | 'ru';

/** Selects the language that the reader's browser prefers among those we have. */
export function languageOf(acceptLanguage: string): EmailLanguage {
  const wishes = acceptLanguage.split(',').map((part, position) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const said = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
    return { language: tag.split('-')[0], weight: said === undefined ? 1 : Number(said), position };
  });
  const known = wishes.filter(
    ({ language, weight }) => (language === 'ru' || language === 'en') && weight > 0,
  );
  const [best] = known.sort((a, b) => b.weight - a.weight || a.position - b.position);
  return best?.language === 'ru' ? 'ru' : 'en';
}
