import { ticks } from '../../../../platform/clock.ts';
import type { ChangeEntry } from '../../socket.ts';
import type { Limits } from '../limits.ts';

interface Kept extends ChangeEntry {
  since: number;
}

/** The newest changes of a channel, without gaps, up to the last one added. */
export class Copy {
  readonly #limits: Limits;
  #entries: Kept[] = [];
  /** Index of the first entry: shifting the array for each dropped entry would move all the others. */
  #start = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#entries.length - this.#start;
  }

  add({ seq, data }: ChangeEntry): void {
    this.#entries.push({ seq, data, since: ticks() });
    this.age();
  }

  replace(entries: ChangeEntry[]): void {
    this.#entries = [];
    this.#start = 0;
    for (const entry of entries) this.add(entry);
  }

  /** Drops entries that are too old or too many. */
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
  after(seq: number): ChangeEntry[] {
    const first = this.#entries[this.#start]?.seq ?? 0;
    return this.#entries.slice(this.#start + Math.max(0, seq + 1 - first));
  }
}
