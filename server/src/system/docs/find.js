/** Splits a text into words for the search: lower case, separated by everything except letters, digits and _. */
export const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Weighs a word in a text: a whole word counts more than a prefix, a prefix more than another part of a word. */
function weigh(text, word) {
  const lower = text.toLowerCase();
  if (!lower.includes(word)) return 0;
  const words = wordsOf(text);
  if (words.includes(word)) return 3;
  return words.some((one) => one.startsWith(word)) ? 2 : 1;
}

/**
 * Returns the sections that have every word of the query, best first. A word in a heading counts more than one in the
 * page's title, and that more than one in the text. A shorter section comes before a longer one of the same rank,
 * because more of its text is about the query.
 */
export function findSections(sections, query) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => {
      const scores = words.map(
        (word) => 12 * weigh(section.title, word) + 4 * weigh(section.page, word) + weigh(section.text, word),
      );
      return { section, score: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.section.text.length - b.section.text.length)
    .map(({ section }) => section);
}

/** Returns the part of a text around a word of the query. */
export function excerptOf(text, query) {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...wordsOf(query).map((word) => lower.indexOf(word)));
  const begin = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
  const end = text.length - begin <= 150 ? text.length : text.lastIndexOf(' ', begin + 150);
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, Math.max(end, at))}${end < text.length ? ' …' : ''}`;
}
