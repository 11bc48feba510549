import type { Clock } from '../../kit/clock.ts';

/** A pause that can be ended early. */
export class Pause {
  readonly #clock: Clock;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(milliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }

  endNow(): void {
    this.#wake?.();
  }
}
