import type { Logger } from './log.ts';

export interface OutageMessages {
  /** What is not done meanwhile: a warning, with the reason. */
  away: string;
  back: string;
}

/** The database or an engine that is away: logged once when it goes and once when it is back, however often it is tried meanwhile. */
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
