import { ticks } from './clock.ts';
import type { Db } from './db/db.ts';
import { type Lease, releaseLease, takeLease } from './lease.store.ts';

/**
 * A task that one node does for all of them. A node that dies loses its lease after `seconds`, and another one takes it.
 * A run that lasts longer than the lease may overlap with that of another node, so a task has to bear that.
 */
export class TaskLease {
  readonly #db: Db;
  readonly #lease: Lease;
  #isHeld = false;
  #askAt = 0;

  constructor(db: Db, lease: Lease) {
    this.#db = db;
    this.#lease = lease;
  }

  /** A node without the lease asks for it this often. */
  get askMs(): number {
    return (this.#lease.seconds * 1000) / 3;
  }

  /** Takes or extends the lease, where the last answer is older than a third of its time. @returns whether it is ours */
  async isHeld(): Promise<boolean> {
    const now = ticks();
    if (now < this.#askAt) return this.#isHeld;
    this.#isHeld = await takeLease(this.#db, this.#lease);
    this.#askAt = now + this.askMs;
    return this.#isHeld;
  }

  async release(): Promise<void> {
    this.#askAt = 0;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await releaseLease(this.#db, this.#lease);
  }
}
