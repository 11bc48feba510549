import { closeSync, openSync } from 'node:fs';
import { identityOf, type ProcessIdentity } from '../../platform/process/identity.ts';
import { type ConfinedProgram, spawnConfined } from '../confined/confined.ts';

interface Program extends Pick<ConfinedProgram, 'script' | 'limits' | 'network' | 'niceness'> {
  /** The only place where it writes. */
  folder: string;
  /** The file for its output. */
  log: string;
}

interface Started {
  identity: ProcessIdentity;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
}

/**
 * Starts a process that outlives the server. It writes its log itself, because a pipe would break when the server is
 * killed, and the process with it.
 */
export function startProgram({ folder, log, ...program }: Program): Promise<Started> {
  const output = openSync(log, 'a', 0o600);
  try {
    const child = spawnConfined(
      { ...program, args: [folder], files: { write: [folder] } },
      { cwd: folder, detached: true, stdio: ['ignore', output, output] },
    );
    const { pid } = child;
    child.unref();
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      const ended = new Promise<void>((end) => child.once('exit', () => end()));
      if (pid === undefined) return;
      // If it already exited, its identity does not matter.
      resolve({ identity: identityOf(pid) ?? { pid, startTime: 'gone' }, ended });
    });
  } finally {
    closeSync(output);
  }
}
