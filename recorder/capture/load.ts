/** Levels of work, from all to the least. The frame rate is lowered first, because people notice that least. */
const steps = [
  { every: 1, height: undefined },
  { every: 2, height: undefined },
  { every: 2, height: 540 },
  { every: 2, height: 360 },
] as const;

/** Seconds over which the load is measured. */
const judgedOver = 3;
/** Seconds at the start that are not measured: they are unsteady on every machine. */
const settlesIn = 1;
/** Share of the due frames. */
const tooManyLate = 0.25;

/** Counts frames that were not drawn in time and decides when to lower the cost. The cost is never raised again. */
export class Load {
  readonly #fps: number;
  #step = 0;
  #late = 0;
  #lateHere = 0;
  #dueHere = 0;
  #judgedFrom: number;

  constructor(fps: number) {
    this.#fps = fps;
    this.#judgedFrom = settlesIn * fps;
  }

  get late(): number {
    return this.#late;
  }

  /** One frame in so many is drawn. */
  get every(): number {
    return steps[this.#step]?.every ?? 1;
  }

  get fps(): number {
    return this.#fps / this.every;
  }

  /** Undefined: the height of the job. */
  get height(): number | undefined {
    return steps[this.#step]?.height;
  }

  isDue(n: number): boolean {
    return n % this.every === 0;
  }

  /**
   * Counts the frames after `before` up to `n`; `isDrawn`: frame `n` was drawn.
   * @returns true if the cost has to be lowered from now on
   */
  count(before: number, n: number, isDrawn: boolean): boolean {
    for (let frame = before + 1; frame <= n; frame += 1) {
      if (!this.isDue(frame)) continue;
      const isLate = frame < n || !isDrawn;
      if (isLate) this.#late += 1;
      if (frame < this.#judgedFrom) continue;
      this.#dueHere += 1;
      if (isLate) this.#lateHere += 1;
    }
    return this.#judge(n);
  }

  #judge(n: number): boolean {
    if (n - this.#judgedFrom < judgedOver * this.#fps) return false;
    const isTooMuch = this.#lateHere > this.#dueHere * tooManyLate;
    this.#judgedFrom = n;
    this.#lateHere = 0;
    this.#dueHere = 0;
    if (!isTooMuch || this.#step === steps.length - 1) return false;
    this.#step += 1;
    return true;
  }
}
