import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from './engine.mjs';
import { withLock } from './lock.mjs';
import { cache, node, nodeModules, root } from './paths.mjs';
import { runCommand } from './processes.mjs';
import { startStep } from './progress.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const FETCH_LIMIT_MS = 300_000;
const memory = join(cache, 'browser');

function installed() {
  const found = NAMES.map((name) => findOnPath(name)).find(Boolean);
  if (found) return found;
  return process.platform === 'darwin' && existsSync(MAC_CHROME) ? MAC_CHROME : null;
}

/** A wrapper that only prints how to install the real thing is no browser. */
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
  // A network that swallows packets costs this much five times over; one that refuses answers at once.
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' };
  try {
    await runCommand(node, [cli, 'install', 'chromium'], { cwd: root, env, timeout: FETCH_LIMIT_MS });
    step.done("Fetched Playwright's browser");
    return path;
  } catch (error) {
    const reason = error.lines?.find((line) => /^Error: /.test(line)) ?? error.message;
    step.fail(`Playwright's browser is not to be had from here (${reason})`);
    throw new Error(reason);
  }
}

async function fromSystem() {
  const apt = findOnPath('apt-get');
  if (!apt || process.getuid?.() !== 0) throw new Error('no apt-get that we may use');
  const step = startStep('Installing the chromium package of the system');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => {
    return runCommand(apt, args, {
      env,
      timeout: FETCH_LIMIT_MS,
      onLine: (line) => step.update(line.slice(0, 80)),
    });
  };
  try {
    await run(['update']);
    await run(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']);
    step.done('Installed the chromium package of the system');
  } catch (error) {
    step.fail('The chromium package of the system could not be installed');
    throw new Error([error.message, ...(error.lines ?? []).slice(-2)].join('; '));
  }
  return installed();
}

async function search() {
  const problems = [];
  for (const [name, way] of [
    ['installed', async () => installed()],
    ["Playwright's own", fromPlaywright],
    ['system package', fromSystem],
  ]) {
    try {
      const path = await way();
      if (path && (await runs(path))) return path;
      problems.push(`${name}: none that runs`);
    } catch (error) {
      problems.push(`${name}: ${error.message}`);
    }
  }
  throw new Error(`no Chrome or Chromium could be had (${problems.join('; ')})`);
}

/** The path of a Chrome or Chromium for tests and benches; LECTERN_TEST_BROWSER names one and is believed. */
export async function ensureBrowser(named = process.env.LECTERN_TEST_BROWSER) {
  if (named) {
    if (await runs(named)) return named;
    throw new Error(`LECTERN_TEST_BROWSER names ${named}, which does not run as a browser`);
  }
  const known = readStamp(memory);
  if (known && existsSync(known)) return known;
  return withLock('browser', async () => {
    const path = await search();
    writeStamp(memory, path);
    return path;
  });
}
