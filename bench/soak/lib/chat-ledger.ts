import type { NumberedChange } from '../../../server/testing/people/chat.ts';

/** The content of each number, from the person who received it first. */
export class Ledger {
  readonly #texts = new Map<number, string>();

  /** Whether the change equals what others received under its number. */
  agrees(change: NumberedChange): boolean {
    const text = JSON.stringify([change.event, change.payload]);
    const known = this.#texts.get(change.seq);
    if (known === undefined) this.#texts.set(change.seq, text);
    return known === undefined || known === text;
  }

  get size(): number {
    return this.#texts.size;
  }
}
