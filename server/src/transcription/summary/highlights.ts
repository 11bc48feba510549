import { rankSentences, similarityOf, type TermVector, vectorsOf } from './rank.ts';
import type { Sentence } from './sentences.ts';
import { housekeeping } from './words/stop-words.ts';

const mostHighlights = 12;
const fewestHighlights = 3;
/** A call with so many words of content has the fewest highlights; the number grows with the root of the length. */
const wordsOfFewest = 150;
/** Terms that differ: a shorter sentence cannot be understood without those around it. */
const fewestTerms = 4;
const longestText = 400;
/** The best sentences of a call, among which the highlights are chosen: limits the comparisons. */
const mostCandidates = 400;
/** How much a highlight is worth that resembles one chosen before, or comes from the same part of the call. */
const resemblanceWeight = 0.7;
const samePart = 0.5;

/** Stems of decisions, tasks and deadlines, which matter more to a reader than what else was said. */
const matters =
  /\b(decid|decision|agree|deadline|budget|must|have to|need to|will (send|prepare|do|finish|write|check)|next (week|month|step)|by (monday|tuesday|wednesday|thursday|friday|tomorrow))|(реши(ли|л|ла|м)|решени|договорил|дедлайн|бюджет|срок|нужно|необходимо|обязательно|до (понедельника|вторника|среды|четверга|пятницы|завтра|конца)|на следующ|подготов(лю|ит|им)|отправ(лю|ит|им)|сдела(ю|ет|ем))|\d/iu;

interface Candidate {
  sentence: Sentence;
  vector: TermVector;
  score: number;
  /** Position in the call, from 0 to 1. */
  position: number;
}

function countOf(sentences: readonly Sentence[]): number {
  const words = sentences.reduce((sum, { length }) => sum + length, 0);
  const byLength = Math.round(fewestHighlights * Math.sqrt(words / wordsOfFewest));
  return Math.min(mostHighlights, Math.max(fewestHighlights, byLength), Math.ceil(sentences.length / 3));
}

const mayBeHighlight = ({ terms, text }: Sentence): boolean =>
  terms.size >= fewestTerms && text.length <= longestText && !housekeeping.test(text);

async function candidatesOf(sentences: readonly Sentence[]): Promise<Candidate[]> {
  const vectors = vectorsOf(sentences);
  const ranks = await rankSentences(vectors);
  return sentences
    .map((sentence, at) => {
      const isQuestion = sentence.text.endsWith('?');
      const factor = (matters.test(sentence.text) ? 1.3 : 1) * (isQuestion ? 0.7 : 1);
      const vector = vectors[at] ?? new Map();
      return { sentence, vector, score: (ranks[at] ?? 0) * factor, position: at / sentences.length };
    })
    .filter(({ sentence }) => mayBeHighlight(sentence))
    .sort((one, other) => other.score - one.score)
    .slice(0, mostCandidates);
}

/** Takes the best sentence that differs from those taken before and lies elsewhere, again and again. */
function chooseFrom(candidates: readonly Candidate[], count: number): Candidate[] {
  const left = new Set(candidates);
  const best = candidates[0]?.score ?? 1;
  const chosen: Candidate[] = [];
  const partOf = ({ position }: Candidate) => Math.floor(position * count);
  const worthOf = (candidate: Candidate): number => {
    const resemblance = chosen.reduce(
      (most, { vector }) => Math.max(most, similarityOf(candidate.vector, vector)),
      0,
    );
    const isCovered = chosen.some((other) => partOf(other) === partOf(candidate));
    return (candidate.score / best) * (isCovered ? samePart : 1) - resemblanceWeight * resemblance;
  };
  while (chosen.length < count && left.size > 0) {
    let next: Candidate | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const candidate of left) {
      const worth = worthOf(candidate);
      if (worth > most) [next, most] = [candidate, worth];
    }
    if (!next) break;
    left.delete(next);
    if (chosen.every(({ vector }) => similarityOf(vector, next.vector) < 0.8)) chosen.push(next);
  }
  return chosen;
}

/** @returns the most significant sentences of a recording, in time order */
export async function chooseHighlights(
  sentences: readonly Sentence[],
  most = mostHighlights,
): Promise<Sentence[]> {
  const count = Math.min(most, countOf(sentences));
  const chosen = chooseFrom(await candidatesOf(sentences), count);
  return chosen.map(({ sentence }) => sentence).sort((one, other) => one.start - other.start);
}
