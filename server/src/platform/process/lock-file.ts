import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ticks } from '../clock.ts';
import { identityOf, isRunning, type ProcessIdentity, readIdentity } from './identity.ts';
import { codeOf } from './reasons.ts';

type Holder = ProcessIdentity & Record<string, unknown>;

interface Holding {
  /** Stored with the id of this process. */
  details?: object;
  withinMs: number;
  /** Whether to wait for this process while it runs; every one is waited for if this is not stated. */
  waitsFor?: (holder: Holder) => boolean;
  /** Throws an error that says why this process cannot continue, or removes the file. */
  onTimeout: (holder: Holder) => void;
}

const lookEveryMs = 50;

/** The running process that holds the file. */
export function holderOf(file: string): Holder | undefined {
  const holder = readIdentity(file);
  return holder && isRunning(holder) ? holder : undefined;
}

/** Links the file. @returns false if another process was faster: its file is there, or has gone meanwhile */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the file of a process that does not run. Puts it back if a process that runs has taken it meanwhile. */
function removeStale(file: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (holderOf(aside)) tryLink(aside, file);
  rmSync(aside, { force: true });
}

/** @returns the process that holds the file, if it is not this one now */
function take(file: string, details: object): Holder | undefined {
  const holder = holderOf(file);
  if (holder) return holder;
  // Written to a draft and linked, so that nobody reads a part of it.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify({ ...identityOf(process.pid), ...details }), { mode: 0o600 });
    while (!tryLink(draft, file)) {
      const faster = holderOf(file);
      if (faster) return faster;
      removeStale(file);
    }
    return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Holds a lock file for this process. A process that was killed does not hold its files any more (docs/decisions/0167).
 * @returns a function that releases the file
 */
export async function holdLockFile(
  file: string,
  { details = {}, withinMs, waitsFor = () => true, onTimeout }: Holding,
): Promise<() => void> {
  const until = ticks() + withinMs;
  for (let holder = take(file, details); holder; holder = take(file, details)) {
    if (waitsFor(holder) && ticks() < until) await pause(lookEveryMs);
    else onTimeout(holder);
  }
  return () => rmSync(file, { force: true });
}
