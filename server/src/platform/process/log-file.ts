import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const largestFile = 16 * 1024 * 1024;
const lastBytes = 8 * 1024;

/**
 * A child's output file. The child writes to the file itself, because a pipe would break when this process is killed,
 * and the child with it. We read the file to pass lines on to our log.
 */
export class LogFile {
  readonly path: string;
  readonly #reading: number;
  #position: number;
  #unfinished = '';

  constructor(path: string) {
    this.path = path;
    this.#reading = openSync(path, 'a+', 0o600);
    this.#position = fstatSync(this.#reading).size;
  }

  /** A file descriptor for the child; close it after the spawn. */
  openForChild(): number {
    return openSync(this.path, 'a', 0o600);
  }

  /** Complete lines since the last call. */
  newLines(): string[] {
    const size = fstatSync(this.#reading).size;
    if (size < this.#position) this.#position = 0;
    if (size === this.#position) return [];
    const bytes = this.#bytesAt(this.#position, Math.min(size - this.#position, 1024 * 1024));
    this.#position += bytes.length;
    const lines = (this.#unfinished + bytes.toString('utf8')).split('\n');
    this.#unfinished = (lines.pop() ?? '').slice(0, lastBytes);
    // All writers append, so they continue at the start of a truncated file.
    if (size > largestFile) {
      ftruncateSync(this.#reading, 0);
      this.#position = 0;
    }
    return lines.filter((line) => line.trim() !== '');
  }

  /** The last lines, for the error message about a child that failed. */
  lastLines(count: number): string[] {
    const size = fstatSync(this.#reading).size;
    const from = Math.max(0, size - lastBytes);
    const lines = this.#bytesAt(from, size - from)
      .toString('utf8')
      .split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-count);
  }

  close(): void {
    closeSync(this.#reading);
  }

  #bytesAt(position: number, length: number): Buffer {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(this.#reading, buffer, 0, length, position));
  }
}
