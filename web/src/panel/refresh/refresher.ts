export type RefresherParts<T> = {
  load: () => Promise<T>;
  /** Milliseconds from this response to the next request; undefined for none. */
  pace: (value: T) => number | undefined;
  /** Milliseconds that a refusal asks to wait. */
  pauseOf: (error: unknown) => number;
  /** True while the page is visible. */
  isSeen: () => boolean;
  onValue: (value: T) => void;
  onError: (error: unknown) => void;
};

const afterFailure = 15_000;
const soonest = 500;

/** Repeats a request while the page is visible, one at a time. */
export class Refresher<T> {
  readonly #parts: () => RefresherParts<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented by everything that makes a response in flight outdated. */
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

  /** Replaces the next request, or cancels it; a response in flight is dropped. A hidden page sends nothing. */
  refreshAfter(milliseconds: number | undefined): void {
    this.pause();
    this.#turn += 1;
    if (milliseconds === undefined || this.#isOver || !this.#parts().isSeen()) return;
    this.#timer = setTimeout(this.refresh, Math.max(soonest, milliseconds));
  }

  /** Sends no more requests on its own; a response in flight still counts. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.#isOver = true;
    this.#turn += 1;
    this.pause();
  }
}
