import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../platform/clock.ts';
import { Unstartable } from '../platform/errors.ts';
import { identityOf, isRunning } from '../platform/process/identity.ts';
import { codeOf, reasonOf } from '../platform/process/reasons.ts';

const waitsAtMost = 30_000;

function isHeld(file: string): boolean {
  try {
    return isRunning(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Gone in this moment, or the note of one that was killed while it wrote.
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
 * One command line at a time: one that started the database also ends it, under the hands of another.
 * @returns lets the next one go
 */
export async function lockCommandLine(dataDir: string): Promise<() => void> {
  const file = join(dataDir, 'cli.json');
  const since = ticks();
  while (!take(file)) {
    if (!isHeld(file)) rmSync(file, { force: true });
    else if (ticks() - since > waitsAtMost) {
      throw new Unstartable(
        'Another lectern command on this data folder does not come to its end. Stop it first.',
      );
    } else await pause(50);
  }
  return () => rmSync(file, { force: true });
}
