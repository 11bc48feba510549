import { now } from '../../platform/clock.ts';

interface Known<V> {
  at: number;
  value: Promise<V>;
}

const sweepMs = 10_000;

/**
 * Values that are made for all requests at once and used for a short time. A failure and `undefined` are not kept.
 * @example counts.get(sessionId, (at) => countViewers(db, sessionId, at))
 */
export class FreshValues<V> {
  readonly #freshMs: number;
  readonly #known = new Map<string, Known<V>>();
  #sweptAt = 0;

  constructor(freshMs: number) {
    this.#freshMs = freshMs;
  }

  /** @param make is told the time from which the value's age counts */
  get(key: string, make: (at: Date) => Promise<V>): Promise<V> {
    const time = now();
    const at = time.getTime();
    const known = this.#known.get(key);
    if (known && this.#isFresh(known, at)) return known.value;
    this.#sweep(at);
    const made = { at, value: make(time) };
    this.#known.set(key, made);
    const forget = () => {
      if (this.#known.get(key) === made) this.#known.delete(key);
    };
    made.value.then((value) => value === undefined && forget(), forget);
    return made.value;
  }

  /** After the server's clock was set back, an old value looks young: it is made again. */
  #isFresh(known: Known<V>, at: number): boolean {
    return known.at <= at && at - known.at < this.#freshMs;
  }

  #sweep(at: number): void {
    if (Math.abs(at - this.#sweptAt) < sweepMs) return;
    this.#sweptAt = at;
    for (const [key, known] of this.#known) if (!this.#isFresh(known, at)) this.#known.delete(key);
  }
}
