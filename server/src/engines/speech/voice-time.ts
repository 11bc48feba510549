import type { CutPiece, CutChunk as VoiceChunk } from '../../../../recorder/folder/cut-job.ts';
import type { SpokenSentence, SpokenWord } from './spoken.ts';

/** Pieces with a longer pause between them do not share a sentence. */
const longestPause = 2;

const endOf = ({ at, duration }: CutPiece): number => at + duration;

/** The piece at a second of the chunk; in the silence between two pieces, the nearer one. */
function pieceAt({ pieces }: VoiceChunk, seconds: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, piece] of pieces.entries()) {
    const distance = Math.max(piece.at - seconds, seconds - endOf(piece), 0);
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}

function inVoice(piece: CutPiece | undefined, seconds: number): number {
  if (!piece) return seconds;
  return piece.from + Math.min(Math.max(seconds - piece.at, 0), piece.duration);
}

/** Turns a second of the chunk into a second of the voice file. */
export const toVoiceTime = (chunk: VoiceChunk, seconds: number): number =>
  inVoice(chunk.pieces[pieceAt(chunk, seconds)], seconds);

/** True if a pause of the voice lies between two pieces that a sentence must not span. */
function isFarApart({ pieces }: VoiceChunk, first: number, second: number): boolean {
  for (let index = first; index < second; index += 1) {
    const [before, after] = [pieces[index], pieces[index + 1]];
    if (before && after && after.from - (before.from + before.duration) > longestPause) return true;
  }
  return false;
}

/** Words of one sentence, by the pieces that they are spoken in. A word belongs to the piece at its middle. */
function groupWords(
  chunk: VoiceChunk,
  words: readonly SpokenWord[],
): { index: number; words: SpokenWord[] }[] {
  const groups: { index: number; words: SpokenWord[] }[] = [];
  for (const { word, start, end } of words) {
    const index = pieceAt(chunk, (start + end) / 2);
    const piece = chunk.pieces[index];
    const moved = { word, start: inVoice(piece, start), end: inVoice(piece, end) };
    const last = groups.at(-1);
    if (last && !isFarApart(chunk, last.index, index)) {
      last.words.push(moved);
      last.index = Math.max(last.index, index);
    } else groups.push({ index, words: [moved] });
  }
  return groups;
}

/** Without times of words, the sentence ends where the piece ends that contains most of it. */
function withoutWords(chunk: VoiceChunk, sentence: SpokenSentence): SpokenSentence {
  const [first, last] = [pieceAt(chunk, sentence.start), pieceAt(chunk, sentence.end)];
  if (!isFarApart(chunk, first, last)) {
    return {
      ...sentence,
      start: inVoice(chunk.pieces[first], sentence.start),
      end: inVoice(chunk.pieces[last], sentence.end),
    };
  }
  const piece = chunk.pieces[pieceAt(chunk, (sentence.start + sentence.end) / 2)];
  return { ...sentence, start: inVoice(piece, sentence.start), end: inVoice(piece, sentence.end) };
}

/**
 * Turns the times of a chunk's sentences into seconds of the voice file. A sentence that spans a long pause of the
 * voice becomes several.
 *
 * @example const sentences = toVoiceSentences(chunk, speech.sentences);
 */
export function toVoiceSentences(chunk: VoiceChunk, sentences: readonly SpokenSentence[]): SpokenSentence[] {
  return sentences.flatMap((sentence) => {
    if (sentence.words.length === 0) return [withoutWords(chunk, sentence)];
    const groups = groupWords(chunk, sentence.words);
    return groups.map(({ words }) => ({
      ...sentence,
      start: words[0]?.start ?? sentence.start,
      end: words.at(-1)?.end ?? sentence.end,
      text: groups.length === 1 ? sentence.text : words.map(({ word }) => word).join(' '),
      words,
    }));
  });
}
