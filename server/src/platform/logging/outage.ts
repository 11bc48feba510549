import type { Logger } from './log.ts';

/** Logs the outage of the database or an engine once when it begins and once when it ends, not every failure. */
export class Outage {
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  readonly #words: { away: string; back: string };
  #isAway = false;

  /** @param words log lines; that of the outage says what does not work meanwhile, and gets the reason */
  constructor(log: Pick<Logger, 'warn' | 'info'>, words: { away: string; back: string }) {
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
