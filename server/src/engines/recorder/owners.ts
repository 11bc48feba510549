import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { names } from '../../../../recorder/folder/job.ts';
import { ticks } from '../../platform/clock.ts';
import {
  identityOf,
  isRunning,
  type ProcessIdentity,
  signalProcess,
} from '../../platform/process/identity.ts';
import { type Folders, readJson, writeJson } from './folders.ts';

/** The kinds of process that work in a folder: the recorder, and the one that makes its files. */
export type FolderWork = 'record' | 'finish';

const noteOf: Record<FolderWork, string> = { record: names.owner, finish: 'finisher.json' };

const goneWithinMs = 5000;
const lookMs = 20;

/** Finds the process of this folder by its command line, if the server died before it noted the pid. */
function startedOn(script: string, folder: string): ProcessIdentity | undefined {
  if (process.platform !== 'linux') return undefined;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      if (words.includes(script) && words.includes(folder)) return identityOf(Number(name));
    } catch {
      // It ended meanwhile.
    }
  }
  return undefined;
}

/** Knows which process works in each folder, by a note in the folder that outlives the server. */
export class Owners {
  readonly #folders: Folders;
  readonly #script: string;

  /** @param script path of the recorder's program */
  constructor(folders: Folders, script: string) {
    this.#folders = folders;
    this.#script = script;
  }

  note(recordId: string, work: FolderWork, identity: ProcessIdentity): void {
    const { pid, startTime } = identity;
    writeJson(this.#folders.pathIn(recordId, noteOf[work]), { pid, startTime });
  }

  #noted(recordId: string, work: FolderWork): ProcessIdentity | undefined {
    const found = readJson(this.#folders.pathIn(recordId, noteOf[work]));
    const { pid, startTime } = (found ?? {}) as Partial<ProcessIdentity>;
    if (!Number.isInteger(pid) || typeof startTime !== 'string') return undefined;
    return { pid: pid as number, startTime };
  }

  /** The process of the folder, even if the server was killed between its start and the note. */
  of(recordId: string): ProcessIdentity | undefined {
    const noted = this.#noted(recordId, 'record');
    if (noted) return noted;
    const found = startedOn(this.#script, this.#folders.of(recordId));
    if (found) this.note(recordId, 'record', found);
    return found;
  }

  isAtWork(recordId: string, work: FolderWork): boolean {
    const noted = this.#noted(recordId, work);
    return noted !== undefined && isRunning(noted);
  }

  /** Kills the process, and waits until it is gone. */
  async kill(recordId: string, work: FolderWork): Promise<void> {
    const noted = this.#noted(recordId, work);
    if (!noted) return;
    const until = ticks() + goneWithinMs;
    while (isRunning(noted)) {
      if (ticks() > until) throw new Error(`process ${noted.pid} of record ${recordId} does not exit`);
      signalProcess(noted, 'SIGKILL');
      await pause(lookMs);
    }
  }
}
