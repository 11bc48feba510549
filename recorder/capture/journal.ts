import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { names } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';

const reserveName = '.reserve';
/** Reserved on the disk so that the last entry can be written when the disk is full. */
const reserveBytes = 64 * 1024;

/** Writes `journal.jsonl`, one entry a line. */
export class Journal {
  readonly #folder: string;
  readonly #file: number;
  #error: unknown;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = openSync(join(folder, names.journal), 'a', 0o600);
    this.#reserve();
  }

  /** The first error of writing an entry. */
  get error(): unknown {
    return this.#error;
  }

  tell(entry: JournalEntry): void {
    try {
      this.#write(entry);
    } catch (error) {
      this.#error ??= error;
    }
  }

  /** Writes the last entry, after freeing the reserved space. */
  end(entry: JournalEntry & { type: 'ended' }): void {
    rmSync(join(this.#folder, reserveName), { force: true });
    try {
      // End a line that the full disk cut off: it does not count, but this one must.
      if (this.#error !== undefined) writeSync(this.#file, '\n');
      this.#write(entry);
    } finally {
      closeSync(this.#file);
    }
  }

  #write(entry: JournalEntry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    const written = writeSync(this.#file, line);
    if (written < line.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  }

  #reserve(): void {
    try {
      writeFileSync(join(this.#folder, reserveName), Buffer.alloc(reserveBytes), { mode: 0o600 });
    } catch (error) {
      this.#error ??= error;
    }
  }
}
