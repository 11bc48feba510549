import { statfs } from 'node:fs/promises';

const everyMs = 1_000;

/** Checks once a second that the disk has enough free space: the required minimum, and room for the finished copy. */
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
    // If the disk does not respond, the next write fails and reports it.
    const { bavail, bsize } = await statfs(this.#folder).catch(() => ({ bavail: 0, bsize: 0 }));
    if (bsize > 0 && bavail * bsize < this.#needed()) this.#isLow = true;
  }
}
