import type { Answer } from '../../../../contract/routes.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type FoundSegment, marks, searchSegments, type TranscriptSearch } from './search.store.ts';

/**
 * Whether the text ends with a word that somebody may still be typing: not a short one, which begins too many words,
 * not an excluded one, and not the end of a phrase in quotes.
 */
export function endsWithOpenWord(text: string): boolean {
  const isInQuotes = (text.match(/"/g)?.length ?? 0) % 2 === 1;
  return !isInQuotes && /(?:^|\s)[\p{L}\p{N}]{4,}$/u.test(text);
}

const eitherMark = new RegExp(`([${marks.start}${marks.end}])`);

/** The positions of the found words, from a text with marks around them. */
export function matchesIn(marked: string): { from: number; to: number }[] {
  const matches: { from: number; to: number }[] = [];
  let at = 0;
  let from = 0;
  for (const part of marked.split(eitherMark)) {
    if (part === marks.start) from = at;
    else if (part === marks.end) matches.push({ from, to: at });
    else at += part.length;
  }
  return matches;
}

/** The part of a page's text that is marked. The marked one has е instead of ё, and no other difference. */
function partOf(text: string, marked: string): string {
  const part = marked
    .split(eitherMark)
    .filter((_, index) => index % 2 === 0)
    .join('');
  const at = text.replaceAll('ё', 'е').replaceAll('Ё', 'Е').indexOf(part);
  return at < 0 ? part : text.slice(at, at + part.length);
}

const presentFound = ({
  recordedAt,
  marked,
  text,
  ...found
}: FoundSegment): Answer<'searchSpace'>['items'][number] => ({
  ...found,
  text: found.page === null ? text : partOf(text, marked),
  recordedAt: timestamp(recordedAt),
  matches: matchesIn(marked),
});

/** Finds what was said and shown in the recordings of rooms that the account leads. */
export async function searchTranscripts(db: Db, search: TranscriptSearch): Promise<Answer<'searchSpace'>> {
  const { items, total } = await searchSegments(db, search, endsWithOpenWord(search.text));
  return { items: items.map(presentFound), total };
}
