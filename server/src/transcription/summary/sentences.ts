import { mapInTurns } from '../../platform/concurrency/turns.ts';
import type { SegmentRow } from '../store.ts';
import type { Words } from './words/terms.ts';

/** A part of a transcript that one person said. Times are seconds from the recording's start. */
export interface SummarySegment {
  start: number;
  end: number;
  text: string;
  speaker: string;
}

export const summarySegmentsOf = (
  rows: readonly Pick<SegmentRow, 'startSeconds' | 'endSeconds' | 'text' | 'speaker'>[],
): SummarySegment[] =>
  rows.map(({ startSeconds: start, endSeconds: end, text, speaker }) => ({ start, end, text, speaker }));

export interface Sentence extends SummarySegment {
  /** Terms with how often they occur. */
  terms: ReadonlyMap<string, number>;
  /** Number of words that say something about the topic. */
  length: number;
}

/** An engine cuts long sentences, and some write no punctuation. Longer texts are not joined. */
const longestJoined = 240;
const longestGap = 1.5;

const isComplete = (text: string): boolean => /[.!?…。！？]["'»”)]*$/u.test(text.trim());

/** Joins a speaker's segments that an engine cut within a sentence. @returns them in order of their start */
function joinCut(segments: readonly SummarySegment[]): SummarySegment[] {
  const joined: SummarySegment[] = [];
  const latest = new Map<string, SummarySegment>();
  for (const segment of segments) {
    const before = latest.get(segment.speaker);
    const continues =
      before !== undefined &&
      !isComplete(before.text) &&
      segment.start - before.end <= longestGap &&
      before.text.length + segment.text.length <= longestJoined;
    if (continues) {
      before.text = `${before.text.trim()} ${segment.text.trim()}`;
      before.end = Math.max(before.end, segment.end);
      continue;
    }
    const own = { ...segment };
    latest.set(segment.speaker, own);
    joined.push(own);
  }
  return joined;
}

function sentenceOf(
  text: string,
  segment: SummarySegment,
  terms: readonly string[],
): Omit<Sentence, 'start' | 'end'> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { text, speaker: segment.speaker, terms: counts, length: terms.length };
}

/** @returns the sentences of a transcript in time order; the times within a segment follow from the length of the text */
export async function sentencesOf(segments: readonly SummarySegment[], words: Words): Promise<Sentence[]> {
  // The mark of speech that could not be transcribed has no letters.
  const joined = joinCut(segments.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  const found = await mapInTurns(joined, (segment) => {
    const parts = words.sentencesOf(segment.text);
    const total = parts.reduce((sum, part) => sum + part.length, 0) || 1;
    const perUnit = Math.max(0, segment.end - segment.start) / total;
    let start = segment.start;
    return parts.map((text) => {
      const begin = start;
      start += perUnit * text.length;
      return { start: begin, end: start, ...sentenceOf(text, segment, words.termsOf(text)) };
    });
  });
  return found.flat();
}
