import { Events } from '../../kit/events.ts';
import type { Scope } from '../../kit/scope.ts';

/** The requests of this person. A notice reports those that fail. */
export class Attempts {
  readonly #scope: Scope;
  readonly #failures = new Events<unknown>();

  constructor(scope: Scope) {
    this.#scope = scope;
    scope.add(() => this.#failures.clear());
  }

  onFailure(listener: (error: unknown) => void): () => void {
    return this.#failures.on('failure', listener);
  }

  /** @returns whether it succeeded */
  async make(request: () => Promise<void>): Promise<boolean> {
    try {
      await request();
      return true;
    } catch (error) {
      if (!this.#scope.ended) this.#failures.emit('failure', error);
      return false;
    }
  }
}
