import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;
const prefix = 'lectern-tests-';

/** Container images give it 64 MB, and some systems mount it without permission to run programs. */
function fits(folder) {
  const { bavail, bsize } = statfsSync(folder);
  if (Math.min(bavail * bsize, freemem()) < ROOM) return false;
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/** A folder that cannot be removed stays: it belongs to another user, or a late child process still writes to it. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next run tries again.
  }
}

export const removeAtExit = (folder) => process.on('exit', () => remove(folder));

/** Otherwise the folder of a killed run would take up memory until the machine restarts. */
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
 * Creates a folder in memory for the tests' files, removed with this process; undefined if the machine has too little
 * memory or does not let us write there. Each test server has a database of its own, and writing it to a disk is a
 * third of the test's cost.
 */
export function makeScratch(memory = MEMORY) {
  const folder = existsSync(memory) && make(memory);
  if (!folder) return undefined;
  removeAtExit(folder);
  // Like the system's own: programs of tests run as other users, too.
  chmodSync(folder, 0o1777);
  if (fits(folder)) return folder;
  remove(folder);
  return undefined;
}
