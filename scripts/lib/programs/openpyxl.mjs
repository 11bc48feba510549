import { join } from 'node:path';
import { root } from '../paths.mjs';
import { installWithApt } from './apt.mjs';
import { fetchPythonPackages, runPython } from './python-packages.mjs';
import { ensureTool } from './tool.mjs';

/** The versions and hashes of the packages, which pip checks. */
const requirements = join(root, 'engines/openpyxl/requirements.txt');

async function runs(folder) {
  try {
    const [version] = await runPython(folder, 'import openpyxl; print(openpyxl.__version__)');
    return /^3\./.test(version);
  } catch {
    return false;
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
      ['Python packages', () => fetchPythonPackages('openpyxl', requirements)],
      ['system package', fromSystem],
    ],
  });
