import { mkdir, statfs } from 'node:fs/promises';

/** The free bytes of the folder's disk. The folder is made if it is missing. */
export async function freeBytesIn(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Bytes of the disk that nobody else gets until `end` is called; further calls do nothing. */
export interface Reservation {
  end(): void;
}

interface DiskSpaceOptions {
  folder: string;
  /** So many bytes stay free (LECTERN_MIN_FREE_DISK). */
  keptFreeBytes: number;
  /** Bytes that recorders will still write: processes of their own, which look at the disk themselves. */
  promisedBytes?: () => Promise<number>;
  /** Tests have a disk of their own. */
  freeBytes?: (folder: string) => Promise<number>;
}

/**
 * The space of a node's disk, which all of its writers of large files share: each reserves what it will write before
 * it writes. Otherwise ninety requests that look at the same free bytes fill the disk together, and the database,
 * which is on it too, stops.
 */
export class DiskSpace {
  readonly #options: Required<DiskSpaceOptions>;
  #reserved = 0;
  /** All bytes whose reservation has ended since the start. */
  #ended = 0;

  constructor(options: DiskSpaceOptions) {
    this.#options = { promisedBytes: async () => 0, freeBytes: freeBytesIn, ...options };
  }

  /** Bytes that may still be reserved; below 0 when less is free than must stay free. */
  async available(): Promise<number> {
    const availableNow = await this.#measure();
    return availableNow();
  }

  /** Free bytes that nobody has reserved, those that must stay free among them. */
  async unreserved(): Promise<number> {
    return (await this.available()) + this.#options.keptFreeBytes;
  }

  /** @returns undefined if so much is not available */
  async reserve(bytes: number): Promise<Reservation | undefined> {
    const availableNow = await this.#measure();
    // Nothing is awaited between this look and the reservation.
    if (availableNow() < bytes) return undefined;
    this.#reserved += bytes;
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#reserved -= bytes;
        this.#ended += bytes;
      },
    };
  }

  /** Asks the disk. @returns a function that subtracts what is reserved when it is called */
  async #measure(): Promise<() => number> {
    const { folder, keptFreeBytes, promisedBytes, freeBytes } = this.#options;
    const endedBefore = this.#ended;
    const promised = await promisedBytes();
    const free = await freeBytes(folder);
    // A reservation that ended after the disk was asked may have written after its answer.
    return () => free - promised - keptFreeBytes - this.#reserved - (this.#ended - endedBefore);
  }
}
