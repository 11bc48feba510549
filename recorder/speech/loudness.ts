import { speechRate } from '../folder/wav-header.ts';

/** Loudness is measured for so many samples at once: 20 ms. */
const step = speechRate / 50;
export const stepSeconds = step / speechRate;

/** Digital silence. */
const silence = -100;

/** Hum of the mains and bumps are below, voices are above. */
const lowestHertz = 120;

/** Measures the loudness of sound every 20 ms, in dB of full scale, without hum. */
export class Loudness {
  readonly #values: number[] = [];
  readonly #keep = Math.exp((-2 * Math.PI * lowestHertz) / speechRate);
  #sum = 0;
  #count = 0;
  #last = 0;
  #passed = 0;

  add(samples: Int16Array): void {
    for (const sample of samples) {
      // A high-pass filter of the first order.
      this.#passed = this.#keep * (this.#passed + sample - this.#last);
      this.#last = sample;
      this.#sum += this.#passed * this.#passed;
      this.#count += 1;
      if (this.#count === step) this.#finish();
    }
  }

  /** One value for each whole 20 ms. */
  values(): Float32Array {
    return Float32Array.from(this.#values);
  }

  #finish(): void {
    const level = Math.sqrt(this.#sum / step) / 32_768;
    this.#values.push(level > 0 ? Math.max(silence, 20 * Math.log10(level)) : silence);
    this.#sum = 0;
    this.#count = 0;
  }
}
