import { ticks } from '../platform/clock.ts';
import { withDeadline } from '../platform/deadline.ts';
import type { Logger } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';

const freshMs = 1_000;
/** A check that takes longer has failed. */
const checkMs = 5_000;

/**
 * Whether this node can serve requests. One check at a time serves all callers, and its result serves them for a second,
 * so that a flood of health checks causes no flood of queries.
 */
export class Readiness {
  readonly #check: () => Promise<void>;
  readonly #outage: Outage;
  #running: Promise<boolean> | undefined;
  #latest = { isReady: false, until: Number.NEGATIVE_INFINITY };
  #isOff = false;

  /** @param check rejects with what is missing */
  constructor(log: Logger, check: () => Promise<void>) {
    this.#check = check;
    this.#outage = new Outage(log, { away: 'not ready', back: 'ready again' });
  }

  /** From now on the node counts as not ready: it is about to stop. */
  off(): void {
    this.#isOff = true;
  }

  async isReady(): Promise<boolean> {
    if (this.#isOff) return false;
    if (ticks() < this.#latest.until) return this.#latest.isReady;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return (await this.#running) && !this.#isOff;
  }

  async #run(): Promise<boolean> {
    let isReady = true;
    try {
      await withDeadline(this.#check(), checkMs, 'the readiness check');
      this.#outage.back();
    } catch (error) {
      isReady = false;
      this.#outage.away(error);
    }
    this.#latest = { isReady, until: ticks() + freshMs };
    return isReady;
  }
}
