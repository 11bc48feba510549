import type { SpokenWord } from '../speech.ts';

export type VoicedRange = readonly [from: number, to: number];

/** Shorter pauses lie within words. */
const shortestPause = 0.2;
/** Whisper's times may be wrong by so many seconds where a chunk has pauses. */
const farthest = 8;
/** Limits for the time that a character takes. */
const perCharacter = { least: 0.04, most: 0.15 };
const costs = { secondWithoutWords: 3, wordWithoutVoice: 2, secondAway: 0.15 };
/** Whisper's own times are kept if its words fit into the voice by so many seconds. */
const fitting = 0.3;

function joined(ranges: readonly VoicedRange[]): VoicedRange[] {
  const all: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = all.at(-1);
    if (last && from - last[1] < shortestPause) last[1] = to;
    else all.push([from, to]);
  }
  return all;
}

const sizeOf = ({ word }: SpokenWord): number => word.length + 1;

interface Step {
  cost: number;
  /** How many words the step before had placed. */
  from: number;
  kind: 'none' | 'skipped range' | 'lone word' | 'group';
}

/** Finds which words are spoken in which range, so that their lengths and times agree best. */
class Alignment {
  readonly #words: readonly SpokenWord[];
  readonly #ranges: readonly VoicedRange[];
  readonly #secondsPerSize: number;
  /** Best step to each number of handled ranges and of placed words. */
  readonly #best: Step[][];

  constructor(words: readonly SpokenWord[], ranges: readonly VoicedRange[]) {
    this.#words = words;
    this.#ranges = ranges;
    const voiced = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const size = words.reduce((sum, word) => sum + sizeOf(word), 0);
    this.#secondsPerSize = Math.min(perCharacter.most, Math.max(perCharacter.least, voiced / size));
    this.#best = Array.from({ length: ranges.length + 1 }, () =>
      Array.from({ length: words.length + 1 }, () => ({
        cost: Number.POSITIVE_INFINITY,
        from: 0,
        kind: 'none',
      })),
    );
    const first = this.#best[0]?.[0];
    if (first) first.cost = 0;
    for (let range = 0; range <= ranges.length; range += 1) this.#visit(range);
  }

  /** The range of each word; undefined: none. */
  rangeOfWords(): (number | undefined)[] {
    const result = new Array<number | undefined>(this.#words.length).fill(undefined);
    let [range, placed] = [this.#ranges.length, this.#words.length];
    while (range > 0 || placed > 0) {
      const step = this.#best[range]?.[placed];
      if (!step || step.kind === 'none') break;
      if (step.kind === 'group') result.fill(range - 1, step.from, placed);
      if (step.kind !== 'lone word') range -= 1;
      placed = step.from;
    }
    return result;
  }

  #visit(range: number): void {
    const row = this.#best[range] ?? [];
    for (const [placed, { cost }] of row.entries()) {
      if (cost === Number.POSITIVE_INFINITY) continue;
      this.#improve(row[placed + 1], {
        cost: cost + costs.wordWithoutVoice,
        from: placed,
        kind: 'lone word',
      });
      const its = this.#ranges[range];
      if (!its) continue;
      const skipped = cost + (its[1] - its[0]) * costs.secondWithoutWords;
      this.#improve(this.#best[range + 1]?.[placed], { cost: skipped, from: placed, kind: 'skipped range' });
      this.#visitGroups(range, placed, cost);
    }
  }

  #visitGroups(range: number, placed: number, cost: number): void {
    const [from, to] = this.#ranges[range] ?? [0, 0];
    const first = this.#words[placed];
    if (!first || Math.abs(first.start - from) > farthest) return;
    let expected = 0;
    for (let index = placed; index < this.#words.length; index += 1) {
      const word = this.#words[index];
      if (!word || word.start - to > farthest) return;
      expected += sizeOf(word) * this.#secondsPerSize;
      if (expected > 3 * (to - from) + 1) return;
      const misfit = (expected - (to - from)) / (0.15 + 0.35 * Math.max(expected, to - from));
      const away = Math.abs(first.start - from) + Math.abs(word.end - to);
      const sum = cost + misfit ** 2 + away * costs.secondAway;
      this.#improve(this.#best[range + 1]?.[index + 1], { cost: sum, from: placed, kind: 'group' });
    }
  }

  #improve(step: Step | undefined, better: Step): void {
    if (step && better.cost < step.cost) Object.assign(step, better);
  }
}

/** Places the words of one range in it. */
function place(words: readonly SpokenWord[], [from, to]: VoicedRange): SpokenWord[] {
  const isFitting = words.every(({ start }) => start > from - fitting && start < to);
  if (isFitting) return words.map((word) => ({ ...word, start: Math.max(from, word.start) }));
  const size = words.reduce((sum, word) => sum + sizeOf(word), 0);
  let at = from;
  return words.map((word) => {
    const start = at;
    at += (sizeOf(word) / size) * (to - from);
    return { ...word, start, end: at };
  });
}

/**
 * Corrects the times of whisper's words by the voice: the pauses of a voice lie between words, and whisper often puts
 * words into them or seconds away.
 */
export function alignWords(words: readonly SpokenWord[], voiced: readonly VoicedRange[]): SpokenWord[] {
  const ranges = joined(voiced);
  if (words.length === 0 || ranges.length === 0) return [...words];
  const places = new Alignment(words, ranges).rangeOfWords();
  const aligned: SpokenWord[] = [];
  for (let index = 0; index < words.length; ) {
    const range = ranges[places[index] ?? -1];
    let end = index + 1;
    while (range && end < words.length && places[end] === places[index]) end += 1;
    const group = words.slice(index, end);
    aligned.push(...(range ? place(group, range) : group));
    index = end;
  }
  return aligned;
}
