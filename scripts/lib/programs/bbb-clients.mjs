import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { npmCommand } from '../prepare/dependencies.mjs';
import { runCommand } from '../processes.mjs';
import { fetchPythonPackages, fillOnce, folderOf, runPython } from './python-packages.mjs';
import { ensureTool } from './tool.mjs';

const FETCH_LIMIT_MS = 180_000;
/** The files that pin the clients, which are not among our own packages (docs/decisions/0219). */
const pinned = (name) => join(root, 'engines/bbb-clients', name);

const fromNpm = () =>
  fillOnce(folderOf('bbb-npm', pinned('package-lock.json')), 'clients of BigBlueButton', async (draft) => {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(pinned(name), join(draft, name));
    const npm = npmCommand();
    const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runCommand(npm.command, [...npm.args, ...flags], {
      cwd: draft,
      env: npm.env,
      timeout: FETCH_LIMIT_MS,
    });
  });

/** The folder of an installation of npm with clients of BigBlueButton; LECTERN_TEST_BBB_NPM overrides it. */
export const ensureBbbNpm = () =>
  ensureTool({
    name: 'bbb-npm',
    what: 'clients of BigBlueButton from npm',
    setting: 'LECTERN_TEST_BBB_NPM',
    runs: async (folder) => existsSync(join(folder, 'node_modules/bbb-promise/index.js')),
    ways: [['npm packages', fromNpm]],
  });

async function imports(folder) {
  try {
    await runPython(folder, 'import bbbctl, bigbluebutton_api_python, sage_bbb.services.client');
    return true;
  } catch {
    return false;
  }
}

/** The folder of Python packages with clients of BigBlueButton; LECTERN_TEST_BBB_PYTHON overrides it. */
export const ensureBbbPython = () =>
  ensureTool({
    name: 'bbb-python',
    what: 'clients of BigBlueButton from PyPI',
    setting: 'LECTERN_TEST_BBB_PYTHON',
    runs: imports,
    ways: [['Python packages', () => fetchPythonPackages('bbb-python', pinned('requirements.txt'))]],
  });
