import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Another recorder already uses the folder: two recorders never write one file. */
export class AlreadyThere extends Error {
  override name = 'AlreadyThere';
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Writes bytes at an offset of a file. Tests replace it to simulate a full disk. */
export type Write = (handle: FileHandle, bytes: Uint8Array, at: number) => Promise<void>;

const writeAll: Write = async (handle, bytes, at) => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
};

/**
 * An append-only file. A piece that could not be written whole is truncated, so the file always ends with a whole
 * piece. Writing runs in the background; the first error is kept and stops it.
 */
export class Appended {
  readonly #handle: FileHandle;
  readonly #write: Write;
  #last: Promise<void> = Promise.resolve();
  #bytes = 0;
  #error: unknown;

  private constructor(handle: FileHandle, write: Write) {
    this.#handle = handle;
    this.#write = write;
  }

  /** @throws AlreadyThere where the file exists */
  static async create(path: string, write: Write = writeAll): Promise<Appended> {
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const handle = await open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600).catch((error: unknown) => {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      throw isThere ? new AlreadyThere(`${path} is there`, { cause: error }) : error;
    });
    return new Appended(handle, write);
  }

  /** Bytes of the whole pieces in the file. */
  get bytes(): number {
    return this.#bytes;
  }

  get error(): unknown {
    return this.#error;
  }

  /** Resolves once the piece is in the file or was given up. It never rejects: see `error`. */
  add(piece: Uint8Array): Promise<void> {
    this.#last = this.#last.then(() => this.#add(piece));
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#handle.sync().catch((error: unknown) => this.#fail(error));
    await this.#handle.close();
  }

  async #add(piece: Uint8Array): Promise<void> {
    if (this.#error !== undefined || piece.length === 0) return;
    try {
      await this.#write(this.#handle, piece, this.#bytes);
      this.#bytes += piece.length;
    } catch (error) {
      this.#fail(error);
      await this.#handle.truncate(this.#bytes).catch(() => undefined);
    }
  }

  #fail(error: unknown): void {
    this.#error ??= error;
  }
}
