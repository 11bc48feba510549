import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { ticks } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/db/embedded/embedded.ts';
import { Unstartable } from '../platform/errors.ts';
import { createLog } from '../platform/logging/log.ts';
import { holdLockFile } from '../platform/process/lock-file.ts';
import { reasonOf } from '../platform/process/reasons.ts';
import { holdDataFolder, isDataFolderHeld } from '../startup/data-folder.ts';
import { openExternal } from '../startup/database.ts';
import { startCommands } from './invocation.ts';

export interface OpenedDatabase extends Pick<Database, 'db' | 'pool'> {
  /** Stops only what was started for this command. */
  close: () => Promise<void>;
}

type Connection = Parameters<typeof openDatabase>[0];

/** Milliseconds in which a starting server has its database running; recovery after a crash takes longer. */
const maxWaitMs = 30_000;

export const log = createLog('silent');

function open(connection: Connection, ends: () => unknown): OpenedDatabase {
  const { db, pool, close } = openDatabase({ ...connection, max: 1 }, log);
  return { db, pool, close: () => close().then(async () => void (await ends())) };
}

type Options = Parameters<typeof findRunningPostgres>[0];

const embeddedOptions = ({ LECTERN_DATA_DIR: dataDir, XDG_RUNTIME_DIR: runtimeDir }: Config): Options => ({
  ...{ dataDir, log, runtimeDir },
});

/** Runs `work` on the database of the settings; starts the embedded one for it. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>) {
  const address = config.DATABASE_URL;
  const server = address ? undefined : await startEmbeddedPostgres(embeddedOptions(config));
  const database = openDatabase(server?.connection ?? { connectionString: address?.href }, log);
  try {
    return await work(database);
  } finally {
    await database.close();
    await server?.stop();
  }
}

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

/** Waits for other commands on this data folder: one of them may stop the database that it started. */
async function lockCommandLine(dataDir: string): Promise<() => void> {
  const onTimeout = () => {
    throw new Unstartable(
      'Another lectern command is still running on this data folder. Wait for it, or stop it.',
    );
  };
  try {
    return await holdLockFile(join(dataDir, 'cli.json'), { withinMs: maxWaitMs, onTimeout });
  } catch (error) {
    if (error instanceof Unstartable) throw error;
    throw new Unstartable(`The data folder cannot be written: ${reasonOf(error)}.`);
  }
}

async function openEmbedded(config: Config): Promise<OpenedDatabase> {
  const dataDir = config.LECTERN_DATA_DIR;
  // To a user who may not enter it, the folder would look empty.
  if (existsSync(dataDir)) accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  if (!hasEmbeddedPostgres(dataDir)) {
    throw new Unstartable(
      `There is no Lectern in ${dataDir} yet. Start it once with ${startCommands}, or set LECTERN_DATA_DIR to its data folder.`,
    );
  }
  const options = embeddedOptions(config);
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
    return open(server.connection, async () => {
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
  /** Sentences about settings that are probably not what was meant. */
  readonly warnings: readonly string[];
  #opened: Promise<OpenedDatabase> | undefined;
  #closing: Promise<void> | undefined;

  constructor(config: Config, warnings: readonly string[] = []) {
    this.config = config;
    this.warnings = warnings;
  }

  /** Opens the database, whether its server runs or not. */
  open(): Promise<OpenedDatabase> {
    const address = this.config.DATABASE_URL;
    this.#opened ??= address ? openExternal({ address, max: 1 }, log) : openEmbedded(this.config);
    return this.#opened;
  }

  /** An interrupted command calls it twice. */
  async close(): Promise<void> {
    // The error was reported when opening failed.
    this.#closing ??= this.#opened?.then(
      ({ close }) => close(),
      () => undefined,
    );
    await this.#closing;
  }
}
