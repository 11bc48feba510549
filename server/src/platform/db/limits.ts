import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Db } from './db.ts';

export const waits = {
  /** How long PostgreSQL works on one statement, waiting for locks included. */
  statementMs: 10_000,
  /**
   * How long a transaction may wait for its next statement. A node that freezes in a transaction loses it, with its locks.
   * Its other connections may still be queued for the same lock, so the others wait for at most both limits: 15 s.
   */
  idleInTransactionMs: 5_000,
  /** How long we wait for the answer to a statement: longer than `statementMs`, for a server that does not answer at all. */
  answerMs: 12_000,
};

/** Of every connection, as startup parameters: they also hold where somebody else runs the PostgreSQL. */
const limits = (): pg.PoolConfig => ({
  statement_timeout: waits.statementMs,
  idle_in_transaction_session_timeout: waits.idleInTransactionMs,
  query_timeout: waits.answerMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  fallback_application_name: 'lectern',
});

/** pg prefers what a connection string says of these to what the settings say. */
const ownParameters = ['statement_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'];

/** The settings with the limits. A connection string cannot change them; its other parameters stay as they are. */
export function withLimits({ connectionString, ...settings }: pg.PoolConfig): pg.PoolConfig {
  const limited = { ...limits(), ...settings };
  if (connectionString === undefined) return limited;
  const address = new URL(connectionString);
  for (const name of ownParameters) address.searchParams.delete(name);
  return { ...limited, connectionString: address.href };
}

/** `DatabaseClient` reads this statement too and waits as long as the server works. */
const setLimit = "/* statement limit */ SELECT set_config('statement_timeout', $1, $2)";

/** The limit that this statement sets, and whether it ends with the transaction; 0: none. */
export function limitSetBy(
  text: unknown,
  values: unknown,
): { ms: number; endsWithTransaction: boolean } | undefined {
  if (text !== setLimit || !Array.isArray(values)) return undefined;
  return { ms: Number(values[0]), endsWithTransaction: values[1] === 'true' };
}

/** For one statement that deletes or erases a lot (a room with millions of messages) on a busy machine. */
export const deletionSeconds = 120;

/** Raises the limit for the statements of this transaction, where ten seconds are too few. */
export async function allowLongStatements(trx: Db, seconds: number): Promise<void> {
  if (!trx.isTransaction) throw new Error('allowLongStatements needs a transaction');
  await trx.executeQuery(CompiledQuery.raw(setLimit, [String(seconds * 1000), 'true']));
}

/** Lets statements take as long as they need, for a migration or a backup. The connection must be closed afterwards. */
export async function liftStatementLimit(client: pg.ClientBase): Promise<void> {
  await client.query(setLimit, ['0', 'false']);
}
