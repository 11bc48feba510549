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

const presentFound = ({
  recordedAt,
  marked,
  ...found
}: FoundSegment): Answer<'searchSpace'>['items'][number] => ({
  ...found,
  recordedAt: timestamp(recordedAt),
  matches: matchesIn(marked),
});

/** Finds spoken text in the recordings of rooms that the account leads. */
export async function searchTranscripts(db: Db, search: TranscriptSearch): Promise<Answer<'searchSpace'>> {
  const { items, total } = await searchSegments(db, search, endsWithOpenWord(search.text));
  return { items: items.map(presentFound), total };
}
