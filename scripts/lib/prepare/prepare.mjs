import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { compiled, node, root } from '../paths.mjs';
import { keepRunning, runForeground, stopWithParent } from '../processes.mjs';
import { ensureEngine } from '../programs/engine.mjs';
import { servesPeople } from '../settings.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureWebBuild } from './web-build.mjs';

const OLDEST_NODE = 20;
const launcher = join(root, 'scripts', 'lib', 'prepare', 'launch.mjs');

/** Prepares everything that a start needs, in order; each part works only if something is missing. */
export async function prepare({ engine = true, web = true } = {}) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Error(`Node ${process.versions.node} is too old: Lectern needs Node ${OLDEST_NODE} or newer.`);
  }
  await ensureDependencies();
  // Loaded now, because it uses a package that may just have been installed.
  const { ensureTexts } = await import('../texts/texts.mjs');
  await ensureTexts();
  if (engine) await ensureEngine();
  if (web && servesPeople()) await ensureWebBuild();
}

/** Runs a script's work and turns an error into a sentence and an exit code. */
export async function main(work) {
  // The reader may close the pipe early (`| head`); that is no error.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    const code = await work();
    if (code) process.exitCode = code;
  } catch (error) {
    // A plain Error is a sentence for a person; any other kind is our bug, with its stack.
    process.stderr.write(`\n${error.name === 'Error' ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

function setEnvironment() {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  // Room for the garbage of one response with a thousand records: otherwise it is collected several times meanwhile.
  process.env.NODE_OPTIONS ??= '--max-semi-space-size=32';
}

/** Replaces this process by another program; an older Node cannot do so, and waits for it as its parent. */
function become(program, args) {
  setEnvironment();
  if (!process.execve) return runForeground(program, args, { cwd: root });
  process.chdir(root);
  process.execve(program, [program, ...args], process.env);
}

const isOurNode = () => realpathSync(process.execPath) === realpathSync(node);

/**
 * Runs a script on our own Node with our packages: npm's Node may be years older. That one only installs the
 * packages; ours does the rest, since it trusts the system's certificates. With `restarts` the script is started
 * again after an abnormal end; it stops when npm was killed, or the older Node that waits as its parent
 * (`hasOlderParent`).
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
