import { soundIn } from './decoding.ts';

/** The sound of a file mixed to mono from second 0 on; gaps are silence. */
export class Sound {
  readonly rate: number;
  readonly samples: Float32Array;

  private constructor(rate: number, samples: Float32Array) {
    this.rate = rate;
    this.samples = samples;
  }

  static of(path: string): Sound {
    const pieces = [];
    let rate = 48_000;
    let length = 0;
    for (const piece of soundIn(path)) {
      rate = piece.rate;
      const at = Math.round(piece.t * rate);
      const count = piece.samples[0]?.length ?? 0;
      const mixed = new Float32Array(count);
      for (const channel of piece.samples)
        for (let i = 0; i < count; i++) mixed[i] = (mixed[i] ?? 0) + (channel[i] ?? 0) / piece.samples.length;
      pieces.push({ at, mixed });
      length = Math.max(length, at + count);
    }
    const samples = new Float32Array(length);
    for (const { at, mixed } of pieces) samples.set(at < 0 ? mixed.subarray(-at) : mixed, Math.max(0, at));
    return new Sound(rate, samples);
  }

  get seconds(): number {
    return this.samples.length / this.rate;
  }

  between(from: number, to: number): Float32Array {
    return this.samples.subarray(Math.round(from * this.rate), Math.round(to * this.rate));
  }

  /** Root mean square, 0 to 1. */
  loudness(from: number, to: number): number {
    const part = this.between(from, to);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length));
  }

  isSilent(from: number, to: number): boolean {
    return this.loudness(from, to) < 0.003;
  }

  /** Amplitude of a frequency in a part, 0 to 1, by the Goertzel algorithm. */
  amplitudeOf(hz: number, from: number, to: number): number {
    const part = this.between(from, to);
    const factor = 2 * Math.cos((2 * Math.PI * hz) / this.rate);
    let [before, last] = [0, 0];
    for (const sample of part) [before, last] = [last, sample + factor * last - before];
    const power = last * last + before * before - factor * last * before;
    return (2 * Math.sqrt(Math.max(0, power))) / Math.max(1, part.length);
  }

  /** Whether most pieces of 100 ms have the tone; a packet may be lost. */
  hasTone(
    hz: number,
    [from, to]: readonly [number, number],
    { amplitude = 0.03, share = 0.9 } = {},
  ): boolean {
    const pieces = Math.max(1, Math.round((to - from) * 10));
    let heard = 0;
    for (let n = 0; n < pieces; n++)
      if (this.amplitudeOf(hz, from + n / 10, from + (n + 1) / 10) >= amplitude) heard += 1;
    return heard / pieces >= share;
  }

  /** Seconds at which a tone begins, by windows of 5 ms after at least 200 ms without it. */
  beginningsOf(hz: number, amplitude = 0.05): number[] {
    const [window, quiet] = [0.005, 0.2];
    const found = [];
    let lastHeard = Number.NEGATIVE_INFINITY;
    for (let t = 0; t + window <= this.seconds; t += window) {
      if (this.amplitudeOf(hz, t, t + window) < amplitude) continue;
      if (t - lastHeard >= quiet) found.push(t);
      lastHeard = t;
    }
    return found;
  }
}
