import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createBackup, type Moved } from '../backup/backup.ts';
import { Unstartable } from '../platform/errors.ts';
import { parseUrl } from '../platform/settings.ts';
import { noteBackup } from '../startup/installation.store.ts';
import { checkSecretKey, openKeyring } from '../startup/secret-key.ts';
import type { Command, CommandInput, CommandOutput } from './command.ts';
import type { Installation } from './database.ts';
import { startCommands } from './invocation.ts';
import { moveTo } from './move.ts';
import { restoreInto } from './restore.ts';

const counted = ({ tables, rows, files }: Moved): string =>
  `${rows} rows of ${tables} tables, ${files} files`;

const totalsOf = ({ tables, rows, files }: Moved) => ({ tables, rows, files });

async function save(installation: Installation, { operand: file, onProgress }: CommandInput) {
  const { config } = installation;
  const { db, pool } = await installation.open();
  const dataDir = config.LECTERN_DATA_DIR;
  const keyring = openKeyring(config);
  await checkSecretKey({ db, keyring, config });
  const moved = await createBackup({ pool, keyring, dataDir, onProgress }, file);
  await noteBackup(db);
  const bytes = statSync(file).size;
  const key = config.LECTERN_SECRET_KEY
    ? 'The key of LECTERN_SECRET_KEY is not in it: keep the key separately.'
    : "It holds the installation's key: keep it like a password.";
  const bucket = config.S3_BUCKET
    ? ` Recordings are not in it: they stay in the bucket ${config.S3_BUCKET}, which needs a backup of its own.`
    : '';
  const note = `Saved in ${resolve(file)}: ${counted(moved)}, ${(bytes / 1e6).toFixed(1)} MB. ${key}${bucket}`;
  return { json: { file, bytes, ...totalsOf(moved) }, note };
}

async function restore({ config }: Installation, { operand: file, onProgress }: CommandInput) {
  const moved = await restoreInto(config, file, onProgress);
  const where = config.DATABASE_URL ? 'the database of DATABASE_URL' : config.LECTERN_DATA_DIR;
  const note = `Restored into ${where}: ${counted(moved)}. Start it with ${startCommands}.`;
  return { json: { into: where, ...totalsOf(moved) }, note };
}

function addressOf(text: string): URL {
  try {
    return parseUrl('postgres:', 'postgresql:')(text);
  } catch (error) {
    throw new Unstartable(`--to ${(error as Error).message}.`);
  }
}

async function move({ config }: Installation, { options, onProgress }: CommandInput): Promise<CommandOutput> {
  const address = addressOf(options.to ?? '');
  const moved = await moveTo(address, { config, onProgress });
  const { LECTERN_DATA_DIR: folder, S3_BUCKET: bucket } = config;
  const files = bucket ? ` The files are in the bucket ${bucket}.` : ` The files stay in ${folder}/files.`;
  const key = config.LECTERN_SECRET_KEY
    ? ''
    : `, and LECTERN_SECRET_KEY to the content of ${folder}/keys/secret`;
  const note = `Moved to ${address.host}: ${counted(moved)}.${files} Set DATABASE_URL to that address${key}, then start it with ${startCommands}.`;
  return { json: { to: address.host, ...totalsOf(moved) }, note };
}

export const backupCommands: Record<string, Command> = {
  backup: {
    operand: 'FILE',
    summary: 'save the whole installation (database, files, key) in one file; it may be running',
    run: save,
  },
  restore: {
    operand: 'FILE',
    summary: 'fill an empty data folder (and an empty database of DATABASE_URL) from such a file',
    run: restore,
  },
  move: {
    options: { to: 'DATABASE_URL' },
    summary:
      'copy a stopped installation from its embedded database into an empty PostgreSQL, and its files into the bucket of S3_*',
    run: move,
  },
};
