import { setImmediate as nextTurn } from 'node:timers/promises';
import { rankSentences, similarityOf, type TermVectors, vectorsOf } from './rank.ts';
import type { Sentence } from './sentences.ts';
import { housekeeping } from './words/stop-words.ts';

const mostHighlights = 12;
const fewestHighlights = 3;
/** A call with so many words of content has the fewest highlights; the number grows with the root of the length. */
const wordsOfFewest = 150;
/** Terms that differ: a shorter sentence cannot be understood without those around it. */
const fewestTerms = 4;
const longestText = 400;
/** A sentence that begins so needs the one before it. */
const refersBack =
  /^(?:(?:so|and|but|well|no|yes),? )*(?:it|this|that|these|those|they|he|she)\b|^(?:(?:ну|и|а|но|да|нет),? )*(?:это|этот|эта|он|она|оно|они|там|поэтому)(?![а-яё])/iu;
const comfortableText = 200;

/** The best sentences of a call, among which the highlights are chosen: limits the comparisons. */
const mostCandidates = 400;
/** A sentence that resembles a highlight more than this says the same. */
const same = 0.8;
/** How much a highlight is worth that resembles one chosen before, or comes from the same part of the call. */
const resemblanceWeight = 0.7;
const samePart = 0.5;

/** Stems of decisions, tasks and deadlines, which matter more to a reader than what else was said. */
const matters =
  /\b(decid|decision|agree|deadline|budget|must|have to|need to|will (send|prepare|do|finish|write|check)|next (week|month|step)|by (monday|tuesday|wednesday|thursday|friday|tomorrow))|(реши(ли|л|ла|м)|решени|договорил|дедлайн|бюджет|срок|нужно|необходимо|обязательно|до (понедельника|вторника|среды|четверга|пятницы|завтра|конца)|на следующ|подготов(лю|ит|им)|отправ(лю|ит|им)|сдела(ю|ет|ем))|\d/iu;

interface Candidate {
  sentence: Sentence;
  /** Position among the sentences of the call. */
  at: number;
  score: number;
  /** The part of the call, of as many as there are highlights. */
  part: number;
  /** The largest similarity with a chosen sentence. */
  resemblance: number;
}

function countOf(sentences: readonly Sentence[]): number {
  const words = sentences.reduce((sum, { length }) => sum + length, 0);
  const byLength = Math.round(fewestHighlights * Math.sqrt(words / wordsOfFewest));
  return Math.min(mostHighlights, Math.max(fewestHighlights, byLength), Math.ceil(sentences.length / 3));
}

function usefulnessOf(text: string): number {
  const isLong = text.length > comfortableText;
  const factors = [
    matters.test(text) && 1.3,
    text.endsWith('?') && 0.7,
    refersBack.test(text) && 0.7,
    isLong && 0.7,
  ];
  return factors.reduce<number>((product, factor) => product * (factor || 1), 1);
}

/** @returns the best sentences that can be understood alone, best first */
function candidatesOf(sentences: readonly Sentence[], ranks: Float64Array, parts: number): Candidate[] {
  return sentences
    .map((sentence, at) => ({ sentence, at, rank: ranks[at] ?? 0 }))
    .filter(({ sentence: { terms, text } }) => terms.size >= fewestTerms && text.length <= longestText)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, mostCandidates)
    .filter(({ sentence }) => !housekeeping.test(sentence.text))
    .map(({ sentence, at, rank }) => ({
      sentence,
      at,
      score: rank * usefulnessOf(sentence.text),
      part: Math.floor((at / sentences.length) * parts),
      resemblance: 0,
    }));
}

/** Takes the best sentence that differs from those taken before and lies elsewhere, again and again. */
function chooseFrom(candidates: readonly Candidate[], vectors: TermVectors, count: number): Candidate[] {
  const best = candidates.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  const chosen: Candidate[] = [];
  const covered = new Set<number>();
  const worthOf = ({ score, part, resemblance }: Candidate) =>
    (score / best) * (covered.has(part) ? samePart : 1) - resemblanceWeight * resemblance;
  let left = candidates;
  while (chosen.length < count) {
    const [first, ...rest] = left;
    if (!first) break;
    const next = rest.reduce((most, other) => (worthOf(other) > worthOf(most) ? other : most), first);
    chosen.push(next);
    covered.add(next.part);
    for (const other of left) {
      other.resemblance = Math.max(other.resemblance, similarityOf(vectors, other.at, next.at));
    }
    left = left.filter((other) => other !== next && other.resemblance < same);
  }
  return chosen;
}

/** @returns the most significant sentences of a recording, in time order */
export async function chooseHighlights(
  sentences: readonly Sentence[],
  most = mostHighlights,
): Promise<Sentence[]> {
  const count = Math.min(most, countOf(sentences));
  const vectors = await vectorsOf(sentences);
  const ranks = await rankSentences(vectors);
  await nextTurn();
  const chosen = chooseFrom(candidatesOf(sentences, ranks, count), vectors, count);
  return chosen.map(({ sentence }) => sentence).sort((one, other) => one.start - other.start);
}
