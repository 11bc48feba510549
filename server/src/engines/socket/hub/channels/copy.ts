import { ticks } from '../../../../platform/clock.ts';
import type { Entry } from '../../socket.ts';
import type { Limits } from '../limits.ts';

interface Kept extends Entry {
  since: number;
}

/** The newest changes of a channel, without holes, reaching up to the last that was added. */
export class Copy {
  readonly #limits: Limits;
  #entries: Kept[] = [];
  /** Where the entries begin: shifting an array for each one dropped would move them all. */
  #start = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#entries.length - this.#start;
  }

  add({ seq, data }: Entry): void {
    this.#entries.push({ seq, data, since: ticks() });
    this.age();
  }

  replace(entries: Entry[]): void {
    this.#entries = [];
    this.#start = 0;
    for (const entry of entries) this.add(entry);
  }

  /** Lets go of what is too old or too much. */
  age(): void {
    const oldest = ticks() - this.#limits.copyMs;
    while (this.length > this.#limits.copyLength || (this.#entries[this.#start]?.since ?? oldest) < oldest) {
      this.#start += 1;
    }
    if (this.#start > 256 && this.#start > this.length) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
  }

  /** The entries after this number, ascending. */
  after(seq: number): Entry[] {
    const first = this.#entries[this.#start]?.seq ?? 0;
    return this.#entries.slice(this.#start + Math.max(0, seq + 1 - first));
  }
}
