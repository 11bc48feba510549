import { createStore, type Store } from '../../../kit/store.ts';

type Picked = {
  /** The id of the shown person; undefined if nobody is shown. */
  shown: string | undefined;
  /** The ids of the people who were picked in this round, in their order. */
  round: ReadonlySet<string>;
};

/** Picks people at random for a moderator. Nobody is picked twice before everybody was picked once. */
export class RandomPick {
  readonly #random: () => number;
  readonly #state = createStore<Picked>({ shown: undefined, round: new Set() });
  readonly state: Store<Picked> = this.#state;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Picks and shows one of these people. A new round begins when all of them were picked. */
  next(ids: readonly string[]): void {
    const { round } = this.#state.get();
    const left = ids.filter((id) => !round.has(id));
    // The last person of a round is not the first one of the next.
    const last = [...round].at(-1);
    const others = ids.filter((id) => id !== last);
    const candidates = [left, others, ids].find(({ length }) => length > 0) ?? [];
    const shown = candidates[Math.floor(this.#random() * candidates.length)];
    if (shown === undefined) return;
    this.#state.set({ shown, round: new Set(left.length > 0 ? [...round, shown] : [shown]) });
  }

  /** Hides the shown person. The round goes on. */
  hide(): void {
    this.#state.set({ ...this.#state.get(), shown: undefined });
  }
}
