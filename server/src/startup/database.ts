import type pg from 'pg';
import type { Config } from '../config.ts';
import { ticks } from '../platform/clock.ts';
import { withDeadline } from '../platform/concurrency/deadline.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';
import { reasonOf } from '../platform/process/reasons.ts';

export interface StartedDatabase extends Database {
  /** Also stops the embedded server, if there is one. */
  stop(withinMs?: number): Promise<void>;
}

/** How long a stop waits for queries in progress. */
const closeMs = 1_000;

/** Cuts the connections whose queries hang; half of the time is left for the embedded server. */
async function close(database: Database, log: Logger, withinMs: number): Promise<void> {
  try {
    await withDeadline(database.close(), Math.min(closeMs, withinMs / 2), 'closing the database connections');
  } catch (error) {
    log.warn(
      { err: error },
      'database connections were cut. If this repeats, check the database and its disk',
    );
  }
}

/**
 * Migrates the tables, which may wait for another node. Runs after every check that can refuse the start: nodes of
 * the previous version start only on unchanged tables.
 */
export async function migrateDatabase({ pool }: Database, log: Logger): Promise<void> {
  const began = ticks();
  const { from, applied } = await migrate(pool, {
    onLocked: () => log.warn('the migration is repeated: a transaction uses a view that it changes'),
  });
  if (applied.length === 0) return;
  log.info({ from, to: applied.at(-1), applied, ms: Math.round(ticks() - began) }, 'database migrated');
}

interface External extends pg.PoolConfig {
  address: URL;
  /** The database in the message of an error. */
  name?: string;
}

/** Opens a database that others run. @throws Unstartable if it cannot be reached */
export async function openExternal({ address, name = address.host, ...settings }: External, log: Logger) {
  const database = openDatabase({ ...settings, connectionString: address.href }, log);
  try {
    await database.pool.query('SELECT 1');
    return database;
  } catch (error) {
    await database.close();
    throw new Unstartable(
      `The database ${name} cannot be reached: ${reasonOf(error)}. Start it, or correct the address.`,
    );
  }
}

/** Connects to the database of the settings, or starts the embedded one. Does not migrate. */
export async function startDatabase(
  config: Config,
  log: Logger,
  interrupted: AbortSignal,
): Promise<StartedDatabase> {
  const address = config.DATABASE_URL;
  if (address) {
    const database = await openExternal({ address, name: `of DATABASE_URL (${address.host})` }, log);
    return { ...database, stop: (withinMs = closeMs) => close(database, log, withinMs) };
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.LECTERN_DATA_DIR,
    runtimeDir: config.XDG_RUNTIME_DIR,
    interrupted,
    log,
  });
  const database = openDatabase(server.connection, log);
  const stop = async (withinMs = Number.POSITIVE_INFINITY) => {
    const until = ticks() + withinMs;
    await close(database, log, withinMs);
    await server.stop(until - ticks());
  };
  return { ...database, stop };
}
