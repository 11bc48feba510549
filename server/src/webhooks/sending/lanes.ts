import type { ClaimedDelivery } from './claims.store.ts';

/** How many attempts one node makes at once: for receivers that are well, and for those that fail or are slow. */
export const slots = { well: 512, troubled: 128 };
/** A longer attempt moves to the troubled lane, so that new hanging receivers do not delay the others. */
export const slowMs = 1000;

/** The attempts in progress at this node, in two lanes with limits. */
export class Lanes {
  readonly #onFreed: () => void;
  readonly #running = new Map<Promise<void>, { id: string; leave: () => void }>();
  readonly #taken = { well: 0, troubled: 0 };

  /** @param onFreed called when a slot becomes free */
  constructor(onFreed: () => void) {
    this.#onFreed = onFreed;
  }

  get free(): { well: number; troubled: number } {
    return {
      well: Math.max(0, slots.well - this.#taken.well),
      troubled: Math.max(0, slots.troubled - this.#taken.troubled),
    };
  }

  /** The deliveries in progress. */
  get ids(): string[] {
    return [...this.#running.values()].map(({ id }) => id);
  }

  /** Takes a slot for this work until it ends. */
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

  /** Resolves when no attempt is in progress. */
  async emptied(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.keys());
  }
}
