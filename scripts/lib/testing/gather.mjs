import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuild } from '../prepare/web-build.mjs';
import { ensureBbbNpm, ensureBbbPython } from '../programs/bbb-clients.mjs';
import { ensureTestBrowser } from '../programs/browser.mjs';
import { ensureCentrifugo } from '../programs/centrifugo.mjs';
import { ensureDeploymentPrograms } from '../programs/deployment.mjs';
import { ensureEngine } from '../programs/engine.mjs';
import { ensureOpenpyxl } from '../programs/openpyxl.mjs';
import { ensureOtherBrowsers } from '../programs/other-browsers.mjs';
import { ensureRedis } from '../programs/redis.mjs';
import { ensureVersitygw } from '../programs/versitygw.mjs';
import { ensureWhisper } from '../programs/whisper/weights.mjs';
import { print } from '../progress.mjs';
import { measureMachine, patienceOf } from './machine.mjs';
import { startRunEngines } from './run-engines.mjs';
import { makeScratch, removeAtExit } from './scratch.mjs';
import { bundleServer } from './server-bundle.mjs';

/** Resolves to the program, or to the reason why it cannot be had: its tests are then skipped and listed. */
async function attempt(work) {
  try {
    return { value: await work() };
  } catch (error) {
    print(error.message);
    return { problem: error.message.split('\n')[0] };
  }
}

/** Only for many tests: it takes three seconds. Without it servers start from their sources. */
async function makeBundle() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bundle-'));
  removeAtExit(folder);
  return bundleServer(folder);
}

/** Tests learn of optional programs by the environment; a test whose program is missing reports that itself. */
function namesOf({ browser, redis, centrifugo, versitygw, openpyxl, whisper, bbbNpm, bbbPython }) {
  const names = {
    LECTERN_TEST_BROWSER: browser.value,
    LECTERN_TEST_REDIS: redis.value,
    LECTERN_TEST_CENTRIFUGO: centrifugo.value,
    LECTERN_TEST_VERSITYGW: versitygw.value,
    LECTERN_TEST_OPENPYXL: openpyxl.value,
    LECTERN_TEST_WHISPER: whisper.value,
    LECTERN_TEST_BBB_NPM: bbbNpm.value,
    LECTERN_TEST_BBB_PYTHON: bbbPython.value,
  };
  return Object.fromEntries(Object.entries(names).filter(([, path]) => path));
}

/** Every deadline of the run follows the machine, here and in the processes of the tests. */
async function choosePatience(browser) {
  const took = await measureMachine(browser);
  const patience = patienceOf(took);
  process.env.LECTERN_TEST_PATIENCE = String(patience);
  const pieces = Object.entries(took).map(([piece, ms]) => `${piece} ${Math.round(ms)} ms`);
  print(`  Deadlines × ${patience}: ${pieces.join(', ')}`);
}

/**
 * Finds, builds and starts what the tests of these parts need. `isComplete`: whether many of them run.
 * @returns the programs, each with `value` or `problem`; `env` of the tests; `stop`, which ends the engines
 */
export async function gather({ wantsNode, wantsBrowser, isComplete }) {
  const when = (isWanted, work) => (isWanted ? attempt(work) : { value: null });
  const any = wantsNode || wantsBrowser;
  const given = {
    engine: await when(any, ensureEngine),
    web: await when(any, ensureWebBuild),
    browser: await when(any, ensureTestBrowser),
    others: (await when(wantsBrowser, ensureOtherBrowsers)).value,
    redis: await when(any, ensureRedis),
    centrifugo: await when(wantsNode, ensureCentrifugo),
    versitygw: await when(wantsNode, ensureVersitygw),
    openpyxl: await when(wantsNode, ensureOpenpyxl),
    bbbNpm: await when(wantsNode, ensureBbbNpm),
    bbbPython: await when(wantsNode, ensureBbbPython),
    whisper: await when(any, ensureWhisper),
    deployment: (await when(wantsNode, ensureDeploymentPrograms)).value,
  };
  if (any) await choosePatience(given.browser.value);
  const scratch = any && makeScratch();
  if (scratch) process.env.TMPDIR = scratch;
  // Without engines every test server starts its own.
  const [{ value: engines }, { value: bundle }] = await Promise.all([
    when(any, startRunEngines),
    when(any && isComplete, makeBundle),
  ]);
  return {
    ...given,
    env: {
      ...{ ...process.env, ...namesOf(given), ...given.others?.env, ...given.deployment, ...engines?.env },
      ...(bundle && { LECTERN_TEST_BUNDLE: bundle }),
    },
    stop: async () => engines?.stop(),
  };
}
