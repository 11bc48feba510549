import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { node, root } from '../paths.mjs';
import { removeAtExit } from './scratch.mjs';

/**
 * Starts the engines that the tests of a run share. They end with `stop`, or when this process is killed.
 * @returns the environment of the tests
 */
export async function startRunEngines() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-engines-'));
  removeAtExit(folder);
  const child = spawn(node, [join(root, 'server/testing/engines/serve-run.ts'), folder], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  if (typeof line !== 'string') throw new Error(`the engines of the tests did not start (code ${line})`);
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  return { env: JSON.parse(line), stop };
}
