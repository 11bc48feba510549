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

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#entries.length;
  }

  add({ seq, data }: ChangeEntry): void {
    this.#entries.push({ seq, data, since: ticks() });
    this.age();
  }

  replace(entries: ChangeEntry[]): void {
    this.#entries = [];
    for (const entry of entries) this.add(entry);
  }

  /** Drops entries that are too old or too many. */
  age(): void {
    const oldest = ticks() - this.#limits.copyMs;
    const young = this.#entries.findIndex(({ since }) => since >= oldest);
    const old = young < 0 ? this.length : young;
    const dropped = Math.max(old, this.length - this.#limits.copyLength);
    if (dropped > 0) this.#entries.splice(0, dropped);
  }

  /** The entries after this number, ascending. */
  after(seq: number): ChangeEntry[] {
    const first = this.#entries[0]?.seq ?? 0;
    return this.#entries.slice(Math.max(0, seq + 1 - first));
  }
}
