import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitForExit } from '../../../server/testing/processes/processes.ts';

export type Display = { name: string; close: () => Promise<void> };

/**
 * Starts an X server without a screen. WebKitGTK has no headless mode, and a headless Firefox has no screen to share.
 */
export async function startDisplay(xvfb: string): Promise<Display> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = spawn(xvfb, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  if (server.exitCode !== null) throw new Error(`${xvfb} ended with code ${server.exitCode}`);
  return {
    name: `:${String(number).trim()}`,
    close: async () => {
      server.kill();
      await waitForExit(server);
    },
  };
}
