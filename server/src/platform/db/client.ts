import pg from 'pg';
import { limitSetBy } from './limits.ts';
import { nameOfPrepared } from './prepared.ts';

/** The server ends the statement first, and says why. */
const aheadMs = 2_000;

export const isAnswerMissing = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

type Query = (...given: unknown[]) => unknown;
/** What pg keeps of the settings; its types leave it out. */
type WithParameters = { connectionParameters: { query_timeout: number } };
interface Asked {
  text?: unknown;
  values?: unknown;
  name?: string;
  query_timeout?: number;
}

/**
 * A connection that names prepared statements, so that the server plans them once, and closes when an answer does not
 * come in time: pg alone would leave it in the pool, and the next statement would wait for the same answer.
 */
export class DatabaseClient extends pg.Client {
  #limit: { ms: number; endsWithTransaction: boolean } | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const asked: Query = (first, values, ...rest) => {
      const wish = (typeof first === 'string' ? { text: first } : first) as Asked;
      const name = nameOfPrepared(wish.text);
      if (name) wish.name = name;
      const waitMs = this.#waitMs(wish.text, values ?? wish.values);
      if (waitMs) wish.query_timeout = waitMs;
      const answer = query(wish, values, ...rest);
      if (answer instanceof Promise) answer.catch((error) => this.#closeWithoutAnswer(error));
      return answer;
    };
    this.query = asked as typeof this.query;
  }

  /** @returns undefined for the ordinary limit */
  #waitMs(text: unknown, values: unknown): number | undefined {
    if (this.#limit?.endsWithTransaction && this.getTransactionStatus() === 'I') this.#limit = undefined;
    this.#limit = limitSetBy(text, values) ?? this.#limit;
    if (!this.#limit) return undefined;
    if (this.#limit.ms > 0) return this.#limit.ms + aheadMs;
    // No timer at all: pg would not stop the timer of a COPY.
    (this as unknown as WithParameters).connectionParameters.query_timeout = 0;
    return undefined;
  }

  #closeWithoutAnswer(error: unknown): void {
    if (isAnswerMissing(error)) void this.end();
  }
}
