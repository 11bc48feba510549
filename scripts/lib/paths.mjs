import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const cache = join(root, '.cache');
/** Where Node keeps what it made of our TypeScript: a start that finds it needs half the work. */
export const compiled = join(cache, 'compiled');
export const nodeModules = join(root, 'node_modules');

/** The runtime that everything of ours runs on; the Node that runs these scripts may be an older one. */
export const node = join(nodeModules, '.bin', 'node');

export const platform = `${process.platform}-${process.arch}`;

/** What engines/livekit/version.json says; the server reads the same file to find the binary. */
export function readEngineVersion() {
  return JSON.parse(readFileSync(join(root, 'engines/livekit/version.json'), 'utf8'));
}

export function engineBinary(version = readEngineVersion().version) {
  return join(cache, 'engines', `livekit-server-${version}`);
}
