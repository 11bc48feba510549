import type { Config } from '../config.ts';
import { ticks } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { withDeadline } from '../platform/deadline.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { reasonOf } from '../platform/process/reasons.ts';

export interface StartedDatabase extends Database {
  /** Ends the embedded server too, where there is one. */
  stop(withinMs?: number): Promise<void>;
}

/** How long a stop waits for queries in progress. */
const closeMs = 1_000;

/** Connections whose queries hang do not close: they are cut. */
async function close(database: Database, log: Logger): Promise<void> {
  try {
    await withDeadline(database.close(), closeMs, 'closing the database connections');
  } catch (error) {
    log.warn(
      { err: error },
      'database connections were cut. If this repeats, check the database and its disk',
    );
  }
}

async function migrated(database: Database): Promise<void> {
  try {
    await migrate(database.pool);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database that the settings name, else the embedded one; its tables up to date. */
export async function startDatabase(config: Config, log: Logger): Promise<StartedDatabase> {
  const address = config.DATABASE_URL;
  if (address) {
    const database = openDatabase({ connectionString: address.href }, log);
    try {
      await database.pool.query('SELECT 1');
    } catch (error) {
      await database.close();
      throw new Unstartable(
        `The database of DATABASE_URL (${address.host}) cannot be reached: ${reasonOf(error)}. Start it, or correct the address.`,
      );
    }
    await migrated(database);
    return { ...database, stop: () => close(database, log) };
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.LECTERN_DATA_DIR,
    log,
    ...(config.XDG_RUNTIME_DIR && { runtimeDir: config.XDG_RUNTIME_DIR }),
  });
  const database = openDatabase(server.connection, log);
  try {
    await migrated(database);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const stop = async (withinMs = Number.POSITIVE_INFINITY) => {
    const until = ticks() + withinMs;
    await close(database, log);
    await server.stop(until - ticks());
  };
  return { ...database, stop };
}
