import { setTimeout as pause } from 'node:timers/promises';
import { type Db, isDatabaseAway } from '../../platform/db/db.ts';
import { type AttemptRecord, saveAttempts } from './attempts.store.ts';

const together = 100;
const againMs = 500;

interface Waiting {
  note: AttemptRecord;
  done: PromiseWithResolvers<void>;
}

/** Saves attempts. Those that end during one write are saved together in the next. */
export class AttemptWriter {
  readonly #db: Db;
  readonly #giveUp: AbortSignal;
  #waiting: Waiting[] = [];
  #isWriting = false;

  /** @param giveUp ends the retries while the database is away */
  constructor(db: Db, giveUp: AbortSignal) {
    this.#db = db;
    this.#giveUp = giveUp;
  }

  /** Resolves when the attempt is saved. */
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
      // An attempt that the database refuses must not prevent saving the others.
      if (!(await this.#wrote(some))) for (const one of some) await this.#wrote([one]);
    }
    this.#isWriting = false;
  }

  /** @returns false if these have to be saved one by one */
  async #wrote(some: Waiting[]): Promise<boolean> {
    const notes = some.map(({ note }) => note);
    while (true) {
      try {
        await saveAttempts(this.#db, notes);
        for (const { done } of some) done.resolve();
        return true;
      } catch (error) {
        // Retry: a delivery that was sent must not be sent again because the database was away for a moment.
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
