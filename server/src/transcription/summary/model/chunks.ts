import type { Sentence } from '../sentences.ts';

/** The part of a call that one request contains. */
export type Chunk = readonly Sentence[];

const longestSentence = 1000;
/** A turn says its position and speaker once; longer ones say them again, so that positions stay exact. */
const longestTurn = 300;
const longestGap = 3;
/** The cut is made within the last quarter of a chunk. */
const earliestCut = 0.75;

interface Turn {
  at: number;
  speaker: string;
  text: string;
}

/** Brackets would let a participant write the marks by which a service separates instructions from data. */
const withoutMarks = (text: string): string =>
  text.replace(/[\p{C}<>[\]{}|]+/gu, ' ').slice(0, longestSentence);

const sizeOf = ({ text, speaker }: Sentence): number =>
  Math.min(text.length, longestSentence) + speaker.length + 34;

/** A pause, or the beginning of somebody else's turn: a large value is a good place for a cut. */
const breakBetween = (before: Sentence, next: Sentence): number =>
  Math.max(0, next.start - before.end) + (before.speaker === next.speaker ? 0 : 1);

/** @returns how many of the first sentences make up the next chunk */
function nextCut(sentences: readonly Sentence[], dataLength: number): number {
  let size = 0;
  let cut = 0;
  let best = -1;
  for (const [at, sentence] of sentences.entries()) {
    const before = sentences[at - 1];
    if (before && size > earliestCut * dataLength) {
      const found = breakBetween(before, sentence);
      if (found > best) [best, cut] = [found, at];
    }
    size += sizeOf(sentence);
    if (size > dataLength) return cut || Math.max(1, at);
  }
  return sentences.length;
}

/** Divides a call into chunks of at most `dataLength` code units of data, at pauses and between speakers. */
export function chunksOf(sentences: readonly Sentence[], dataLength: number): Chunk[] {
  const chunks: Chunk[] = [];
  let left = sentences;
  while (left.length > 0) {
    const cut = nextCut(left, dataLength);
    chunks.push(left.slice(0, cut));
    left = left.slice(cut);
  }
  return chunks;
}

function turnsOf(chunk: Chunk): Turn[] {
  const turns: Turn[] = [];
  let end = 0;
  for (const sentence of chunk) {
    const text = withoutMarks(sentence.text);
    const turn = turns.at(-1);
    const continues = turn?.speaker === withoutMarks(sentence.speaker) && sentence.start - end <= longestGap;
    if (turn && continues && turn.text.length + text.length <= longestTurn) turn.text += ` ${text}`;
    else turns.push({ at: Math.floor(sentence.start), speaker: withoutMarks(sentence.speaker), text });
    end = sentence.end;
  }
  return turns;
}

/** The data of a request. */
export const transcriptData = (chunk: Chunk): string => JSON.stringify({ transcript: turnsOf(chunk) });
