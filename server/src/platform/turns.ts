import { Refusal } from './errors.ts';

export interface TurnsSettings {
  /** How many work at once. */
  places: number;
  /** How many may wait for a place; the next one is refused. */
  mostWaiting: number;
  /** Seconds after which it is worth coming again. */
  retryAfter: number;
}

/** Work that takes turns, so that much of it leaves room for everything else. */
export class Turns {
  readonly #settings: TurnsSettings;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(settings: TurnsSettings) {
    this.#settings = settings;
  }

  /** @throws `rate_limited` when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    const { places, mostWaiting, retryAfter } = this.#settings;
    if (this.#working < places) {
      this.#working += 1;
      return;
    }
    if (this.#waiting.length >= mostWaiting) throw new Refusal('rate_limited', { retryAfter });
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** The place goes to who waited longest, and stays taken. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working -= 1;
  }
}
