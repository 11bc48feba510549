export type RefresherParts<T> = {
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
export class Refresher<T> {
  readonly #parts: () => RefresherParts<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up with whatever makes an answer on its way an old one. */
  #turn = 0;
  #isOver = false;

  constructor(parts: () => RefresherParts<T>) {
    this.#parts = parts;
  }

  readonly refresh = (): void => {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#turn += 1;
    const turn = this.#turn;
    const { load, pace, pauseOf, onValue, onError } = this.#parts();
    load().then(
      (value) => {
        if (turn !== this.#turn) return;
        onValue(value);
        this.refreshAfter(pace(value));
      },
      (error: unknown) => {
        if (turn !== this.#turn) return;
        onError(error);
        this.refreshAfter(Math.max(afterFailure, pauseOf(error)));
      },
    );
  };

  /** Asks then instead, or not at all; an answer on its way counts no more. A page that nobody sees asks nothing. */
  refreshAfter(milliseconds: number | undefined): void {
    this.pause();
    this.#turn += 1;
    if (milliseconds === undefined || this.#isOver || !this.#parts().isSeen()) return;
    this.#timer = setTimeout(this.refresh, Math.max(soonest, milliseconds));
  }

  /** Asks nothing more by itself; an answer on its way still counts. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.#isOver = true;
    this.#turn += 1;
    this.pause();
  }
}
