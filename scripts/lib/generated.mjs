import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { node, root } from './paths.mjs';
import { runCommand } from './processes.mjs';

const FOLDERS = ['contract', 'server', 'web', 'bench', 'scripts'];
const LEAVE_OUT = new Set(['node_modules', 'dist', 'data']);

function* generators(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !LEAVE_OUT.has(entry.name)) yield* generators(path);
    else if (entry.isFile() && /\.generate\.(ts|mjs)$/.test(entry.name)) yield path;
  }
}

export function findGenerators() {
  return FOLDERS.flatMap((folder) => [...generators(join(root, folder))])
    .map((path) => relative(root, path))
    .sort();
}

/** A generator writes its file, or with --check compares: it ends with code 1 and says what differs. */
export async function runGenerator(path, { check }) {
  try {
    const lines = await runCommand(node, [join(root, path), ...(check ? ['--check'] : [])], {
      cwd: root,
      timeout: 120_000,
    });
    return { name: path, findings: [], lines };
  } catch (error) {
    return { name: path, findings: [error.message, ...(error.lines ?? [])], lines: [] };
  }
}
