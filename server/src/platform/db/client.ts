import pg from 'pg';
import { limitSetBy } from './limits.ts';
import { nameOfPrepared } from './prepared.ts';

/** Added to the statement limit, so that the server's own error arrives before our timeout. */
const marginMs = 2_000;

export const isAnswerMissing = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

type Query = (...args: unknown[]) => unknown;
/** An internal property of pg, missing from its types. */
type WithParameters = { connectionParameters: { query_timeout: number } };
interface QueryConfig {
  text?: unknown;
  values?: unknown;
  name?: string;
  query_timeout?: number;
}

/**
 * A connection that names prepared statements, so that the server plans them once, and that closes when an answer is
 * overdue: pg would keep it in the pool, and the next statement would wait for the same answer.
 */
export class DatabaseClient extends pg.Client {
  #limit: { ms: number; endsWithTransaction: boolean } | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const limited: Query = (textOrConfig, values, ...rest) => {
      const config = (
        typeof textOrConfig === 'string' ? { text: textOrConfig } : textOrConfig
      ) as QueryConfig;
      const name = nameOfPrepared(config.text);
      if (name) config.name = name;
      const waitMs = this.#waitMs(config.text, values ?? config.values);
      if (waitMs) config.query_timeout = waitMs;
      const answer = query(config, values, ...rest);
      if (answer instanceof Promise) answer.catch((error) => this.#closeWithoutAnswer(error));
      return answer;
    };
    this.query = limited as typeof this.query;
  }

  /** @returns undefined for the default limit */
  #waitMs(text: unknown, values: unknown): number | undefined {
    if (this.#limit?.endsWithTransaction && this.getTransactionStatus() === 'I') this.#limit = undefined;
    this.#limit = limitSetBy(text, values) ?? this.#limit;
    if (!this.#limit) return undefined;
    if (this.#limit.ms > 0) return this.#limit.ms + marginMs;
    // No timer at all: pg does not stop the timer of a COPY.
    (this as unknown as WithParameters).connectionParameters.query_timeout = 0;
    return undefined;
  }

  #closeWithoutAnswer(error: unknown): void {
    if (isAnswerMissing(error)) void this.end();
  }
}
