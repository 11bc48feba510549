import { ticks } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type Lease, releaseLease, takeLease } from './lease.store.ts';

/**
 * The lease of a task that one node does for all. When a node dies, another takes over after `seconds`. A run that
 * lasts longer may overlap with one on another node, so tasks must tolerate that (docs/decisions/0033).
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

  /** How often a node without the lease asks for it, in ms. */
  get askMs(): number {
    return (this.#lease.seconds * 1000) / 3;
  }

  /** Does this node have the lease? Takes or extends it if the last answer is older than a third of its time. */
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
