import { setImmediate as nextTurn } from 'node:timers/promises';

/** Terms with their weights; the squares add up to 1. */
export type TermVector = ReadonlyMap<string, number>;

const damping = 0.85;
const rounds = 30;
/** The order of the sentences no longer changes below this difference. */
const settled = 1e-4;

/** Weighs rare terms above common ones. */
export function vectorsOf(sentences: readonly { terms: ReadonlyMap<string, number> }[]): TermVector[] {
  const inSentences = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of terms.keys()) inSentences.set(term, (inSentences.get(term) ?? 0) + 1);
  }
  return sentences.map(({ terms }) => {
    const weights = new Map<string, number>();
    let squares = 0;
    for (const [term, count] of terms) {
      const weight = count * Math.log(1 + sentences.length / (inSentences.get(term) ?? 1));
      weights.set(term, weight);
      squares += weight * weight;
    }
    const norm = Math.sqrt(squares) || 1;
    for (const [term, weight] of weights) weights.set(term, weight / norm);
    return weights;
  });
}

/** From 0 to 1. */
export function similarityOf(one: TermVector, other: TermVector): number {
  let sum = 0;
  for (const [term, weight] of one) sum += weight * (other.get(term) ?? 0);
  return sum;
}

/** Sums the values of the sentences by term, and the terms back by sentence: the product with all similarities. */
function spread(vectors: readonly TermVector[], values: Float64Array): Float64Array {
  const byTerm = new Map<string, number>();
  vectors.forEach((vector, at) => {
    const value = values[at] ?? 0;
    for (const [term, weight] of vector) byTerm.set(term, (byTerm.get(term) ?? 0) + weight * value);
  });
  return Float64Array.from(vectors, (vector, at) => {
    let sum = 0;
    for (const [term, weight] of vector) sum += weight * (byTerm.get(term) ?? 0);
    // A sentence does not speak for itself.
    return Math.max(0, sum - (vector.size > 0 ? (values[at] ?? 0) : 0));
  });
}

/**
 * LexRank: a sentence is significant if significant sentences are similar to it. The matrix of similarities is the
 * product of the vectors with themselves, so that it is never made: time and memory grow with the number of words, not
 * with the square of the number of sentences.
 * @returns the rank of each sentence, on average 1
 */
export async function rankSentences(vectors: readonly TermVector[]): Promise<Float64Array> {
  const degrees = spread(vectors, new Float64Array(vectors.length).fill(1));
  let ranks: Float64Array = new Float64Array(vectors.length).fill(1);
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
