import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unstartable } from '../platform/errors.ts';
import { identityOf, isRunning, type ProcessIdentity } from '../platform/process/identity.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';

/** Makes the data folder and proves that it can be written. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const probe = join(folder, '.writable');
    writeFileSync(probe, 'yes');
    rmSync(probe);
  } catch (error) {
    const full = codeOf(error) === 'ENOSPC';
    const why = full ? 'the disk is full' : reasonOf(error);
    throw new Unstartable(
      `The data folder ${folder} cannot be written (${why}). ${full ? 'Free some space' : 'Give this user the right to'}, or name another folder in LECTERN_DATA_DIR.`,
    );
  }
}

function holderOf(file: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime } = JSON.parse(readFileSync(file, 'utf8'));
    if (!Number.isInteger(pid) || typeof startTime !== 'string') return undefined;
    return { pid, startTime };
  } catch {
    return undefined;
  }
}

/** Is a server (or a command that stands in for one) at work on this data folder? */
export function isDataFolderHeld(folder: string): boolean {
  const holder = holderOf(join(folder, 'server.json'));
  return holder !== undefined && isRunning(holder);
}

/**
 * Holds the data folder for this process: a second server on it would end the first one's engines.
 * A holder that died holds nothing.
 * @returns lets the folder go
 */
export function holdDataFolder(folder: string): () => void {
  const file = join(folder, 'server.json');
  const holder = holderOf(file);
  if (holder && holder.pid !== process.pid && isRunning(holder)) {
    throw new Unstartable(
      `A Lectern (process ${holder.pid}) is running on the data folder ${folder} already. Stop it first, or name another folder in LECTERN_DATA_DIR.`,
    );
  }
  writeFileSync(file, JSON.stringify(identityOf(process.pid)), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
