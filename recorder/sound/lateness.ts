import { sampleRate } from './audio-encoder.ts';

/** What lies off its place by less stays there. */
const tolerated = 0.04 * sampleRate;
/** Samples of time that are looked at: while one of the pieces came in time, the others were only late in being read. */
const lookedAt = 0.5 * sampleRate;
/** The first place is that of a single piece, which may have been read late: it is looked at sooner, and mended at once. */
const lookedAtFirst = 0.1 * sampleRate;
/** How long a pause is waited for in which the sound is moved unheard. */
const patience = 2 * sampleRate;

/** Finds by how much a track lies off its place, from when its pieces come. */
export class Lateness {
  #from: number | undefined;
  #span = lookedAtFirst;
  #least = Number.POSITIVE_INFINITY;
  #off = 0;
  #offSince: number | undefined;
  #isOverdue = false;

  /** By how many samples it is to be moved on; below 0: back. */
  get off(): number {
    return this.#off;
  }

  /** It was off for so long that it is moved whatever is heard. */
  get isOverdue(): boolean {
    return this.#isOverdue;
  }

  /** A piece came at `arrival`, `late` samples after its place. */
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
