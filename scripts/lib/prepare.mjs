import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ensureEngine } from './engine.mjs';
import { compiled, node, root } from './paths.mjs';
import { keepRunning, runForeground, stopWithParent } from './processes.mjs';
import { servesPeople } from './settings.mjs';
import { ensureWebBuild } from './web-build.mjs';

const OLDEST_NODE = 20;
const launcher = join(root, 'scripts', 'lib', 'launch.mjs');

/** Everything that a start needs, in order; each part looks first and works only where something is missing. */
export async function prepare({ engine = true, web = true } = {}) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Error(`Node ${process.versions.node} is too old: Lectern needs Node ${OLDEST_NODE} or newer.`);
  }
  await ensureDependencies();
  if (engine) await ensureEngine();
  if (web && servesPeople()) await ensureWebBuild();
}

/** Runs a script's work and turns what went wrong into a sentence and an exit code. */
export async function main(work) {
  // Whoever reads the first lines only (`| head`) has seen enough; that is no fault.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    const code = await work();
    if (code) process.exitCode = code;
  } catch (error) {
    // A plain Error is a sentence for a person; any other kind is a fault of ours, and its place matters.
    process.stderr.write(`\n${error.name === 'Error' ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

function setEnvironment() {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  // Room for what one answer of a thousand records throws away: else it is collected many times on the way.
  process.env.NODE_OPTIONS ??= '--max-semi-space-size=32';
}

/** Gives this process over to another program; an older Node cannot, and waits for it as its parent. */
function become(program, args) {
  setEnvironment();
  if (!process.execve) return runForeground(program, args, { cwd: root });
  process.chdir(root);
  process.execve(program, [program, ...args], process.env);
}

const isOurNode = () => realpathSync(process.execPath) === realpathSync(node);

/**
 * Runs a script of ours on our own Node with our packages: the Node that npm found may be years older.
 * That one only fetches the packages; what else is missing is got by ours, which also knows the certificates
 * that the system trusts. With `restarts` the script is started again when it ends abnormally, and it stops when npm
 * was killed, or the older Node that waits for it as its parent (`hasOlderParent`).
 */
export function runOnOurNode(
  script,
  { engine = false, web = false, restarts = false, hasOlderParent = false } = {},
) {
  return main(async () => {
    if (restarts && (hasOlderParent || process.env.npm_lifecycle_event === 'start')) stopWithParent();
    await prepare({ engine: false, web: false });
    const args = process.argv.slice(2);
    if (!isOurNode()) {
      const wanted = { script, engine, web, restarts, hasOlderParent: !process.execve };
      return become(node, [launcher, JSON.stringify(wanted), ...args]);
    }
    await prepare({ engine, web });
    const program = [join(root, script), ...args];
    if (!restarts) return become(node, program);
    setEnvironment();
    return keepRunning(node, program, { cwd: root });
  });
}
