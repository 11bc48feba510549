import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { type ChildSpec, SupervisedChild } from '../child.ts';
import { startTimeOf } from '../identity.ts';

/** A spec for `child.ts`, with its files in `folder`. */
export const specIn = (
  folder: string,
  habits: string[] = [],
  changes: Partial<ChildSpec> = {},
): ChildSpec => {
  const readyFile = join(folder, 'ready');
  return {
    name: 'child',
    folder,
    command: process.execPath,
    args: [join(import.meta.dirname, 'child.ts'), readyFile, ...habits],
    env: {},
    fingerprint: 'one',
    // Ready means that the current child wrote the file, not an earlier one.
    isReady: async () =>
      existsSync(readyFile) && startTimeOf(Number(readFileSync(readyFile, 'utf8'))) !== undefined,
    readyWithinMs: 10_000,
    stopSteps: [
      { signal: 'SIGTERM', waitMs: 5_000 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ],
    log: quietLog,
    ...changes,
  };
};

// Run as a program, this is a server to be killed: it starts the child and prints its pid.
if (process.argv[1] === import.meta.filename) {
  const child = await SupervisedChild.start(specIn(process.argv[2] ?? ''));
  console.log(child.pid);
}
