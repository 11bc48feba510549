/** A turn in a queue: `come` resolves when the earlier ones have passed. */
export interface RoomTurn {
  come: Promise<void>;
  pass: () => void;
}

/** A turn that takes longer is skipped: a hanging attempt must not delay the others. */
const patienceMs = 1000;

/** One queue for each room and webhook, in which an attempt starts after the one before has started. */
export class RoomOrder {
  readonly #last = new Map<string, Promise<void>>();

  take(name: string): RoomTurn {
    const come = this.#last.get(name) ?? Promise.resolve();
    const { promise: passed, resolve } = Promise.withResolvers<void>();
    const impatient = come.then(() => {
      const timer = setTimeout(resolve, patienceMs);
      passed.then(() => clearTimeout(timer));
    });
    const mine = Promise.all([impatient, passed]).then(() => {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    });
    this.#last.set(name, mine);
    return { come, pass: resolve };
  }
}
