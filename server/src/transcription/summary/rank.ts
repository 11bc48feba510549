import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapInTurns } from '../../platform/concurrency/turns.ts';

/** Sentences as vectors of weighted terms, one after another in two arrays. The squares of a vector add up to 1. */
export interface TermVectors {
  readonly count: number;
  readonly termCount: number;
  /** Where each sentence begins in `terms` and `weights`; one more than there are sentences. */
  readonly begins: Int32Array;
  /** In ascending order within a sentence. */
  readonly terms: Int32Array;
  readonly weights: Float64Array;
}

const damping = 0.85;
const rounds = 30;
/** The order of the sentences no longer changes below this difference. */
const settled = 1e-4;

type Counted = { terms: ReadonlyMap<string, number> };

/** Weighs rare terms above common ones. */
export async function vectorsOf(sentences: readonly Counted[]): Promise<TermVectors> {
  // Terms are numbered in the order in which they occur first.
  const ids = new Map<string, number>();
  const uses: number[] = [];
  await mapInTurns(sentences, ({ terms }) => {
    for (const term of terms.keys()) {
      const id = ids.get(term) ?? ids.size;
      ids.set(term, id);
      uses[id] = (uses[id] ?? 0) + 1;
    }
  });
  const size = sentences.reduce((sum, { terms }) => sum + terms.size, 0);
  const begins = new Int32Array(sentences.length + 1);
  const terms = new Int32Array(size);
  const weights = new Float64Array(size);
  let end = 0;
  await mapInTurns(sentences.entries(), ([at, sentence]) => {
    const numbered = Array.from(sentence.terms, ([term, count]) => ({ id: ids.get(term) ?? 0, count }));
    numbered.sort((one, other) => one.id - other.id);
    const weighed = numbered.map(({ id, count }) => count * Math.log(1 + sentences.length / (uses[id] ?? 1)));
    const norm = Math.hypot(...weighed) || 1;
    for (const [index, { id }] of numbered.entries()) {
      terms[end] = id;
      weights[end] = (weighed[index] ?? 0) / norm;
      end += 1;
    }
    begins[at + 1] = end;
  });
  return { count: sentences.length, termCount: ids.size, begins, terms, weights };
}

/** The similarity of two sentences, from 0 to 1. */
export function similarityOf({ begins, terms, weights }: TermVectors, one: number, other: number): number {
  let left = begins[one] ?? 0;
  let right = begins[other] ?? 0;
  const leftEnd = begins[one + 1] ?? 0;
  const rightEnd = begins[other + 1] ?? 0;
  let sum = 0;
  while (left < leftEnd && right < rightEnd) {
    const difference = (terms[left] ?? 0) - (terms[right] ?? 0);
    if (difference === 0) sum += (weights[left++] ?? 0) * (weights[right++] ?? 0);
    else if (difference < 0) left += 1;
    else right += 1;
  }
  return sum;
}

/** Sums the values of the sentences by term, and the terms back by sentence: the product with all similarities. */
function spread(
  { count, termCount, begins, terms, weights }: TermVectors,
  values: Float64Array,
): Float64Array {
  const byTerm = new Float64Array(termCount);
  for (let at = 0; at < count; at++) {
    const value = values[at] ?? 0;
    const end = begins[at + 1] ?? 0;
    for (let index = begins[at] ?? 0; index < end; index++) {
      const term = terms[index] ?? 0;
      byTerm[term] = (byTerm[term] ?? 0) + (weights[index] ?? 0) * value;
    }
  }
  const sums = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const begin = begins[at] ?? 0;
    const end = begins[at + 1] ?? 0;
    let sum = 0;
    for (let index = begin; index < end; index++)
      sum += (weights[index] ?? 0) * (byTerm[terms[index] ?? 0] ?? 0);
    // A sentence does not speak for itself.
    sums[at] = begin === end ? 0 : Math.max(0, sum - (values[at] ?? 0));
  }
  return sums;
}

/**
 * LexRank: a sentence is significant if significant sentences are similar to it. The matrix of similarities is the
 * product of the vectors with themselves, so that it is never made: time and memory grow with the number of words, not
 * with the square of the number of sentences.
 * @returns the rank of each sentence, on average at most 1
 */
export async function rankSentences(vectors: TermVectors): Promise<Float64Array> {
  const degrees = spread(vectors, new Float64Array(vectors.count).fill(1));
  let ranks: Float64Array = new Float64Array(vectors.count).fill(1);
  for (let round = 0; round < rounds; round++) {
    const shares = ranks.map((rank, at) => (degrees[at] ? rank / degrees[at] : 0));
    const next = spread(vectors, shares).map((sum) => 1 - damping + damping * sum);
    const change = next.reduce((most, rank, at) => Math.max(most, Math.abs(rank - (ranks[at] ?? 0))), 0);
    ranks = next;
    if (change < settled) break;
    await nextTurn();
  }
  return ranks;
}
