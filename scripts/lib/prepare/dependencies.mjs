import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { withLock } from '../lock.mjs';
import { node, nodeModules, platform, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { say, startStep } from '../progress.mjs';
import { hashText, readStamp, writeStamp } from '../stamp.mjs';
import { linkPostgresLibraries } from './postgres-libraries.mjs';

const POLL_MS = 2_000;

// Inside node_modules, so that deleting that folder deletes the stamp.
const stampFile = join(nodeModules, '.lectern-install');

function libc() {
  if (process.platform !== 'linux') return null;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

const thisMachine = () => ({ os: process.platform, cpu: process.arch, libc: libc() });

/** npm omits packages for other platforms, and what only such packages depend on. */
function mayBeMissing(meta, machine) {
  if (!meta.optional) return false;
  if (!meta.os && !meta.cpu) return true;
  const fits = (list, value) => !list || list.includes(value);
  return !(fits(meta.os, machine.os) && fits(meta.cpu, machine.cpu) && fits(meta.libc, machine.libc));
}

/** Compares the lock with npm's own record of the installation, which npm writes last. */
export function isInstalled(lock, installed, machine) {
  return Object.entries(lock.packages).every(([path, meta]) => {
    if (path === '' || meta.link) return true;
    const found = installed.packages?.[path];
    if (!found) return mayBeMissing(meta, machine);
    return found.version === meta.version && found.integrity === meta.integrity;
  });
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function isTreeThere(lock) {
  const installed = readJson(join(nodeModules, '.package-lock.json'));
  if (!installed || !isInstalled(lock, installed, thisMachine())) return false;
  return Object.keys(installed.packages).every((path) => existsSync(join(root, path, 'package.json')));
}

/** The npm that started us, or the one on PATH; never the one run by node_modules' runtime, which it replaces. */
export function npmCommand(env = process.env) {
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(nodeModules));
  const clean = { ...env, PATH: path.join(delimiter) };
  // A production setting would omit the tools that build the web client.
  delete clean.NODE_ENV;
  const isNpm = env.npm_execpath && basename(env.npm_execpath) === 'npm-cli.js';
  const runtime = env.npm_node_execpath;
  if (isNpm && runtime && !dirname(runtime).startsWith(nodeModules)) {
    return { command: runtime, args: [env.npm_execpath], env: clean };
  }
  return { command: 'npm', args: [], env: clean };
}

async function install(lock) {
  const paths = Object.keys(lock.packages).filter((path) => path !== '');
  const wanted = paths.filter((path) => !mayBeMissing(lock.packages[path], thisMachine()));
  const step = startStep(`Installing ${wanted.length} packages with npm`);
  const count = () => wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
  const timer = setInterval(() => step.update(`${count()} of ${wanted.length} in place`), POLL_MS);
  const npm = npmCommand();
  // No install script of a package runs. The only one that we need (PostgreSQL's links) is done here, so the result
  // does not depend on npm and its settings.
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  try {
    await runCommand(npm.command, [...npm.args, ...flags], { cwd: root, env: npm.env });
    step.done(`Installed ${wanted.length} packages`);
  } catch (error) {
    step.fail('The dependencies could not be installed');
    const lines = (error.lines ?? []).filter((line) => line.startsWith('npm error')).slice(0, 8);
    throw new Error(
      [`npm failed: ${error.message}.`, ...lines, 'Look at the network, then start again.'].join('\n'),
    );
  } finally {
    clearInterval(timer);
  }
}

/** Does nothing if the stamp in node_modules matches the lock. @returns whether it installed */
export async function ensureDependencies() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = hashText(lockText, platform);
  const isReady = () => readStamp(stampFile) === wanted && existsSync(node);
  if (isReady()) return false;
  return withLock('dependencies', async () => {
    if (isReady()) return false;
    const lock = JSON.parse(lockText);
    if (isTreeThere(lock)) say('✓ The packages that npm installed fit the lock file');
    else await install(lock);
    linkPostgresLibraries();
    if (!existsSync(node)) throw new Error(`There is no Node runtime for ${platform} among our packages.`);
    writeStamp(stampFile, wanted);
    return true;
  });
}
