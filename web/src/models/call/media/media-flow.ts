import type { Clock } from '../../../kit/clock.ts';

type Parts = {
  /** Bytes of media received so far. */
  received: () => Promise<number>;
  clock: Clock;
  changed: () => void;
};

const lookEvery = 1_000;

/** `unknown` until two looks can be compared. */
type Flow = 'unknown' | 'flowing' | 'silent';

/** Checks whether media of others still arrive, when that is in doubt. No event says so. */
export class MediaFlow {
  readonly #parts: Parts;
  #state: Flow = 'unknown';
  #isWatching = false;
  #round = 0;
  #cancel = (): void => undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get state(): Flow {
    return this.#state;
  }

  /** Checks every second until `stop`. */
  watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    void this.#compare(this.#round, undefined);
  }

  stop(): void {
    this.#round += 1;
    this.#cancel();
    this.#isWatching = false;
    this.#state = 'unknown';
  }

  async #compare(round: number, before: number | undefined): Promise<void> {
    const now = await this.#parts.received().catch(() => 0);
    if (round !== this.#round) return;
    const state = before === undefined ? 'unknown' : now > before ? 'flowing' : 'silent';
    if (state !== this.#state) {
      this.#state = state;
      this.#parts.changed();
      // The change may have ended the watch.
      if (round !== this.#round) return;
    }
    this.#cancel = this.#parts.clock.after(lookEvery, () => void this.#compare(round, now));
  }
}
