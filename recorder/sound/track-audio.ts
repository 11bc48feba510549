import { sampleRate } from './audio-encoder.ts';
import { Lateness } from './lateness.ts';

const ringSamples = 2 * sampleRate;
/** Amplitude below which a piece is a pause, which can be made shorter or longer unheard: -45 dB of full scale. */
const quiet = 0.0056 * 32_768;

export interface AudioArrival {
  /** The place in the recording, in samples, at which it came. */
  arrival: number;
  /** Samples by which it came after the moment that it belongs to. */
  behind?: number;
}

/**
 * The sound of one track, each sample at its place in the recording. The engine names no times, so its arrival says
 * where a piece belongs; pieces follow each other without gaps, because they arrive unevenly but are played evenly.
 */
export class TrackAudio {
  readonly #ring = new Float32Array(ringSamples);
  readonly #lateness = new Lateness();
  /** Everything before this was taken. */
  #taken: number;
  #next: number | undefined;
  #missed = 0;

  constructor(taken: number) {
    this.#taken = taken;
  }

  /** Samples that came too late for their place. */
  get missed(): number {
    return this.#missed;
  }

  /** The place up to which everything came; undefined before anything did. */
  get until(): number | undefined {
    return this.#next;
  }

  add(samples: Int16Array, { arrival, behind = 0 }: AudioArrival): void {
    const { length } = samples;
    const place = arrival - behind - length;
    if (this.#next === undefined) {
      // What was said before the beginning is no loss.
      this.#write(samples, place);
      this.#next = Math.max(place + length, this.#taken);
      return;
    }
    this.#lateness.look(place - this.#next, arrival);
    const { off, isOverdue } = this.#lateness;
    const isPause = off !== 0 && isQuiet(samples);
    // It can be moved back over what was not taken yet. What is mixed waits for it: often that is nothing.
    const most = Math.min(0, this.#taken - this.#next);
    if (off <= -length && (isPause || (isOverdue && most > -length))) {
      // Left out: what lies behind its place comes back to it. Of a pause no word is lost.
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

  /** Moves on by a block: puts its sound into `block`. */
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

  /** @returns how many of the samples have a place that is still to be taken */
  #write(samples: Int16Array, first: number): number {
    const from = Math.max(0, this.#taken - first);
    const to = Math.min(samples.length, this.#taken + ringSamples - first);
    for (let i = from; i < to; i += 1) this.#ring[(first + i) % ringSamples] = (samples[i] ?? 0) / 32_768;
    return Math.max(0, to - from);
  }
}

const isQuiet = (samples: Int16Array): boolean => samples.every((sample) => Math.abs(sample) < quiet);
