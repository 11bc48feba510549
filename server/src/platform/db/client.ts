import pg from 'pg';
import { limitSetBy } from './limits.ts';
import { nameOfPrepared } from './prepared.ts';

/** Added to the statement limit, so that the server's own error arrives before our timeout. */
const marginMs = 2_000;

/** pg's own message, for query objects and callbacks. */
const answerMissing = 'Query read timeout';

export const isAnswerMissing = (error: unknown): boolean =>
  error instanceof Error && error.message === answerMissing;

type Done = (error: unknown, result: unknown) => void;
type Query = (config: QueryConfig, values?: unknown, done?: unknown) => unknown;
/** An internal property of pg, missing from its types. */
type WithParameters = { connectionParameters: { query_timeout: number | false } };
interface QueryConfig {
  text?: unknown;
  values?: unknown;
  name?: string;
  query_timeout?: number;
  /** A query object, such as a COPY. */
  submit?: unknown;
}

/**
 * The answer of a statement as a promise. With pg's own promise and timer each query with its rows, and what waits for
 * it, stays until the next full collection (docs/decisions/0051): about 3 KB for each statement, 100 MB on a
 * busy server.
 */
function answerOf(send: (done: Done) => void, waitMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = waitMs > 0 ? setTimeout(reject, waitMs, new Error(answerMissing)) : undefined;
  send((error, result) => {
    clearTimeout(timer);
    if (error) reject(error);
    else resolve(result);
  });
  return promise;
}

/**
 * A connection that names prepared statements, so that the server plans them once, and that closes when an answer is
 * overdue: pg would keep it in the pool, and the next statement would wait for the same answer.
 */
export class DatabaseClient extends pg.Client {
  /** How long a statement waits for its answer, unless a limit was set; 0: without end. */
  readonly usualWaitMs: number;
  #limit: { ms: number; endsWithTransaction: boolean } | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connectionParameters } = this as unknown as WithParameters;
    this.usualWaitMs = connectionParameters.query_timeout || 0;
    // No timer of pg's: it does not stop that of a COPY either.
    connectionParameters.query_timeout = 0;
    const query = this.query.bind(this) as Query;
    const limited = (textOrConfig: string | QueryConfig, values?: unknown, done?: unknown): unknown => {
      const config = typeof textOrConfig === 'string' ? { text: textOrConfig } : textOrConfig;
      const name = nameOfPrepared(config.text);
      if (name) config.name = name;
      const waitMs = this.#waitMs(config.text, values ?? config.values);
      if (config.submit || typeof values === 'function' || done) {
        if (waitMs) config.query_timeout = waitMs;
        return query(config, values, done);
      }
      const answer = answerOf((answered) => void query(config, values, answered), waitMs);
      answer.catch((error) => this.#closeWithoutAnswer(error));
      return answer;
    };
    this.query = limited as typeof this.query;
  }

  #waitMs(text: unknown, values: unknown): number {
    if (this.#limit?.endsWithTransaction && this.getTransactionStatus() === 'I') this.#limit = undefined;
    this.#limit = limitSetBy(text, values) ?? this.#limit;
    if (!this.#limit) return this.usualWaitMs;
    return this.#limit.ms > 0 ? this.#limit.ms + marginMs : 0;
  }

  #closeWithoutAnswer(error: unknown): void {
    if (isAnswerMissing(error)) void this.end();
  }
}
