import type { Logger } from './log.ts';

export interface OutageMessages {
  /** Log line of the outage: what does not work meanwhile. The reason is added. */
  away: string;
  back: string;
}

/** Logs the outage of the database or an engine once when it begins and once when it ends, not every failure. */
export class Outage {
  readonly #log: Logger;
  readonly #words: OutageMessages;
  #isAway = false;

  constructor(log: Logger, words: OutageMessages) {
    this.#log = log;
    this.#words = words;
  }

  away(error: unknown): void {
    if (!this.#isAway)
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, this.#words.away);
    this.#isAway = true;
  }

  back(): void {
    if (this.#isAway) this.#log.info(this.#words.back);
    this.#isAway = false;
  }
}
