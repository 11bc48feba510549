import type { Clock } from '../../../kit/clock.ts';

type Parts = {
  /** Bytes of media received so far. */
  received: () => Promise<number>;
  clock: Clock;
  changed: () => void;
};

const lookEvery = 1_000;

/** Checks during a reconnection whether media of others still arrive. No event says so. */
export class MediaFlow {
  readonly #parts: Parts;
  #isFlowing = false;
  #round = 0;
  #cancel = (): void => undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isFlowing(): boolean {
    return this.#isFlowing;
  }

  /** Checks every second until `stop`. */
  watch(): void {
    this.stop();
    void this.#compare(this.#round, undefined);
  }

  stop(): void {
    this.#round += 1;
    this.#cancel();
    this.#isFlowing = false;
  }

  async #compare(round: number, before: number | undefined): Promise<void> {
    const now = await this.#parts.received().catch(() => 0);
    if (round !== this.#round) return;
    const goesOn = before !== undefined && now > before;
    if (goesOn !== this.#isFlowing) {
      this.#isFlowing = goesOn;
      this.#parts.changed();
    }
    this.#cancel = this.#parts.clock.after(lookEvery, () => void this.#compare(round, now));
  }
}
