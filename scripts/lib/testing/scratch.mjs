import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;
const prefix = 'lectern-tests-';

/** Images of containers give it 64 MB, and some systems run no programs that lie in it. */
function fits(folder) {
  const { bavail, bsize } = statfsSync(folder);
  if (Math.min(bavail * bsize, freemem()) < ROOM) return false;
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/** What cannot be removed stays: another's, or one that a late child of a test still writes to. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next run tries again.
  }
}

export const removeAtExit = (folder) => process.on('exit', () => remove(folder));

/** What a run that was killed left there would take up memory for as long as the machine runs. */
function removeForgotten(memory) {
  for (const name of readdirSync(memory)) {
    const [, pid] = name.match(`^${prefix}(\\d+)-`) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) remove(join(memory, name));
  }
}

function make(memory) {
  try {
    removeForgotten(memory);
    return mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  } catch {
    return undefined;
  }
}

/**
 * A folder in memory for what tests write, gone with this process; none where the machine has no room for it, or does
 * not let us write there. Every server of a test has a database of its own: on a disk, writing it down is a third of
 * what such a test costs.
 */
export function makeScratch(memory = MEMORY) {
  const folder = existsSync(memory) && make(memory);
  if (!folder) return undefined;
  removeAtExit(folder);
  // As the system's own: programs of tests run as other users, too.
  chmodSync(folder, 0o1777);
  if (fits(folder)) return folder;
  remove(folder);
  return undefined;
}
