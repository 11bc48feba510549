import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Words } from './words/terms.ts';

/** A part of a transcript that one person said. Times are seconds from the recording's start. */
export interface SummarySegment {
  start: number;
  end: number;
  text: string;
  speaker: string;
}

export interface Sentence {
  start: number;
  end: number;
  text: string;
  speaker: string;
  /** Terms with how often they occur. */
  terms: ReadonlyMap<string, number>;
  /** Number of words that say something about the topic. */
  length: number;
}

/** The event loop serves other requests after so many code units: a few ms of work. */
const turnLength = 4000;

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
  const sentences: Sentence[] = [];
  let work = 0;
  // The mark of speech that could not be transcribed has no letters.
  const joined = joinCut(segments.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  await nextTurn();
  for (const segment of joined) {
    const parts = words.sentencesOf(segment.text);
    const total = parts.reduce((sum, part) => sum + part.length, 0) || 1;
    const perUnit = Math.max(0, segment.end - segment.start) / total;
    let start = segment.start;
    for (const text of parts) {
      const end = start + perUnit * text.length;
      sentences.push({ start, end, ...sentenceOf(text, segment, words.termsOf(text)) });
      start = end;
    }
    work += segment.text.length;
    if (work < turnLength) continue;
    work = 0;
    await nextTurn();
  }
  return sentences;
}
