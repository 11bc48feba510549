import { join } from 'node:path';
import type { ConfinementCheck } from '../../../../recorder/folder/confinement.ts';
import { spawnConfined } from './confined.ts';
import { programLimits } from './limits.ts';

interface CheckOptions {
  /** The folder with the programs that are confined. */
  programs: string;
  /** A file that they must not be able to read. */
  secret: string;
}

/** Tries, in a program that is confined like those that read media, what this system enforces. */
export async function checkConfinement({ programs, secret }: CheckOptions): Promise<ConfinementCheck> {
  const limits = { ...programLimits.cut, memory: 700_000_000 };
  const child = spawnConfined(
    { script: join(programs, 'confine-check.ts'), args: [secret], limits, files: { write: [] } },
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.once('error', () => resolve());
  child.once('close', () => resolve());
  await promise;
  try {
    return JSON.parse(output) as ConfinementCheck;
  } catch {
    return { limits: false, network: false, files: false };
  }
}
