import { statfs } from 'node:fs/promises';

const everyMs = 1_000;

/** Looks once a second whether the disk can bear more: what must stay free, and room for the finished copy. */
export class DiskGuard {
  readonly #folder: string;
  readonly #needed: () => number;
  readonly #timer: NodeJS.Timeout;
  #isLow = false;

  constructor(folder: string, needed: () => number) {
    this.#folder = folder;
    this.#needed = needed;
    this.#timer = setInterval(() => void this.#look(), everyMs);
  }

  get isLow(): boolean {
    return this.#isLow;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    // A disk that does not answer is found out by writing.
    const { bavail, bsize } = await statfs(this.#folder).catch(() => ({ bavail: 0, bsize: 0 }));
    if (bsize > 0 && bavail * bsize < this.#needed()) this.#isLow = true;
  }
}
