import type { CutPiece } from '../folder/cut-job.ts';
import type { Utterance } from './gate.ts';
import { stepSeconds } from './loudness.ts';

/** Silence between two pieces of a chunk, so that an engine hears two sentences. */
const pause = 0.5;

/** The first chunk is short, so that the first part of a transcript appears soon. */
const firstSeconds = 90;

/** A long utterance is divided in its last quarter that fits. */
const searched = 0.25;

/** The quietest moment of a part of a voice. */
function quietestIn(loudness: Float32Array, from: number, to: number): number {
  let at = Math.floor(to / stepSeconds) - 1;
  for (let step = at; step >= from / stepSeconds; step -= 1) {
    if ((loudness[step] ?? 0) < (loudness[at] ?? 0)) at = step;
  }
  return (at + 0.5) * stepSeconds;
}

/** Divides utterances that are longer than a chunk where they are quiet. */
function divided(utterances: readonly Utterance[], loudness: Float32Array, longest: number): Utterance[] {
  const isFirst = (begin: number) => begin === utterances[0]?.from;
  const limitOf = (begin: number) => (isFirst(begin) ? Math.min(firstSeconds, longest) : longest);
  return utterances.flatMap(({ from, to }) => {
    const parts: Utterance[] = [];
    let begin = from;
    while (to - begin > limitOf(begin)) {
      const limit = limitOf(begin);
      const end = quietestIn(loudness, begin + limit * (1 - searched), begin + limit);
      parts.push({ from: begin, to: end });
      begin = end;
    }
    return [...parts, { from: begin, to }];
  });
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Packs utterances into chunks, in their order, because an engine may take as long for a short chunk as for a long one. */
export function packChunks(
  utterances: readonly Utterance[],
  loudness: Float32Array,
  chunkSeconds: number,
): CutPiece[][] {
  const chunks: CutPiece[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const { from, to } of divided(utterances, loudness, chunkSeconds)) {
    const [start, duration] = [rounded(from), rounded(to - from)];
    const begin = length + pause;
    const limit = chunks.length === 1 ? Math.min(firstSeconds, chunkSeconds) : chunkSeconds;
    if (begin + duration > limit) {
      chunks.push([{ at: 0, from: start, duration }]);
      length = duration;
    } else {
      const at = rounded(begin);
      chunks.at(-1)?.push({ at, from: start, duration });
      length = at + duration;
    }
  }
  return chunks;
}
