import type { Logger } from './log.ts';

/**
 * Logs an event that clients can cause without limit: the first one at once, then at most one line per period, with
 * the number of events since the previous line.
 */
export class CountedWarning {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #message: string;
  readonly #periodMs: number;
  #count = 0;
  #latest: object = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Pick<Logger, 'warn'>, message: string, periodMs = 60_000) {
    this.#log = log;
    this.#message = message;
    this.#periodMs = periodMs;
  }

  /** @param fields of this event; a line has those of the latest event */
  note(fields: object = {}): void {
    this.#count += 1;
    this.#latest = fields;
    if (!this.#timer) this.#write();
  }

  #write(): void {
    this.#timer = undefined;
    if (this.#count === 0) return;
    this.#log.warn({ ...this.#latest, count: this.#count }, this.#message);
    this.#count = 0;
    this.#timer = setTimeout(() => this.#write(), this.#periodMs).unref();
  }
}
