import type { Words } from '../words/terms.ts';
import type { Chunk } from './chunks.ts';

/** Models name the second of a turn, or one within it. */
const nearSeconds = 30;
/** A topic is spoken about around the second that a model names. */
const windowBefore = 60;
const windowAfter = 180;
/** Derived words agree in their first letters: approve and approval. */
const comparedLength = 6;
/** A model says things in other words, but not in none of the words that were spoken. */
const sharedPart = 0.3;

const keyOf = (term: string): string => term.slice(0, comparedLength);

/** Finds what a model wrote in the part of the transcript that the model read (docs/decisions/0075). */
export class Grounding {
  readonly #chunk: Chunk;
  readonly #words: Words;
  readonly spoken: string;

  constructor(chunk: Chunk, words: Words) {
    this.#chunk = chunk;
    this.#words = words;
    this.spoken = chunk.map(({ text }) => text).join(' ');
  }

  /**
   * A text is based on a second if somebody speaks near it, and if at least two of its terms and 30 % of them are
   * spoken within a minute before and three minutes after (one, if it has three terms or fewer).
   * @returns the start of the sentence at that second; undefined if the text is based on nothing there
   */
  startOf(text: string, second: number | undefined): number | undefined {
    if (second === undefined) return undefined;
    const terms = new Set(this.#words.termsOf(text).map(keyOf));
    const found = this.#spokenNear(second, terms);
    const needed = terms.size <= 3 ? 1 : Math.max(2, Math.ceil(sharedPart * terms.size));
    return found < needed ? undefined : this.#sentenceAt(second);
  }

  /** Titles use other words than the people, and the topic may last: one of their terms has to be spoken. */
  startOfTitle(title: string, second: number | undefined): number | undefined {
    if (second === undefined) return undefined;
    const terms = new Set(this.#words.termsOf(title).map(keyOf));
    return this.#spokenNear(second, terms, 3 * windowAfter) < 1 ? undefined : this.#sentenceAt(second);
  }

  /** @returns the name of a speaker, or a name that the people said near the second; undefined for anything else */
  ownerNear(name: string, second: number): string | undefined {
    const wanted = name.toLowerCase();
    const speakers = [...new Set(this.#chunk.map(({ speaker }) => speaker))].filter(
      (speaker) => speaker !== '',
    );
    const whole = speakers.find((speaker) => speaker.toLowerCase() === wanted);
    if (whole) return whole;
    const partial = speakers.filter((speaker) => speaker.toLowerCase().split(/\s+/).includes(wanted));
    if (partial.length === 1) return partial[0];
    const terms = new Set(this.#words.termsOf(name).map(keyOf));
    const isSpoken = terms.size > 0 && terms.size <= 4 && this.#spokenNear(second, terms) === terms.size;
    return isSpoken ? name : undefined;
  }

  /** @returns how many of the terms are spoken around the second */
  #spokenNear(second: number, terms: ReadonlySet<string>, after = windowAfter): number {
    const found = new Set<string>();
    for (const { start, end, terms: spoken } of this.#chunk) {
      if (end < second - windowBefore || start > second + after) continue;
      for (const term of spoken.keys()) if (terms.has(keyOf(term))) found.add(keyOf(term));
    }
    return found.size;
  }

  #sentenceAt(second: number): number | undefined {
    let nearest: number | undefined;
    let least = nearSeconds;
    for (const { start, end } of this.#chunk) {
      const distance = Math.max(start - second, second - end, 0);
      if (distance > least || (distance === least && nearest !== undefined)) continue;
      least = distance;
      nearest = start;
    }
    return nearest;
  }
}
