import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../logging/log.ts';
import { DatabaseClient, isAnswerMissing } from './client.ts';
import { withLimits } from './limits.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction in it. It is the first argument of every store function. */
export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  /** The connection pool, for what Kysely does not offer (LISTEN). */
  pool: pg.Pool;
  /** The settings of a connection, for a thread that opens its own. */
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

export const timings = {
  /** How long a request waits for a connection before it gets 503. */
  connectionMs: 4000,
  /**
   * How long an idle connection stays. A new one plans each prepared statement again: after pg's usual 10 s the first
   * hundred people of a lesson had their rights in the chat within 1.0 s, on connections that stayed within 0.06 s.
   */
  idleMs: 300_000,
};

export function openDatabase(settings: pg.PoolConfig, log: Logger): Database {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: timings.connectionMs,
    idleTimeoutMillis: timings.idleMs,
    Client: DatabaseClient,
    ...withLimits(settings),
  });
  // Without a listener an idle connection that the server closes would end our process; the pool opens another one.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) log.warn({ reason: error.message }, 'lost an idle database connection; it is replaced');
  });
  // The same for a connection that breaks between two statements: the next statement on it fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query, ...event }) => {
      if (level !== 'error' || !('error' in event) || !isTooSlow(event.error)) return;
      const about = { statement: query.sql.trim().slice(0, 200), ms: Math.round(event.queryDurationMillis) };
      log.warn(
        about,
        'cancelled a database statement that took too long: the database is overloaded, or a lock is held',
      );
    },
  });
  const close = async () => {
    closing = true;
    await db.destroy();
    // Kysely ends the pool only if a statement went through Kysely.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, connection: settings, close };
}

/** Deadlock: PostgreSQL rolled this transaction back. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown })?.code === '40P01';

const tries = 4;

const actionsAfterCommit = new WeakMap<Db, (() => void)[]>();

/** Runs `action` after the transaction committed. Does not run it after a rollback. */
export function onCommit(trx: Db, action: () => void): void {
  const actions = actionsAfterCommit.get(trx);
  if (!actions) throw new Error('onCommit needs a transaction opened by inTransaction');
  actions.push(action);
}

type Addition = (trx: Db, result: unknown) => Promise<void>;

const additions = new WeakMap<Db, Addition>();
const repetitions = new WeakSet<Db>();

/** Makes a handle of the database whose first transaction runs `add` with its result, just before it commits. */
export function withAddition(db: Db, add: Addition): Db {
  const own = db.withoutPlugins();
  additions.set(own, add);
  return own;
}

/** Whether no transaction of the handle has committed yet. */
export const isAdditionDue = (db: Db): boolean => additions.has(db);

/** Notes that the transaction only repeats what an earlier one did: it gets no addition. */
export const noteRepetition = (trx: Db): void => void repetitions.add(trx);

async function commit<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  let actions: (() => void)[] = [];
  const add = additions.get(db);
  const result = await db.transaction().execute(async (trx) => {
    actions = [];
    actionsAfterCommit.set(trx, actions);
    const done = await work(trx);
    if (!repetitions.has(trx)) await add?.(trx, done);
    return done;
  });
  additions.delete(db);
  for (const action of actions) action();
  return result;
}

/**
 * Runs `work` in a transaction: in `db` if that is one, else in a new one. After a deadlock (a participant enters a
 * room while it is deleted) it runs `work` again, up to 4 times in all, so `work` may have no other side effects.
 */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await commit(db, work);
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error;
    }
  }
}

/** Runs reads in one snapshot: a change is visible in all of them or in none. */
export const inSnapshot = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().setIsolationLevel('repeatable read').execute(work);

/** Did one of our limits end the statement or transaction: statement timeout, idle timeout, or no answer? */
export function isTooSlow(error: unknown): boolean {
  const code = String((error as { code?: unknown })?.code ?? '');
  return code === '57014' || code === '25P03' || isAnswerMissing(error);
}

const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EACCES']);

/** Does the error mean that the database is away (stopped, starting, unreachable, too slow)? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isTooSlow(error)) return true;
  const code = String((error as { code?: unknown }).code ?? '');
  // 57P: shutting down or starting; 08: connection exceptions; 53300: too many connections.
  if (code.startsWith('57P') || code.startsWith('08') || code === '53300') return true;
  const syscall = (error as { syscall?: unknown }).syscall;
  if (awayCodes.has(code)) return syscall === 'connect' || syscall === 'read' || syscall === 'write';
  return /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message);
}

/** Did the statement violate this unique constraint? */
export function breaksUnique(error: unknown, constraint: string): boolean {
  const known = error as { code?: unknown; constraint?: unknown };
  return known?.code === '23505' && known.constraint === constraint;
}

/** The foreign keys to accounts, by the names of their columns. Chat users are other rows. */
const toAccount =
  /^(?!chat_)(\w+)_(owner_id|user_id|client_user_id|created_by|used_by|created_by_client_of)_fkey$/;

/**
 * Did the statement refer to an account that was deleted meanwhile?
 * @returns the table that refers to it
 */
export function tableOfDeletedAccount(error: unknown): string | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown };
  return breaksReference(error) ? toAccount.exec(String(constraint))?.[1] : undefined;
}

/** Did the statement refer to a row that does not exist any more? */
export const breaksReference = (error: unknown): boolean => (error as { code?: unknown })?.code === '23503';
