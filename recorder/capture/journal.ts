import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { names } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';

const reserveName = '.reserve';
/** Held on the disk so that the end can be told also where nothing more goes onto it. */
const reserveBytes = 64 * 1024;

/** Tells of the recording, line by line. */
export class Journal {
  readonly #folder: string;
  readonly #file: number;
  #error: unknown;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = openSync(join(folder, names.journal), 'a', 0o600);
    this.#reserve();
  }

  /** Of an entry that could not be written. */
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

  /** The last entry: room is made for it. */
  end(entry: JournalEntry & { type: 'ended' }): void {
    rmSync(join(this.#folder, reserveName), { force: true });
    try {
      // A line that was cut off by a full disk is ended first: it does not count, and this one does.
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
