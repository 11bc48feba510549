import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';

/** Samples on the disk. The file is removed at the end. */
export class SampleFile implements Disposable {
  readonly #path: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'wx+', 0o600);
  }

  append(samples: Int16Array): void {
    writeFileSync(this.#file, samples);
  }

  /** @returns fewer samples where the file ends */
  read(from: number, count: number): Int16Array {
    const samples = new Int16Array(count);
    const { BYTES_PER_ELEMENT: size } = Int16Array;
    const bytes = readSync(this.#file, samples, 0, count * size, from * size);
    return samples.subarray(0, Math.floor(bytes / size));
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }
}
