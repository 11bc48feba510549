import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unstartable } from '../platform/errors.ts';
import { holderOf, holdLockFile } from '../platform/process/lock-file.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';

/** More than a start writes (keys, names, settings) before the database itself reports a full disk. */
const probeBytes = 256 * 1024;

/** Creates the data folder and checks that it is writable. */
export function prepareDataFolder(folder: string): void {
  const probe = join(folder, '.writable');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    try {
      writeFileSync(probe, Buffer.alloc(probeBytes));
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
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
