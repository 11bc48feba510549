import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { Unstartable } from '../platform/errors.ts';
import { identityOf, isRunning } from '../platform/process/identity.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';

const maxWaitMs = 30_000;

function isHeld(file: string): boolean {
  try {
    return isRunning(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The file was just removed, or its process was killed while it wrote the file.
    return false;
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify(identityOf(process.pid)), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new Unstartable(`The data folder cannot be written: ${reasonOf(error)}.`);
  }
}

/**
 * Waits for other commands on this data folder: one of them may stop the database that it started.
 * @returns a function that releases the lock
 */
export async function lockCommandLine(dataDir: string): Promise<() => void> {
  const file = join(dataDir, 'cli.json');
  const since = ticks();
  while (!take(file)) {
    if (!isHeld(file)) rmSync(file, { force: true });
    else if (ticks() - since > maxWaitMs) {
      throw new Unstartable(
        'Another lectern command is still running on this data folder. Wait for it, or stop it.',
      );
    } else await pause(50);
  }
  return () => rmSync(file, { force: true });
}
