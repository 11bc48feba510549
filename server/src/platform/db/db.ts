import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { DatabaseClient, isAnswerMissing } from './client.ts';
import { withLimits } from './limits.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction in it: what every store function takes first. */
export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  /** The pool under it, for what Kysely has no word for (LISTEN). */
  pool: pg.Pool;
  close(): Promise<void>;
}

export const waits = {
  /** How long a request waits for a connection before it is answered 503. */
  connectionMs: 4000,
};

export function openDatabase(settings: pg.PoolConfig, log: Logger): Database {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: waits.connectionMs,
    Client: DatabaseClient,
    ...withLimits(settings),
  });
  // An idle connection that the server closed must not end our process; the pool opens another.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  // Nor a connection in use that breaks between two statements: the next statement on it fails and tells.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query, ...event }) => {
      if (level !== 'error' || !('error' in event) || !isTooSlow(event.error)) return;
      const about = { statement: query.sql.trim().slice(0, 200), ms: Math.round(event.queryDurationMillis) };
      log.warn(
        about,
        'a database statement took too long and was ended: the database is overloaded or locked',
      );
    },
  });
  const close = async () => {
    closing = true;
    await db.destroy();
    // Kysely ends the pool only if a statement went through Kysely.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** Two transactions waited for each other, and this one was chosen to give way: nothing of it happened. */
const gaveWay = (error: unknown): boolean => (error as { code?: unknown })?.code === '40P01';

const tries = 4;

const actionsAfterCommit = new WeakMap<Db, (() => void)[]>();

/** Does `action` once what this transaction wrote is there for all; never, when it does not come to that. */
export function onCommit(trx: Db, action: () => void): void {
  const actions = actionsAfterCommit.get(trx);
  if (!actions) throw new Error('onCommit needs a transaction of inTransaction');
  actions.push(action);
}

async function commit<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  let actions: (() => void)[] = [];
  const result = await db.transaction().execute((trx) => {
    actions = [];
    actionsAfterCommit.set(trx, actions);
    return work(trx);
  });
  for (const action of actions) action();
  return result;
}

/**
 * Runs `work` in a transaction: the one that `db` is already, or a new one. One that had to give way (somebody enters
 * a room while it is deleted) is done once more, so `work` leaves nothing behind that it could not do twice.
 */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await commit(db, work);
    } catch (error) {
      if (left === 0 || !gaveWay(error)) throw error;
    }
  }
}

/** Ended by a limit of ours: the statement's on the server or here, or that of an idle transaction. */
export function isTooSlow(error: unknown): boolean {
  const code = String((error as { code?: unknown })?.code ?? '');
  return code === '57014' || code === '25P03' || isAnswerMissing(error);
}

const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EACCES']);

/** Is this error the database being away (killed, starting, unreachable, too slow), rather than a fault of ours? */
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

/** Did the statement break this unique constraint? */
export function breaksUnique(error: unknown, constraint: string): boolean {
  const known = error as { code?: unknown; constraint?: unknown };
  return known?.code === '23505' && known.constraint === constraint;
}

/** Did the statement name a row that is not there any more? */
export const breaksReference = (error: unknown): boolean => (error as { code?: unknown })?.code === '23503';
