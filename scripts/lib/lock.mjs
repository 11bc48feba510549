import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cache } from './paths.mjs';
import { say } from './progress.mjs';

const POLL_MS = 250;
const BREAKER_MAX_MS = 10_000;
const ownFiles = new Set();

process.on('exit', () => {
  for (const file of ownFiles) rmSync(file, { force: true });
});

/** A pid alone is no proof, since pids are reused. The start time is compared too, if the system reports it. */
function startTime(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19];
  } catch {
    return null;
  }
}

function isAlive(owner) {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startTime(owner.pid) === owner.started;
}

function readOwner(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function acquire(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startTime(process.pid) }));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Two waiters may find the same dead owner; only the one that creates the folder may remove its lock. */
function breakStale(file) {
  const breaker = `${file}.break`;
  try {
    mkdirSync(breaker);
  } catch {
    const age = Date.now() - (statSync(breaker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > BREAKER_MAX_MS) rmSync(breaker, { recursive: true, force: true });
    return;
  }
  const owner = readOwner(file);
  if (!owner || !isAlive(owner)) rmSync(file, { force: true });
  rmdirSync(breaker);
}

/** Runs the work while no other process of this checkout does; takes over a dead process's lock. */
export async function withLock(name, work, { folder = join(cache, 'locks') } = {}) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  let hasSaid = false;
  while (!acquire(file)) {
    const owner = readOwner(file);
    if (!owner || !isAlive(owner)) breakStale(file);
    else if (!hasSaid) {
      say(`  Waiting for another start (process ${owner.pid}) that is busy with: ${name}`);
      hasSaid = true;
    }
    await wait(POLL_MS);
  }
  ownFiles.add(file);
  try {
    return await work();
  } finally {
    ownFiles.delete(file);
    rmSync(file, { force: true });
  }
}
