import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { now, timestamp } from '../platform/clock.ts';
import { type Keyring, randomToken } from '../platform/crypto.ts';
import { liftStatementLimit } from '../platform/db/limits.ts';
import { Unstartable } from '../platform/errors.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';
import { createArchive } from './archive.ts';
import { type AddedFiles, addFiles } from './files.ts';
import { type Manifest, manifestName, rowsName } from './manifest.ts';
import { appliedMigrations, beginSnapshot, countersOf, readRows, tablesOf } from './tables.store.ts';

export interface BackupParts {
  pool: pg.Pool;
  keyring: Keyring;
  /** The folder of the files and the key; without it, the backup has the database only. */
  dataDir?: string;
  /** Called before each table. */
  onProgress: (what: string) => void;
}

/** The numbers of tables, rows and files that a backup or a restore copied. */
export interface Moved {
  tables: number;
  rows: number;
  files: number;
}

export const keyPurpose = 'backup';

const noFiles: AddedFiles = { count: 0, gone: [] };

/**
 * Writes the installation into one file: a snapshot of its database, its files and its key. The installation may keep
 * running. The file gets its final name when it is complete (docs/decisions/0008).
 */
export async function createBackup(parts: BackupParts, file: string): Promise<Moved> {
  const path = resolve(file);
  if (existsSync(path)) throw new Unstartable(`The file ${path} exists already. Choose another name.`);
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const client = await parts.pool.connect();
  try {
    await liftStatementLimit(client);
    const moved = await write(client, parts, partial);
    renameSync(partial, path);
    return moved;
  } catch (error) {
    rmSync(partial, { force: true });
    throw sentenceFor(error, path);
  } finally {
    // Closes the connection, whatever state its transaction is in.
    client.release(true);
  }
}

async function write(client: pg.PoolClient, parts: BackupParts, path: string): Promise<Moved> {
  await beginSnapshot(client);
  const tables = await tablesOf(client);
  const counted = new Map<string, () => number>();
  const { archive, finish } = createArchive(path);
  for (const table of tables) {
    archive.add(rowsName(table), async () => {
      parts.onProgress(table.name);
      const rows = readRows(client, table);
      counted.set(table.name, () => rows.rowCount);
      return rows;
    });
  }
  const files = parts.dataDir === undefined ? noFiles : addFiles(archive, parts.dataDir);
  let rows = 0;
  archive.add(manifestName, async () => {
    const withRows = tables.map((table) => ({ ...table, rows: counted.get(table.name)?.() ?? 0 }));
    const described = await describe(client, parts.keyring, withRows);
    const manifest = { ...described, ...(files.gone.length > 0 && { gone: files.gone }) };
    rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return Readable.from([JSON.stringify(manifest, null, 2)]);
  });
  await finish();
  return { tables: tables.length, rows, files: files.count - files.gone.length };
}

async function describe(
  client: pg.PoolClient,
  keyring: Keyring,
  tables: Manifest['tables'],
): Promise<Manifest> {
  const word = randomToken(16);
  return {
    format: 1,
    createdAt: timestamp(now()),
    migrations: await appliedMigrations(client),
    tables,
    counters: await countersOf(client),
    key: { word, signature: keyring.sign(keyPurpose, word).toString('hex') },
  };
}

function sentenceFor(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC') return new Unstartable(`The disk is full: ${path} was not written.`);
  if (code && ['EACCES', 'ENOENT', 'EROFS', 'ENOTDIR', 'EPERM'].includes(code)) {
    return new Unstartable(`${path} cannot be written: ${reasonOf(error)}.`);
  }
  return error;
}
