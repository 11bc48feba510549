import { existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Keyring } from '../platform/crypto.ts';
import { liftStatementLimit } from '../platform/db/limits.ts';
import { knownMigrations, migrate } from '../platform/db/migrate.ts';
import { Unstartable } from '../platform/errors.ts';
import { reasonOf } from '../platform/process/reasons.ts';
import { ArchiveReader } from './archive.ts';
import { keyPurpose, type Moved } from './create.ts';
import { keyName, type Manifest, manifestName, readManifest, rowsName } from './manifest.ts';
import {
  analyzeTables,
  emptyTables,
  hasAccounts,
  setCounters,
  withoutReferences,
  writeRows,
} from './tables.store.ts';

export interface OpenedBackup {
  archive: ArchiveReader;
  manifest: Manifest;
}

/** Opens a backup and checks it before anything is written. @throws Unstartable when it cannot be used */
export async function openBackup(file: string): Promise<OpenedBackup> {
  if (!existsSync(file)) throw new Unstartable(`The file ${file} does not exist.`);
  let archive: ArchiveReader | undefined;
  try {
    archive = await ArchiveReader.open(file);
    const manifest = readManifest(await archive.text(manifestName));
    const strange = manifest.migrations.filter((name) => !knownMigrations().includes(name));
    if (strange.length === 0) return { archive, manifest };
    throw new Unstartable(
      `This backup was made by a newer Lectern (it knows ${strange.join(', ')}). Restore it with that version.`,
    );
  } catch (error) {
    archive?.close();
    if (error instanceof Unstartable) throw error;
    throw new Unstartable(`${file} is not a complete Lectern backup: ${reasonOf(error)}.`);
  }
}

export const containsKey = ({ archive }: OpenedBackup): boolean => archive.names(keyName).length > 0;

/** Checks that this is the key of the saved installation: another key cannot decrypt its secrets. */
export function checkBackupKey({ manifest: { key } }: OpenedBackup, keyring: Keyring): void {
  const signature = Buffer.from(key.signature, 'hex');
  const isIt = signature.length === 32 && keyring.verify(keyPurpose, key.word, signature);
  if (isIt) return;
  throw new Unstartable(
    'LECTERN_SECRET_KEY is not the key of the saved installation. Set that key: without it links and secrets are lost.',
  );
}

export async function checkEmpty(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    if (!(await hasAccounts(client))) return;
    throw new Unstartable('This database already holds a Lectern. Restore into an empty one.');
  } finally {
    client.release();
  }
}

/** Fills the database completely or not at all. Migrates to the version of the backup first, then to the current one. */
export async function restoreDatabase(
  pool: pg.Pool,
  { archive, manifest }: OpenedBackup,
  onProgress: (what: string) => void,
): Promise<Omit<Moved, 'files'>> {
  await migrate(pool, { only: new Set(manifest.migrations) });
  const client = await pool.connect();
  let rows = 0;
  try {
    await liftStatementLimit(client);
    await withoutReferences(client, async () => {
      await emptyTables(client, manifest.tables);
      for (const table of manifest.tables) {
        onProgress(table.name);
        const written = await writeTable(client, archive, table).catch((error: unknown) => {
          throw new Unstartable(
            `The table ${table.name} of the backup cannot be restored: ${reasonOf(error)}.`,
          );
        });
        if (written !== table.rows) {
          throw new Unstartable(`The backup is damaged: ${table.name} has ${written} of ${table.rows} rows.`);
        }
        rows += table.rows;
      }
      await setCounters(client, manifest.counters);
    });
    await analyzeTables(client);
  } finally {
    client.release(true);
  }
  await migrate(pool);
  return { tables: manifest.tables.length, rows };
}

async function writeTable(
  client: pg.PoolClient,
  archive: ArchiveReader,
  table: Manifest['tables'][number],
): Promise<number> {
  const rows = await archive.read(rowsName(table));
  // Starts COPY only when the data is there: the connection can do nothing else until COPY ends.
  const target = writeRows(client, table);
  await pipeline(rows, target);
  return target.rowCount;
}
