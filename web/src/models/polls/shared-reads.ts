import type { Clock } from '../../kit/clock.ts';
import type { Scope } from '../../kit/scope.ts';

/** In ms. A hundred votes at once are one request. */
const pause = 1_000;

/** Reads once for everything that is reported within a second. */
export class SharedReads {
  readonly #clock: Clock;
  readonly #scope: Scope;
  readonly #due = new Set<string>();

  constructor(clock: Clock, scope: Scope) {
    this.#clock = clock;
    this.#scope = scope;
  }

  soon(key: string, read: () => Promise<void>): void {
    if (this.#due.has(key)) return;
    this.#due.add(key);
    const run = (): void => {
      this.#due.delete(key);
      void read();
    };
    this.#scope.add(this.#clock.after(pause, run));
  }
}
