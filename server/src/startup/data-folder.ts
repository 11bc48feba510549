import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { Unstartable } from '../platform/errors.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../platform/process/identity.ts';
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

/** The process that uses a data folder: the server, or a command that runs in its place. */
type Worker = 'server' | 'command';
type Holder = ProcessIdentity & { worker: Worker };

function holderOf(file: string): Holder | undefined {
  try {
    const { pid, startTime, worker } = JSON.parse(readFileSync(file, 'utf8'));
    if (!Number.isInteger(pid) || typeof startTime !== 'string') return undefined;
    return { pid, startTime, worker: worker === 'command' ? 'command' : 'server' };
  } catch {
    return undefined;
  }
}

/** Whether a server, or a command in its place, runs on this data folder. */
export function isDataFolderHeld(folder: string): boolean {
  const holder = holderOf(join(folder, 'server.json'));
  return holder !== undefined && isRunning(holder);
}

/** Takes the folder unless a running process holds it. @returns the holder, if there is one */
function take(file: string, worker: Worker): Holder | undefined {
  const holder = holderOf(file);
  if (holder && holder.pid !== process.pid && isRunning(holder)) return holder;
  rmSync(file, { force: true });
  try {
    const mine = { ...identityOf(process.pid), worker };
    writeFileSync(file, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
    return undefined;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return holderOf(file) ?? holder;
  }
}

const commandsTakeMs = 15_000;
const lookAgainMs = 50;

/**
 * Holds the data folder for this process: a second server would end the engines of the first. A dead holder does not
 * count, and a command is waited for.
 * @returns a function that releases the folder
 */
export async function holdDataFolder(folder: string, worker: Worker): Promise<() => void> {
  const file = join(folder, 'server.json');
  const until = ticks() + commandsTakeMs;
  let holder = take(file, worker);
  while (holder?.worker === 'command' && ticks() < until) {
    await pause(lookAgainMs);
    holder = take(file, worker);
  }
  if (holder) {
    throw new Unstartable(
      `A Lectern (process ${holder.pid}) is running on the data folder ${folder} already. Stop it first, or name another folder in LECTERN_DATA_DIR.`,
    );
  }
  return () => rmSync(file, { force: true });
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
