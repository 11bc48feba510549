import type { ClaimedDelivery } from './claims.store.ts';

/** How many attempts one node makes at once: of receivers that are well, and of those that fail or are slow. */
export const slots = { well: 512, troubled: 128 };
/** An attempt that takes longer gives its place among the well ones up: those that hang for the first time do not hold the rest. */
export const slowMs = 1000;

/** What is under way at this node, and where it counts. */
export class Lanes {
  readonly #onFreed: () => void;
  readonly #running = new Map<Promise<void>, { id: string; leave: () => void }>();
  readonly #taken = { well: 0, troubled: 0 };

  /** @param onFreed called when there is a place more */
  constructor(onFreed: () => void) {
    this.#onFreed = onFreed;
  }

  get free(): { well: number; troubled: number } {
    return {
      well: Math.max(0, slots.well - this.#taken.well),
      troubled: Math.max(0, slots.troubled - this.#taken.troubled),
    };
  }

  /** The deliveries under way. */
  get ids(): string[] {
    return [...this.#running.values()].map(({ id }) => id);
  }

  /** Gives this work a place until it ends. */
  enter({ id, is_troubled }: ClaimedDelivery, work: Promise<void>): void {
    let lane: keyof Lanes['free'] = is_troubled ? 'troubled' : 'well';
    this.#taken[lane] += 1;
    const move = () => {
      this.#taken.well -= 1;
      this.#taken.troubled += 1;
      lane = 'troubled';
      this.#onFreed();
    };
    const timer = is_troubled ? undefined : setTimeout(move, slowMs);
    const leave = () => {
      clearTimeout(timer);
      this.#taken[lane] -= 1;
    };
    this.#running.set(work, { id, leave });
    work.finally(() => {
      this.#running.get(work)?.leave();
      this.#running.delete(work);
      this.#onFreed();
    });
  }

  /** Resolves when nothing is under way any more. */
  async emptied(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.keys());
  }
}
