import { ticks } from '../platform/clock.ts';

/** How long an answer is remembered, in ms: a right that is withdrawn ends within this time. */
const rememberedMs = 1_000;
/** Above this number, outdated answers are forgotten. */
const mostRemembered = 2_000;

/**
 * Answers about people who send many messages per second, each read at most once a second. A message that is stored asks
 * again in its own statement.
 */
export class ShortMemory<Question extends object, Answer> {
  readonly #read: (question: Question) => Promise<Answer>;
  readonly #remembered = new Map<string, { answer: Promise<Answer>; until: number }>();

  constructor(read: (question: Question) => Promise<Answer>) {
    this.#read = read;
  }

  /** How many answers are remembered. */
  get size(): number {
    return this.#remembered.size;
  }

  of(question: Question): Promise<Answer> {
    const key = JSON.stringify(Object.values(question));
    const moment = ticks();
    const known = this.#remembered.get(key);
    if (known && known.until > moment) return known.answer;
    if (this.#remembered.size >= mostRemembered) this.#clean(moment);
    const answer = this.#read(question);
    answer.catch(() => this.#remembered.delete(key));
    this.#remembered.set(key, { answer, until: moment + rememberedMs });
    return answer;
  }

  #clean(moment: number): void {
    for (const [key, { until }] of this.#remembered) if (until <= moment) this.#remembered.delete(key);
  }
}
