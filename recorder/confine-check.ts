import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { ConfinementCheck } from './folder/confinement.ts';

// `node recorder/confine-check.ts <file>` tries what a confined program must not do, and writes what was refused.

const [file = ''] = process.argv.slice(2);

const isRefused = (attempt: () => void): boolean => {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
};

const areSocketsRefused = (): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(0, '127.0.0.1', () => server.close(() => resolve(false)));
  });

const check: ConfinementCheck = {
  limits: isRefused(() => Buffer.alloc(1_000_000_000)),
  network: await areSocketsRefused(),
  files: isRefused(() => readFileSync(file)),
};
process.stdout.write(`${JSON.stringify(check)}\n`);
