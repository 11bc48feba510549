import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { withLock } from '../lock.mjs';
import { cache, node, nodeModules, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { startStep } from '../progress.mjs';
import { hashTree, readStamp, writeStamp } from '../stamp.mjs';
import { npmCommand } from './dependencies.mjs';

// The pages show code of the guides.
const SOURCES = ['web', 'contract', 'docs/integrators/verify', 'package-lock.json'];
const dist = join(root, 'web', 'dist');
const stampFile = join(cache, 'web-build.stamp');

/** Files that cannot change the built pages: the build itself, tests, journeys, dot files. */
export function isIrrelevant(path) {
  const name = path.slice(path.lastIndexOf(sep) + 1);
  if (name.startsWith('.') || /\.test\.tsx?$/.test(name)) return true;
  return ['dist', 'e2e', 'node_modules'].some((folder) => path === join(root, 'web', folder));
}

/** Packs the typed client, which `/docs` of the installation offers to integrators (docs/decisions/0037). */
async function packClient(draft) {
  const built = join(cache, 'web-build-client');
  const packages = join(draft, 'packages');
  mkdirSync(packages);
  await runCommand(node, [join(root, 'contract/client/package/build.ts'), built], { cwd: root });
  const npm = npmCommand();
  const args = [...npm.args, 'pack', built, '--pack-destination', packages, '--ignore-scripts', '--silent'];
  await runCommand(npm.command, args, { cwd: root, env: npm.env });
  const [packed] = readdirSync(packages);
  renameSync(join(packages, packed), join(packages, 'lectern-client.tgz'));
  rmSync(built, { recursive: true });
}

/** Built in another folder and moved, so that a running server never serves a partial client. */
async function build(hash) {
  const draft = join(cache, 'web-build');
  const step = startStep('Building the web client');
  const vite = join(nodeModules, 'vite', 'bin', 'vite.js');
  try {
    rmSync(draft, { recursive: true, force: true });
    const args = [vite, 'build', 'web', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
    await runCommand(node, args, { cwd: root });
    await packClient(draft);
    rmSync(stampFile, { force: true });
    rmSync(dist, { recursive: true, force: true });
    renameSync(draft, dist);
    writeStamp(stampFile, hash);
    step.done('Built the web client');
  } catch (error) {
    step.fail('The web client could not be built');
    throw new Error([error.message, ...(error.lines ?? [])].join('\n'));
  }
}

/** Builds web/dist if its sources changed. @returns whether it did */
export async function ensureWebBuild() {
  const hash = hashTree(root, SOURCES, isIrrelevant);
  const isFresh = () => readStamp(stampFile) === hash && existsSync(join(dist, 'index.html'));
  if (isFresh()) return false;
  return withLock('web', async () => {
    if (isFresh()) return false;
    await build(hash);
    return true;
  });
}
