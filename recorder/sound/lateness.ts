import { sampleRate } from './audio-encoder.ts';

/** Smaller offsets, in samples, are not corrected. */
const tolerated = 0.04 * sampleRate;
/** Samples over which the smallest offset is taken: if one piece was on time, the others were only read late. */
const lookedAt = 0.5 * sampleRate;
/** The first position depends on one piece, which may have been read late: it is corrected sooner and at once. */
const lookedAtFirst = 0.1 * sampleRate;
/** The correction waits so long for a pause in which it is not heard. */
const patience = 2 * sampleRate;

/** Measures a track's offset from its position by the arrival times of its pieces. */
export class Lateness {
  #from: number | undefined;
  #span = lookedAtFirst;
  #least = Number.POSITIVE_INFINITY;
  #off = 0;
  #offSince: number | undefined;
  #isOverdue = false;

  /** Samples by which the track has to be moved later; negative: earlier. */
  get off(): number {
    return this.#off;
  }

  /** The correction has waited long enough and happens without a pause. */
  get isOverdue(): boolean {
    return this.#isOverdue;
  }

  /** Counts a piece that arrived at `arrival`, `late` samples after its position. */
  look(late: number, arrival: number): void {
    this.#from ??= arrival;
    this.#least = Math.min(this.#least, late);
    if (arrival - this.#from < this.#span) return;
    this.#off = Math.abs(this.#least) > tolerated ? Math.round(this.#least) : 0;
    this.#offSince = this.#off === 0 ? undefined : (this.#offSince ?? arrival);
    const isFirst = this.#span === lookedAtFirst;
    this.#isOverdue = isFirst || arrival - (this.#offSince ?? arrival) >= patience;
    this.#span = lookedAt;
    this.#lookAgain();
  }

  moved(by: number): void {
    this.#off -= by;
    this.#lookAgain();
  }

  #lookAgain(): void {
    this.#from = undefined;
    this.#least = Number.POSITIVE_INFINITY;
  }
}
