import { sampleRate } from './audio-encoder.ts';
import { Lateness } from './lateness.ts';

const ringSamples = 2 * sampleRate;
/** Amplitude below which a piece is a pause, which can be shortened or lengthened unheard: -45 dB of full scale. */
const quiet = 0.0056 * 32_768;

export interface AudioArrival {
  /** Position in the recording, in samples, at which the piece arrived. */
  arrival: number;
  /** Samples between the moment that the piece belongs to and its arrival. */
  behind?: number;
}

/**
 * The sound of one track, each sample at its position in the recording. The media server sends no timestamps: arrival
 * gives the position. Pieces follow each other without gaps, because they arrive unevenly but are played evenly.
 */
export class TrackAudio {
  readonly #ring = new Float32Array(ringSamples);
  readonly #lateness = new Lateness();
  /** Position up to which the sound has been taken. */
  #taken: number;
  #next: number | undefined;
  #missed = 0;

  constructor(taken: number) {
    this.#taken = taken;
  }

  /** Samples that arrived too late for their position. */
  get missed(): number {
    return this.#missed;
  }

  /** Position up to which the sound has arrived; undefined before the first piece. */
  get until(): number | undefined {
    return this.#next;
  }

  add(samples: Int16Array, { arrival, behind = 0 }: AudioArrival): void {
    const { length } = samples;
    const place = arrival - behind - length;
    if (this.#next === undefined) {
      // Sound from before the beginning does not count as missed.
      this.#write(samples, place);
      this.#next = Math.max(place + length, this.#taken);
      return;
    }
    this.#lateness.look(place - this.#next, arrival);
    const { off, isOverdue } = this.#lateness;
    const isPause = off !== 0 && isQuiet(samples);
    // A piece can be moved back only over what was not taken yet: often nothing, as the mix waits for it.
    const most = Math.min(0, this.#taken - this.#next);
    if (off <= -length && (isPause || (isOverdue && most > -length))) {
      // Drop the piece to move the rest back. A dropped pause loses no word.
      this.#lateness.moved(-length);
      if (!isPause) this.#missed += length;
      return;
    }
    const move = isPause || isOverdue ? Math.max(off, most) : 0;
    if (move !== 0) this.#lateness.moved(move);
    const first = this.#next + move;
    this.#missed += length - this.#write(samples, first);
    this.#next = first + length;
  }

  /** Copies the next samples into `block`. */
  take(block: Float32Array): void {
    const at = this.#taken % ringSamples;
    const part = this.#ring.subarray(at, Math.min(ringSamples, at + block.length));
    block.set(part);
    part.fill(0);
    if (part.length < block.length) {
      const rest = this.#ring.subarray(0, block.length - part.length);
      block.set(rest, part.length);
      rest.fill(0);
    }
    this.#taken += block.length;
  }

  /** @returns how many of the samples were in time for their position */
  #write(samples: Int16Array, first: number): number {
    const from = Math.max(0, this.#taken - first);
    const to = Math.min(samples.length, this.#taken + ringSamples - first);
    for (let i = from; i < to; i += 1) this.#ring[(first + i) % ringSamples] = (samples[i] ?? 0) / 32_768;
    return Math.max(0, to - from);
  }
}

const isQuiet = (samples: Int16Array): boolean => samples.every((sample) => Math.abs(sample) < quiet);
