import { closeSync, openSync, writeSync } from 'node:fs';
import { wavHeader, wavHeaderBytes } from '../folder/wav-header.ts';

/** Writes a WAV file, mono at 16 kHz, piece by piece. */
export class WavFile implements Disposable {
  readonly #file: number;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
    writeSync(this.#file, wavHeader(0));
  }

  /** Writes samples at a position; what is left out before them is silence. */
  write(samples: Int16Array, at: number): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    writeSync(this.#file, bytes, 0, bytes.length, wavHeaderBytes + at * 2);
    this.#bytes = Math.max(this.#bytes, at * 2 + bytes.length);
  }

  close(): void {
    writeSync(this.#file, wavHeader(this.#bytes), 0, wavHeaderBytes, 0);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
