export type Asking<T> = {
  load: () => Promise<T>;
  /** Milliseconds after this answer until it is asked again; undefined: not by itself. */
  pace: (value: T) => number | undefined;
  /** Milliseconds that a refusal asks for. */
  pauseOf: (error: unknown) => number;
  /** Does somebody see the page? */
  isSeen: () => boolean;
  onValue: (value: T) => void;
  onError: (error: unknown) => void;
};

const afterFailure = 15_000;
const soonest = 500;

/** Asks again and again, one question at a time, while somebody looks. */
export class Asker<T> {
  readonly #parts: () => Asking<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up with whatever makes an answer on its way an old one. */
  #turn = 0;
  #isOver = false;

  constructor(parts: () => Asking<T>) {
    this.#parts = parts;
  }

  readonly ask = (): void => {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#turn += 1;
    const turn = this.#turn;
    const { load, pace, pauseOf, onValue, onError } = this.#parts();
    load().then(
      (value) => {
        if (turn !== this.#turn) return;
        onValue(value);
        this.wait(pace(value));
      },
      (error: unknown) => {
        if (turn !== this.#turn) return;
        onError(error);
        this.wait(Math.max(afterFailure, pauseOf(error)));
      },
    );
  };

  /** Asks then instead, or not at all; an answer on its way counts no more. A page that nobody sees asks nothing. */
  wait(milliseconds: number | undefined): void {
    this.rest();
    this.#turn += 1;
    if (milliseconds === undefined || this.#isOver || !this.#parts().isSeen()) return;
    this.#timer = setTimeout(this.ask, Math.max(soonest, milliseconds));
  }

  /** Asks nothing more by itself; an answer on its way still counts. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.#isOver = true;
    this.#turn += 1;
    this.rest();
  }
}
