import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Unstartable } from '../platform/errors.ts';
import { holderOf, holdLockFile } from '../platform/process/lock-file.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';

/** More than a start writes (keys, names, settings) before the database itself reports a full disk. */
const probeBytes = 256 * 1024;

/** Files of which every data folder has one soon after its first start, and other folders none. */
const marks = [
  'node-id',
  'keys/secret',
  'engines',
  'postgres/PG_VERSION',
  'postgres-is-at',
  'restore-unfinished',
];

/** Names that a start, a command or a mount may have made in a folder that has no mark yet. */
const isOrdinary = (name: string): boolean =>
  /^(?:\..+|.+\.log|lost\+found|(?:server|cli)\.json.*|node-id\.new|first-account\.txt)$/.test(name) ||
  /^(?:keys|files|models|postgres|recordings|transcribing|uploads|postgresql-\d.*)$/.test(name);

/** Otherwise a path with a slip in it would mix our files with those of the system or of another program. */
function refuseForeignFolder(folder: string): void {
  const foreign = readdirSync(folder).filter((name) => !isOrdinary(name));
  if (foreign.length === 0 || marks.some((mark) => existsSync(join(folder, mark)))) return;
  const named = foreign.slice(0, 3).map((name) => name.replace(/\p{Cc}/gu, '\u{FFFD}'));
  const more = foreign.length > named.length ? ' …' : '';
  throw new Unstartable(
    `The folder ${folder} has other content (${named.join(', ')}${more}) and is not a data folder of Lectern. Name an empty folder, or that of your installation, in LECTERN_DATA_DIR.`,
  );
}

/** Creates a folder and those above it. The recursive mode of Node does not return below /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    // Another start was faster.
    if (codeOf(error) !== 'EEXIST' || !existsSync(folder)) throw error;
  }
}

/** Creates the data folder, and checks that it is ours and writable. */
export function prepareDataFolder(folder: string): void {
  const probe = join(folder, '.writable');
  try {
    makeFolders(folder);
    refuseForeignFolder(folder);
    try {
      writeFileSync(probe, Buffer.alloc(probeBytes));
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    if (error instanceof Unstartable) throw error;
    const full = codeOf(error) === 'ENOSPC';
    const why = full ? 'the disk is full' : reasonOf(error);
    throw new Unstartable(
      `The data folder ${folder} cannot be written (${why}). ${full ? 'Free some space' : 'Give this user the right to'}, or name another folder in LECTERN_DATA_DIR.`,
    );
  }
}

const lockOf = (folder: string): string => join(folder, 'server.json');

/** Whether a server, or a command in its place, runs on this data folder. */
export const isDataFolderHeld = (folder: string): boolean => holderOf(lockOf(folder)) !== undefined;

const commandsTakeMs = 15_000;

/**
 * Holds the data folder for this process: a second server would end the engines of the first. A command is waited for.
 * @param worker the server, or a command that runs in its place
 * @returns a function that releases the folder
 */
export async function holdDataFolder(folder: string, worker: 'server' | 'command'): Promise<() => void> {
  return holdLockFile(lockOf(folder), {
    details: { worker },
    withinMs: commandsTakeMs,
    waitsFor: ({ pid, worker }) => worker === 'command' && pid !== process.pid,
    onTimeout: ({ pid }) => {
      // This process had it before.
      if (pid === process.pid) return rmSync(lockOf(folder), { force: true });
      throw new Unstartable(
        `A Lectern (process ${pid}) is running on the data folder ${folder} already. Stop it first, or name another folder in LECTERN_DATA_DIR.`,
      );
    },
  });
}

const halfRestored = (folder: string): string => join(folder, 'restore-unfinished');

/**
 * Marks the folder while a backup is restored into it, so that no server starts on a partial restore.
 * @returns a function that removes the mark
 */
export function markHalfRestored(folder: string): () => void {
  writeFileSync(halfRestored(folder), '', { mode: 0o600, flush: true });
  return () => rmSync(halfRestored(folder), { force: true });
}

export function refuseHalfRestored(folder: string): void {
  if (!existsSync(halfRestored(folder))) return;
  throw new Unstartable(
    `A backup was being restored into ${folder} and did not come to its end. Empty that folder and restore again.`,
  );
}
