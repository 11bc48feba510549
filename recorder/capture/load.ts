/** How much is done, from all of it to the least. Frames are saved first: that is seen the least. */
const steps = [
  { every: 1, height: undefined },
  { every: 2, height: undefined },
  { every: 2, height: 540 },
  { every: 2, height: 360 },
] as const;

/** Seconds over which it is judged whether the recorder keeps up. */
const judgedOver = 3;
/** The beginning is unsteady on every machine. */
const settlesIn = 1;
/** Of the frames that were due. */
const tooManyLate = 0.25;

/** Counts frames that were not drawn in time, and says when to do less. What was given up stays so. */
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

  /** Every so many frames one is drawn. */
  get every(): number {
    return steps[this.#step]?.every ?? 1;
  }

  get fps(): number {
    return this.#fps / this.every;
  }

  /** Undefined: as the job says. */
  get height(): number | undefined {
    return steps[this.#step]?.height;
  }

  isDue(n: number): boolean {
    return n % this.every === 0;
  }

  /**
   * The frames up to `n` are over, after those up to `before`; `isDrawn`: the last of them was drawn.
   * @returns true where less is to be done from now on
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
