import { mkdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkEmpty,
  createBackup,
  type Moved,
  openBackup,
  restoreDatabase,
  storedFilesIn,
} from '../backup/backup.ts';
import { beginNewEpochs } from '../chat/channels/store.ts';
import type { Config } from '../config.ts';
import { type FileStore, FilesAway } from '../engines/files/files.ts';
import type { Database } from '../platform/db/db.ts';
import { hasEmbeddedPostgres } from '../platform/db/embedded/embedded.ts';
import { Unstartable } from '../platform/errors.ts';
import { findUnendedOf as findUnendedRecordsOf } from '../records/running/running.store.ts';
import { holdDataFolder } from '../startup/data-folder.ts';
import { openExternal } from '../startup/database.ts';
import { bucketOf } from '../startup/files.ts';
import { nodeIdIn } from '../startup/nodes/node-id.ts';
import { openKeyring } from '../startup/secret-key.ts';
import { log, withDatabase } from './database.ts';
import { invocation } from './invocation.ts';

interface Moving {
  config: Config;
  onProgress: (what: string) => void;
}

/** Runs `work` on the embedded database. Its server must be stopped: what it wrote meanwhile would be lost. */
async function withEmbeddedDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const release = await holdDataFolder(config.LECTERN_DATA_DIR, 'command');
  return withDatabase(config, work).finally(release);
}

/** Copies one file unless the bucket has it: an interrupted move continues when it is run again. */
async function copyFile(bucket: FileStore, key: string, path: string): Promise<void> {
  const [stored, { size }] = await Promise.all([bucket.stat(key), stat(path)]);
  // Links to files name the type that the reader gets.
  if (stored?.bytes !== size) await bucket.put(key, path, { contentType: 'application/octet-stream' });
}

/** Copies the stored files of the data folder into the bucket of the settings. @returns how many; 0 without a bucket */
async function moveFiles({ config, onProgress }: Moving): Promise<number> {
  const bucket = await bucketOf(config, { url: config.LECTERN_URL, keyring: openKeyring(config) });
  if (!bucket) return 0;
  const names = storedFilesIn(config.LECTERN_DATA_DIR);
  try {
    for (const [index, name] of names.entries()) {
      onProgress(`file ${index + 1} of ${names.length}`);
      await copyFile(bucket, name.slice('files/'.length), join(config.LECTERN_DATA_DIR, name));
    }
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error;
    throw new Unstartable(
      `${error.message} The files that were copied stay in the bucket: run this again to continue.`,
    );
  }
  return names.length;
}

/** Copies all tables by a file of the data folder, since a backup knows how to. */
async function moveTables(from: Database, to: Pick<Database, 'db' | 'pool'>, { config, onProgress }: Moving) {
  const folder = join(config.LECTERN_DATA_DIR, '.moving');
  // A move that was killed left it.
  rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { mode: 0o700 });
    const file = join(folder, 'tables.zip');
    await createBackup({ pool: from.pool, keyring: openKeyring(config), onProgress }, file);
    const backup = await openBackup(file);
    try {
      const moved = await restoreDatabase(to.pool, backup, onProgress);
      // Positions in the streams of the old installation mean nothing in the new one.
      await beginNewEpochs(to.db);
      return moved;
    } finally {
      backup.archive.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkFinished({ db }: Database, dataDir: string): Promise<void> {
  const { length: unended } = await findUnendedRecordsOf(db, nodeIdIn(dataDir));
  if (unended === 0) return;
  throw new Unstartable(
    `Recordings are not finished (${unended}). Start the server, end it by "${invocation} drain --wait", and run this again.`,
  );
}

/**
 * Copies the installation from its embedded database into an empty PostgreSQL, and its files into the bucket of the
 * settings. The data folder stays as it was. The database is filled completely or not at all.
 */
export async function moveTo(address: URL, moving: Moving): Promise<Moved> {
  const { config } = moving;
  if (config.DATABASE_URL)
    throw new Unstartable('DATABASE_URL is set: this installation does not use the embedded database.');
  if (!hasEmbeddedPostgres(config.LECTERN_DATA_DIR))
    throw new Unstartable(`There is no Lectern in ${config.LECTERN_DATA_DIR}.`);
  return withEmbeddedDatabase(config, async (from) => {
    await checkFinished(from, config.LECTERN_DATA_DIR);
    const to = await openExternal({ address, max: 1 }, log);
    try {
      await checkEmpty(to.pool);
      const files = await moveFiles(moving);
      return { ...(await moveTables(from, to, moving)), files };
    } finally {
      await to.close();
    }
  });
}
