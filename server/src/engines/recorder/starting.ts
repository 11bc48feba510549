import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { identityOf, type ProcessIdentity } from '../../platform/process/identity.ts';

interface Program {
  /** The script that our own Node runs. */
  script: string;
  folder: string;
  /** What it says goes there. */
  log: string;
  /** As of nice(1): the higher, the more it gives way. */
  niceness?: number;
}

interface Started {
  identity: ProcessIdentity;
  /** Resolves when it has ended. */
  ended: Promise<void>;
}

/**
 * Starts a process that outlives us. It writes its log itself: a pipe of ours would break, and with it the process,
 * when we are killed. Our environment holds secrets and is not handed on.
 */
export function startProgram({ script, folder, log, niceness = 0 }: Program): Promise<Started> {
  const output = openSync(log, 'a', 0o600);
  try {
    const child = spawn(process.execPath, [script, folder], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', output, output],
      env: { TZ: 'UTC' },
    });
    const { pid } = child;
    child.unref();
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      const ended = new Promise<void>((end) => child.once('exit', () => end()));
      if (pid === undefined) return;
      if (niceness > 0) giveWay(pid, niceness);
      // Where it is gone already the identity does not matter.
      resolve({ identity: identityOf(pid) ?? { pid, startTime: 'gone' }, ended });
    });
  } finally {
    closeSync(output);
  }
}

function giveWay(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It is gone, or the system does not permit it: it works all the same.
  }
}
