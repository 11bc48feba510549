import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

export const timings = {
  /** How long PostgreSQL may work on one statement, including waits for locks. */
  statementMs: 10_000,
  /**
   * How long a transaction may idle. A node that freezes in a transaction loses it with its locks. Its other
   * connections may still queue for the same lock, so other nodes wait for at most both limits: 15 s.
   */
  idleInTransactionMs: 5_000,
  /** How long we wait for an answer: longer than `statementMs`, for a server that does not answer at all. */
  answerMs: 12_000,
};

/** For every connection, as startup parameters, so that they also hold for an external PostgreSQL. */
const limits = (): pg.PoolConfig => ({
  statement_timeout: timings.statementMs,
  idle_in_transaction_session_timeout: timings.idleInTransactionMs,
  query_timeout: timings.answerMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  fallback_application_name: 'lectern',
});

/** pg lets the connection string override these. */
const ownParameters = ['statement_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'];

/** Adds the limits, which a connection string cannot change; its other parameters stay. */
export function withLimits({ connectionString, ...settings }: pg.PoolConfig): pg.PoolConfig {
  const limited = { ...limits(), ...settings };
  if (connectionString === undefined) return limited;
  const address = new URL(connectionString);
  for (const name of ownParameters) address.searchParams.delete(name);
  return { ...limited, connectionString: address.href };
}

/** `DatabaseClient` recognizes this statement and adapts its own timeout. */
const setLimit = "/* statement limit */ SELECT set_config('statement_timeout', $1, $2)";

/** The limit that this statement sets (0 for none), and whether it ends with the transaction. */
export function limitSetBy(text: unknown, values: unknown) {
  if (text !== setLimit || !Array.isArray(values)) return undefined;
  return { ms: Number(values[0]), endsWithTransaction: values[1] === 'true' };
}

/** For a statement that deletes or erases a lot (a room with millions of messages) on a busy server. */
export const deletionSeconds = 120;

/** Raises the limit for the statements of this transaction, where 10 s are too few. */
export async function allowLongStatements(trx: Kysely<Tables>, seconds: number): Promise<void> {
  if (!trx.isTransaction) throw new Error('allowLongStatements needs a transaction');
  await trx.executeQuery(CompiledQuery.raw(setLimit, [String(seconds * 1000), 'true']));
}

/** Removes the limit, for a migration or a backup. The connection must be closed afterwards. */
export async function liftStatementLimit(client: pg.ClientBase): Promise<void> {
  await client.query(setLimit, ['0', 'false']);
}
