import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { node, nodeModules, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { startStep } from '../progress.mjs';
import { installWithApt } from './apt.mjs';
import { findOnPath } from './on-path.mjs';
import { ensureTool } from './tool.mjs';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
/** Chromium without window and tabs around the page: it renders the same for a third less CPU. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const FETCH_LIMIT_MS = 300_000;

function installed() {
  const found = NAMES.map((name) => findOnPath(name)).find(Boolean);
  if (found) return found;
  return process.platform === 'darwin' && existsSync(MAC_CHROME) ? MAC_CHROME : null;
}

/** A wrapper that only prints how to install the browser does not count. */
async function runs(path) {
  try {
    const lines = await runCommand(path, ['--version'], { timeout: 20_000 });
    return lines.some((line) => /chrom/i.test(line));
  } catch {
    return false;
  }
}

async function playwrightPath() {
  const program = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath());";
  const lines = await runCommand(node, ['--input-type=module', '-e', program], { cwd: root });
  return lines.at(-1);
}

async function fromPlaywright() {
  const path = await playwrightPath();
  if (existsSync(path)) return path;
  const step = startStep("Fetching Playwright's browser");
  const cli = join(nodeModules, '@playwright', 'test', 'cli.js');
  // Retried five times, a network that drops packets costs this much each time; one that refuses fails at once.
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' };
  try {
    await runCommand(node, [cli, 'install', 'chromium'], { cwd: root, env, timeout: FETCH_LIMIT_MS });
    step.done("Fetched Playwright's browser");
    return path;
  } catch (error) {
    const reason = error.lines?.find((line) => /^Error: /.test(line)) ?? error.message;
    step.fail(`Playwright's browser could not be downloaded (${reason})`);
    throw new Error(reason);
  }
}

async function fromSystem() {
  await installWithApt('chromium', ['chromium', 'fonts-liberation']);
  return installed();
}

const common = { what: 'Chrome or Chromium', setting: 'LECTERN_TEST_BROWSER', runs };
const ways = [
  ['installed', async () => installed()],
  ["Playwright's own", fromPlaywright],
  ['system package', fromSystem],
];

/** The path of a Chrome or Chromium as people have it, for benches; LECTERN_TEST_BROWSER overrides it. */
export const ensureBrowser = () => ensureTool({ ...common, name: 'browser', ways });

const installedShell = () => SHELLS.map((name) => findOnPath(name)).find(Boolean);

async function shellFromSystem() {
  await installWithApt('chromium-headless-shell', ['chromium-headless-shell', 'fonts-liberation']);
  return installedShell();
}

/** The same for tests, which are many: preferably the lighter headless one. */
export const ensureTestBrowser = () =>
  ensureTool({
    ...common,
    name: 'test-browser',
    ways: [
      ['headless shell', async () => installedShell()],
      ['its system package', shellFromSystem],
      ...ways,
    ],
  });
