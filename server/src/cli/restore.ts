import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkBackupKey,
  checkEmpty,
  containsKey,
  type Moved,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
  restoreFiles,
} from '../backup/backup.ts';
import { beginNewEpochs } from '../chat/channels/store.ts';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded/embedded.ts';
import { Unstartable } from '../platform/errors.ts';
import { createLog } from '../platform/logging/log.ts';
import { holdDataFolder, markHalfRestored, prepareDataFolder } from '../startup/data-folder.ts';
import { openKeyring } from '../startup/secret-key.ts';

const log = createLog('silent');

function checkTarget({ LECTERN_DATA_DIR: folder, LECTERN_SECRET_KEY: key }: Config, backup: OpenedBackup) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Unstartable(`The data folder ${folder} is not empty. Set LECTERN_DATA_DIR to an empty folder.`);
  }
  if (!key && !containsKey(backup)) {
    throw new Unstartable(
      'The backup does not contain the key: the installation used LECTERN_SECRET_KEY. Set it to the same value.',
    );
  }
}

/** Runs `work` on the database to be filled. */
async function withTargetDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const address = config.DATABASE_URL;
  const runtimeDir = config.XDG_RUNTIME_DIR;
  const server = address
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.LECTERN_DATA_DIR,
        log,
        ...(runtimeDir && { runtimeDir }),
      });
  const database = openDatabase(server?.connection ?? { connectionString: address?.href }, log);
  try {
    return await work(database);
  } finally {
    await database.close();
    await server?.stop();
  }
}

async function fill(
  config: Config,
  backup: OpenedBackup,
  onProgress: (what: string) => void,
): Promise<Moved> {
  const files = await restoreFiles(backup, config.LECTERN_DATA_DIR);
  checkBackupKey(backup, openKeyring(config));
  return withTargetDatabase(config, async ({ db, pool }) => {
    await checkEmpty(pool);
    const moved = await restoreDatabase(pool, backup, onProgress);
    // Web clients may have seen changes newer than the backup: a new epoch makes them load everything again.
    await beginNewEpochs(db);
    return { ...moved, files };
  });
}

/** Fills an empty installation from a backup. If it fails, the folder is empty again. */
export async function restoreInto(
  config: Config,
  file: string,
  onProgress: (what: string) => void,
): Promise<Moved> {
  const folder = config.LECTERN_DATA_DIR;
  const backup = await openBackup(file);
  try {
    checkTarget(config, backup);
    prepareDataFolder(folder);
    const releaseFolder = await holdDataFolder(folder, 'command');
    const whole = markHalfRestored(folder);
    try {
      const moved = await fill(config, backup, onProgress);
      whole();
      return moved;
    } catch (error) {
      if (!config.DATABASE_URL) await removeEmbeddedPostgres(folder, log);
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      throw error;
    } finally {
      releaseFolder();
    }
  } finally {
    backup.archive.close();
  }
}
