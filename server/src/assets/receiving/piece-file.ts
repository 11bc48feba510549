import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '../../platform/crypto.ts';
import { Refusal } from '../../platform/errors.ts';
import { codeOf } from '../../platform/process/reasons.ts';

/** Whether the disk, or our share of it, has no space left. */
export const hasNoSpace = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '');

/** Removes files that a killed server left. Call it at start, while nobody else uses the folder. */
export const clearPieceFiles = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });

/** A file of this node that is written from start to end and then stored; in the end it is removed. */
export class PieceFile implements AsyncDisposable {
  readonly path: string;
  readonly #handle: FileHandle;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** @throws a Refusal if the disk is full */
  static async open(folder: string): Promise<PieceFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomToken(12));
    return new PieceFile(path, await refusingFullDisk(open(path, 'wx', 0o600)));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws a Refusal if the disk is full */
  async append(chunk: Buffer): Promise<void> {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await refusingFullDisk(this.#handle.write(chunk, done, chunk.length - done));
      done += bytesWritten;
    }
    this.#bytes += chunk.length;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

async function refusingFullDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw hasNoSpace(error) ? new Refusal('upload_no_space') : error;
  }
}
