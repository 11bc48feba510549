import { isDatabaseAway } from '../db/db.ts';
import type { TaskLease } from '../jobs/lease.ts';
import { CountedWarning } from '../logging/counted-warning.ts';
import type { Logger } from '../logging/log.ts';

export interface RepeatOptions {
  /** Names the work in log lines: `<what> failed; retrying`. */
  what: string;
  /** Milliseconds from the end of a run to the start of the next one. */
  everyMs: number;
  /** Milliseconds before the first run, which otherwise starts at once. A `wake` does not shorten them. */
  firstAfterMs?: number;
  /** Without a lease every node does the work. */
  lease?: Pick<TaskLease, 'askMs' | 'isHeld' | 'release'>;
  /**
   * The service other than the database whose outage the error shows. With this function the log has one line when
   * that service or the database goes away and one when it is back. Without it, a database that is away is not logged.
   */
  awayService?: (error: unknown) => string | undefined;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** One run. It resolves to the milliseconds until the next one (default `everyMs`); a long run must obey `signal`. */
export type Work = (signal: AbortSignal) => Promise<void> | Promise<number | undefined>;

class Repetition {
  readonly #options: RepeatOptions;
  readonly #work: Work;
  readonly #stopping = new AbortController();
  readonly #failures: CountedWarning;
  readonly #ended: Promise<void>;
  #hasBegun = false;
  #isAway = false;
  #isWoken = false;
  #endRest: () => void = () => undefined;

  constructor(options: RepeatOptions, work: Work) {
    this.#options = options;
    this.#work = work;
    const { log, what } = options;
    const asError = { warn: (fields: object, message: string) => log.error(fields, message) };
    this.#failures = new CountedWarning(asError as Pick<Logger, 'warn'>, `${what} failed; retrying`);
    this.#ended = this.#run();
  }

  /** Starts the next run now, or right after the current one. */
  wake(): void {
    if (!this.#hasBegun) return;
    this.#isWoken = true;
    this.#endRest();
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endRest();
    await this.#ended;
    await this.#options.lease?.release().catch(() => undefined);
  }

  /** Without `firstAfterMs` the first run starts before the constructor returns, so that a stop waits for it. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { firstAfterMs } = this.#options;
    if (firstAfterMs !== undefined) await this.#rest(firstAfterMs);
    this.#hasBegun = true;
    while (!signal.aborted) {
      this.#isWoken = false;
      await this.#rest(await this.#once());
    }
  }

  #rest(ms: number): Promise<void> {
    if (ms === 0 || this.#isWoken || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @returns milliseconds to the next run */
  async #once(): Promise<number> {
    const { everyMs, lease, what, log } = this.#options;
    try {
      if (lease && !(await lease.isHeld())) return Math.min(everyMs, lease.askMs);
      const restMs = await this.#work(this.#stopping.signal);
      if (this.#isAway) log.info(`${what} resumed`);
      this.#isAway = false;
      return restMs ?? everyMs;
    } catch (error) {
      this.#failed(error);
      // Another node may succeed where this one fails.
      await lease?.release().catch(() => undefined);
      return everyMs;
    }
  }

  #failed(error: unknown): void {
    const { awayService, what, log } = this.#options;
    const service =
      awayService && (awayService(error) ?? (isDatabaseAway(error) ? 'the database' : undefined));
    if (service === undefined && !isDatabaseAway(error)) this.#failures.note({ err: error });
    if (service !== undefined && !this.#isAway) log.warn(`${what} paused: ${service} is away`);
    this.#isAway = service !== undefined;
  }
}

export type Repeating = Pick<Repetition, 'wake' | 'stop'>;

/**
 * Repeats some work, one run after another, until it is stopped. A failed run does not end it.
 * @example const sweeping = repeat({ what: 'sweeping', everyMs: 2_000, log }, () => sweep(db));
 */
export const repeat = (options: RepeatOptions, work: Work): Repeating => new Repetition(options, work);
