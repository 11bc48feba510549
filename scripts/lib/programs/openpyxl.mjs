import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { startStep } from '../progress.mjs';
import { installWithApt } from './apt.mjs';
import { findOnPath } from './on-path.mjs';
import { pipCommand } from './pip.mjs';
import { ensureTool } from './tool.mjs';

const FETCH_LIMIT_MS = 120_000;
/** The versions and hashes of the packages, which pip checks. */
const requirements = join(root, 'engines/openpyxl/requirements.txt');

const runPython = (folder, program) =>
  runCommand(findOnPath('python3') ?? 'python3', ['-c', program], {
    env: { ...process.env, PYTHONPATH: folder },
    timeout: 20_000,
  });

async function runs(folder) {
  try {
    const [version] = await runPython(folder, 'import openpyxl; print(openpyxl.__version__)');
    return /^3\./.test(version);
  } catch {
    return false;
  }
}

async function fromPip() {
  const pinned = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cache, 'engines', `openpyxl-${pinned}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(cache, 'engines'), { recursive: true });
  const draft = mkdtempSync(join(cache, 'openpyxl-'));
  const step = startStep('Fetching openpyxl for the tests');
  try {
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
    renameSync(draft, folder);
    step.done('Fetched openpyxl for the tests');
    return folder;
  } catch (error) {
    step.fail('The Python package openpyxl could not be downloaded');
    throw new Error([error.message, ...(error.lines ?? []).slice(-1)].join('; '));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function fromSystem() {
  await installWithApt('python3-openpyxl', ['python3-openpyxl']);
  const program = 'import os, openpyxl; print(os.path.dirname(os.path.dirname(openpyxl.__file__)))';
  return (await runPython('', program)).at(-1);
}

/** The folder of Python packages with openpyxl, for the tests; LECTERN_TEST_OPENPYXL overrides it. */
export const ensureOpenpyxl = () =>
  ensureTool({
    name: 'openpyxl',
    what: 'openpyxl 3',
    setting: 'LECTERN_TEST_OPENPYXL',
    runs,
    ways: [
      ['Python packages', fromPip],
      ['system package', fromSystem],
    ],
  });
