import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { ticks } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded.ts';
import { findRunningPostgres, hasEmbeddedPostgres } from '../platform/db/embedded/running.ts';
import { Unstartable } from '../platform/errors.ts';
import { createLog } from '../platform/logging/log.ts';
import { reasonOf } from '../platform/process/reasons.ts';
import { holdDataFolder, isDataFolderHeld } from '../startup/data-folder.ts';
import { startCommands } from './invocation.ts';
import { lockCommandLine } from './lock.ts';

export interface OpenedDatabase extends Pick<Database, 'db' | 'pool'> {
  /** Stops only what was started for this command. */
  close: () => Promise<void>;
}

type Connection = Parameters<typeof openDatabase>[0];

/** Milliseconds in which a starting server has its database running; recovery after a crash takes longer. */
const maxWaitMs = 30_000;

const log = createLog('silent');

async function open(connection: Connection, ends: () => unknown): Promise<OpenedDatabase> {
  const { db, pool, close } = openDatabase({ ...connection, max: 1 }, log);
  const end = async () => {
    await close();
    await ends();
  };
  let ending: Promise<void> | undefined;
  const endOnce = () => {
    ending ??= end();
    return ending;
  };
  return { db, pool, close: endOnce };
}

/** Opens a database that others run. @throws Unstartable if it cannot be reached */
export async function openExternal(address: URL): Promise<OpenedDatabase> {
  const { pool, close } = openDatabase({ connectionString: address.href }, log);
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    throw new Unstartable(
      `The database ${address.host} cannot be reached: ${reasonOf(error)}. Start it, or correct the address.`,
    );
  } finally {
    await close();
  }
  return open({ connectionString: address.href }, () => undefined);
}

type Options = Parameters<typeof findRunningPostgres>[0];

/** Waits for the database of a running server. @returns its connection; undefined if no server and no database runs */
async function findConnection(options: Options): Promise<Connection | undefined> {
  const since = ticks();
  while (true) {
    const running = await findRunningPostgres(options);
    if (running?.connection) return running.connection;
    if (!running && !isDataFolderHeld(options.dataDir)) return undefined;
    if (ticks() - since > maxWaitMs) {
      throw new Unstartable(
        'The database of this data folder is running but does not respond. Try again shortly.',
      );
    }
    await pause(100);
  }
}

async function openEmbedded(config: Config): Promise<OpenedDatabase> {
  const dataDir = config.LECTERN_DATA_DIR;
  if (!hasEmbeddedPostgres(dataDir)) {
    throw new Unstartable(
      `There is no Lectern in ${dataDir} yet. Start it once with ${startCommands}, or set LECTERN_DATA_DIR to its data folder.`,
    );
  }
  const runtimeDir = config.XDG_RUNTIME_DIR;
  const options = { dataDir, log, ...(runtimeDir && { runtimeDir }) };
  const endTurn = await lockCommandLine(dataDir);
  try {
    const connection = await findConnection(options);
    if (connection) return open(connection, endTurn);
    return await startDatabase(options, endTurn);
  } catch (error) {
    endTurn();
    throw error;
  }
}

/** Starts the database for this command and stops it afterwards. A server that starts meanwhile waits for that. */
async function startDatabase(options: Options, endTurn: () => void): Promise<OpenedDatabase> {
  const releaseFolder = await holdDataFolder(options.dataDir, 'command');
  try {
    const server = await startEmbeddedPostgres(options);
    return await open(server.connection, async () => {
      await server.stop();
      releaseFolder();
      endTurn();
    });
  } catch (error) {
    releaseFolder();
    throw error;
  }
}

/** The installation that the settings name. Its database is opened when a command first needs it. */
export class Installation {
  readonly config: Config;
  #opened: Promise<OpenedDatabase> | undefined;

  constructor(config: Config) {
    this.config = config;
  }

  /** Opens the database, whether its server runs or not. */
  open(): Promise<OpenedDatabase> {
    const address = this.config.DATABASE_URL;
    this.#opened ??= address ? openExternal(address) : openEmbedded(this.config);
    return this.#opened;
  }

  async close(): Promise<void> {
    // The error was reported when opening failed.
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.close();
  }
}
