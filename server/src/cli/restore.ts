import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkBackupKey,
  checkEmpty,
  containsKey,
  type OpenedBackup,
  openBackup,
  restoreDatabase,
  restoreFiles,
} from '../backup/backup.ts';
import { beginNewEpochs } from '../chat/channels/store.ts';
import type { Config } from '../config.ts';
import { removeEmbeddedPostgres } from '../platform/db/embedded/embedded.ts';
import { Unstartable } from '../platform/errors.ts';
import { holdDataFolder, markHalfRestored, prepareDataFolder } from '../startup/data-folder.ts';
import { openKeyring } from '../startup/secret-key.ts';
import { log, withDatabase } from './database.ts';

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

async function fill(config: Config, backup: OpenedBackup, onProgress: (what: string) => void) {
  const files = await restoreFiles(backup, config.LECTERN_DATA_DIR);
  checkBackupKey(backup, openKeyring(config));
  return withDatabase(config, async ({ db, pool }) => {
    await checkEmpty(pool);
    const moved = await restoreDatabase(pool, backup, onProgress);
    // Web clients may have seen changes newer than the backup: a new epoch makes them load everything again.
    await beginNewEpochs(db);
    return { ...moved, files };
  });
}

/** Fills an empty installation from a backup. If it fails, the folder is empty again. */
export async function restoreInto(config: Config, file: string, onProgress: (what: string) => void) {
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
