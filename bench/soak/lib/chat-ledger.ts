import type { Change } from './chat-person.ts';

/** What was told under each number, by whoever heard it first. */
export class Ledger {
  readonly #texts = new Map<number, string>();

  /** Is it what the others were told? */
  agrees(change: Change): boolean {
    const text = JSON.stringify([change.event, change.payload]);
    const known = this.#texts.get(change.seq);
    if (known === undefined) this.#texts.set(change.seq, text);
    return known === undefined || known === text;
  }

  get size(): number {
    return this.#texts.size;
  }
}
