/** One's place in a line: `come` resolves when those before have passed. */
export interface RoomTurn {
  come: Promise<void>;
  pass: () => void;
}

/** Whoever does not pass within this is gone past: a hanging one must not hold the others. */
const patienceMs = 1000;

/** Lines by name, in which everybody begins after the one before began. */
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
