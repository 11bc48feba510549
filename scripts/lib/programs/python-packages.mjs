import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { startStep } from '../progress.mjs';
import { findOnPath } from './on-path.mjs';
import { pipCommand } from './pip.mjs';

const FETCH_LIMIT_MS = 120_000;

/** The folder in the cache of the packages that a file pins. */
export function folderOf(name, pins) {
  const pinned = createHash('sha256').update(readFileSync(pins)).digest('hex').slice(0, 12);
  return join(cache, 'engines', `${name}-${pinned}`);
}

/** Fills a folder of the cache, unless it is there: `work` gets a draft of it. */
export async function fillOnce(folder, title, work) {
  if (existsSync(folder)) return folder;
  mkdirSync(join(cache, 'engines'), { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  const step = startStep(`Fetching ${title} for the tests`);
  try {
    await work(draft);
    renameSync(draft, folder);
    step.done(`Fetched ${title} for the tests`);
    return folder;
  } catch (error) {
    step.fail(`${title} could not be downloaded`);
    throw new Error([error.message, ...(error.lines ?? []).slice(-1)].join('; '));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Installs the Python packages of a file of requirements, which pins versions and hashes. @returns their folder */
export const fetchPythonPackages = (name, requirements) =>
  fillOnce(folderOf(name, requirements), name, async (draft) => {
    const [command, first] = pipCommand();
    const args = [
      'install',
      '-q',
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
      '-r',
      requirements,
    ];
    await runCommand(command, [...first, ...args, '--target', draft], { timeout: FETCH_LIMIT_MS });
  });

/** Runs a Python program that finds the packages of a folder. @returns the lines that it printed */
export const runPython = (folder, program) =>
  runCommand(findOnPath('python3') ?? 'python3', ['-c', program], {
    env: { ...process.env, PYTHONPATH: folder },
    timeout: 20_000,
  });
