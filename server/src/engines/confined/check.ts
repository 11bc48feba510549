import { join } from 'node:path';
import type { ConfinementCheck } from '../../../../recorder/folder/confinement.ts';
import { programLimits } from './limits.ts';
import { runProgram } from './program.ts';

interface CheckOptions {
  /** The folder with the programs that are confined. */
  programs: string;
  /** A file that they must not be able to read. */
  secret: string;
}

/** Tries, in a program that is confined like those that read media, what this system enforces. */
export async function checkConfinement({ programs, secret }: CheckOptions): Promise<ConfinementCheck> {
  const { output } = await runProgram({
    ...{ script: join(programs, 'confine-check.ts'), args: [secret], files: { write: [] } },
    ...{ limits: { ...programLimits.cut, memory: 700_000_000 }, mostBytes: 10_000, stalledMs: 600_000 },
    signal: new AbortController().signal,
  });
  try {
    return JSON.parse(output) as ConfinementCheck;
  } catch {
    return { limits: false, network: false, files: false };
  }
}
