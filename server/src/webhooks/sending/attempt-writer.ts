import { setTimeout as pause } from 'node:timers/promises';
import { type Db, isDatabaseAway } from '../../platform/db/db.ts';
import { type AttemptRecord, saveAttempts } from './attempts.store.ts';

const together = 100;
const againMs = 500;

interface Waiting {
  note: AttemptRecord;
  done: PromiseWithResolvers<void>;
}

/** Writes attempts down; those that end while others are being written are written together. */
export class AttemptWriter {
  readonly #db: Db;
  readonly #giveUp: AbortSignal;
  #waiting: Waiting[] = [];
  #isWriting = false;

  /** @param giveUp ends the waiting for a database that is away */
  constructor(db: Db, giveUp: AbortSignal) {
    this.#db = db;
    this.#giveUp = giveUp;
  }

  /** Resolves when it is written down. */
  write(note: AttemptRecord): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ note, done });
    if (!this.#isWriting) void this.#writeAll();
    return done.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, together);
      // One that the database refuses must not keep the others from being written.
      if (!(await this.#wrote(some))) for (const one of some) await this.#wrote([one]);
    }
    this.#isWriting = false;
  }

  /** @returns false when these have to be tried one by one */
  async #wrote(some: Waiting[]): Promise<boolean> {
    const notes = some.map(({ note }) => note);
    while (true) {
      try {
        await saveAttempts(this.#db, notes);
        for (const { done } of some) done.resolve();
        return true;
      } catch (error) {
        // What was sent must not be sent again because the database was away for a moment.
        const isAway = isDatabaseAway(error);
        if (isAway && !this.#giveUp.aborted) await pause(againMs);
        else if (!isAway && some.length > 1) return false;
        else {
          for (const { done } of some) done.reject(error);
          return true;
        }
      }
    }
  }
}
