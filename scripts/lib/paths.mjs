import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const cache = join(root, '.cache');
/** Node's compile cache for our TypeScript: it halves the work of a start. */
export const compiled = join(cache, 'compiled');
export const nodeModules = join(root, 'node_modules');

/** The runtime for everything of ours; the Node that runs these scripts may be older. */
export const node = join(nodeModules, '.bin', 'node');

export const platform = `${process.platform}-${process.arch}`;

/** The contents of engines/livekit/version.json; the server finds the binary by the same file. */
export function readEngineVersion() {
  return JSON.parse(readFileSync(join(root, 'engines/livekit/version.json'), 'utf8'));
}

export function engineBinary(version = readEngineVersion().version) {
  return join(cache, 'engines', `livekit-server-${version}`);
}
