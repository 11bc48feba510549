/** A place of the searched words in the transcript: code units in the text of a row. */
export type Match = { row: number; from: number; to: number };

/** Lower case and without the dots of ё, letter by letter, so that positions stay the same. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : Array.from(text, foldLetter).join('');
  return same.replaceAll('ё', 'е');
}

function foldLetter(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/** Every place of the searched words, in the order of the rows. */
export function findMatches(texts: readonly string[], searched: string): Match[] {
  const wanted = fold(searched.trim().replace(/\s+/gu, ' '));
  if (wanted === '') return [];
  const matches: Match[] = [];
  for (const [row, text] of texts.entries()) {
    const folded = fold(text);
    let from = folded.indexOf(wanted);
    while (from !== -1) {
      matches.push({ row, from, to: from + wanted.length });
      from = folded.indexOf(wanted, from + wanted.length);
    }
  }
  return matches;
}

/** The next or the previous of `count` matches, in a circle. */
export const stepMatch = (current: number, { by, count }: { by: 1 | -1; count: number }): number =>
  count === 0 ? -1 : (current + by + count) % count;

/** A part of a text; `match` is the index of the range that marks it. */
type TextPart = { text: string; from: number; match: number | undefined };

/** Cuts a text at the ranges that are to be marked. */
export function markedParts(text: string, ranges: readonly { from: number; to: number }[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const add = (to: number, match: number | undefined): void => {
    if (to > at) parts.push({ text: text.slice(at, to), from: at, match });
    at = Math.max(at, to);
  };
  for (const [index, { from, to }] of ranges.entries()) {
    add(from, undefined);
    add(to, index);
  }
  add(text.length, undefined);
  return parts;
}
