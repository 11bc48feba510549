import type { Logger } from './log.ts';

/** Logs the outage of the database or an engine once when it begins and once when it ends, not every failure. */
export class Outage {
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  readonly #lines: { away: string; back: string };
  #isAway = false;

  /** @param lines log lines; that of the outage says what does not work meanwhile, and gets the reason */
  constructor(log: Pick<Logger, 'warn' | 'info'>, lines: { away: string; back: string }) {
    this.#log = log;
    this.#lines = lines;
  }

  away(error: unknown): void {
    if (!this.#isAway)
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, this.#lines.away);
    this.#isAway = true;
  }

  back(): void {
    if (this.#isAway) this.#log.info(this.#lines.back);
    this.#isAway = false;
  }
}
