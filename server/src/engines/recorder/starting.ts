import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { identityOf, type ProcessIdentity } from '../../platform/process/identity.ts';

interface Program {
  /** The script for our own Node. */
  script: string;
  folder: string;
  /** The file for its output. */
  log: string;
  /** As of nice(1): a higher value means a lower priority. */
  niceness?: number;
}

interface Started {
  identity: ProcessIdentity;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
}

/**
 * Starts a process that outlives the server. It writes its log itself, because a pipe would break when the server is
 * killed, and the process with it. Its environment is empty, because ours contains secrets.
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
      if (niceness > 0) lowerPriority(pid, niceness);
      // If it already exited, its identity does not matter.
      resolve({ identity: identityOf(pid) ?? { pid, startTime: 'gone' }, ended });
    });
  } finally {
    closeSync(output);
  }
}

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It exited, or the system forbids it: it works without it.
  }
}
