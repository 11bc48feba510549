import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGenerators, runGenerator } from '../generated.mjs';
import { node, nodeModules, root } from '../paths.mjs';
import { main } from '../prepare/prepare.mjs';
import { ensureWebBuild } from '../prepare/web-build.mjs';
import { runCommand } from '../processes.mjs';
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
import { runStructureChecks } from '../structure.mjs';
import { findTests, recordSeconds, withoutLong } from './files.mjs';
import { hasJourneys, runJourneys } from './journeys.mjs';
import { runNodeTests } from './node-tests.mjs';
import { parseOptions } from './options.mjs';
import { startRunEngines } from './run-engines.mjs';
import { makeScratch, removeAtExit } from './scratch.mjs';
import { bundleServer } from './server-bundle.mjs';
import { Tally } from './tally.mjs';

const NEEDS_ENGINE = /^(server|bench|recorder)\//;

/** A tool that passes or fails as a whole; its output is the finding. */
async function runTool(tally, name, args) {
  try {
    await runCommand(node, args, { cwd: root });
    tally.one(name, []);
  } catch (error) {
    tally.one(name, [error.message, ...(error.lines ?? [])]);
  }
}

async function runStructure(tally) {
  for (const { name, findings } of runStructureChecks()) tally.one(name, findings);
  for (const path of findGenerators()) {
    const { findings } = await runGenerator(path, { check: true });
    tally.one(`${path} agrees with what is committed`, findings);
  }
}

/** Resolves to the program, or to the reason why it cannot be had: its tests are then skipped and listed. */
async function attempt(work) {
  try {
    return { value: await work() };
  } catch (error) {
    print(error.message);
    return { problem: error.message.split('\n')[0] };
  }
}

async function runNodePart(tally, options, { engine, env }) {
  const found = findTests(options.files);
  const paths = options.isAll ? found : withoutLong(found);
  if (paths.length < found.length)
    print(`  ${found.length - paths.length} long test files run with --all only`);
  const runnable = paths.filter((path) => !engine.problem || !NEEDS_ENGINE.test(path));
  if (runnable.length < paths.length) {
    tally.leaveOut(
      `${paths.length - runnable.length} test files that need a media server: ${engine.problem}`,
    );
  }
  const add = (outcome) => tally.add({ name: 'node', ...outcome });
  await runNodeTests(runnable, { env, name: options.name, signal: interrupt.signal, add });
  if (options.record) recordSeconds(tally.took);
}

const journeyFiles = (files) => files.filter((path) => path.startsWith('web/e2e'));

function wantsJourneys({ only, files }) {
  return only.includes('browser') && hasJourneys() && (files.length === 0 || journeyFiles(files).length > 0);
}

async function runBrowserPart(tally, options, { engine, web, browser, env }) {
  const files = journeyFiles(options.files);
  const problem = engine.problem ?? web.problem ?? browser.problem;
  const { name, isAll } = options;
  if (!isAll) print('  The main journeys; all of them run with --all only');
  if (problem) tally.leaveOut(`the journeys: ${problem}`);
  else tally.add({ name: 'journeys', ...(await runJourneys({ env, files, name, isAll })) });
}

/** Only for many tests: it takes three seconds. Without it servers start from their sources. */
async function makeBundle() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bundle-'));
  removeAtExit(folder);
  return bundleServer(folder);
}

/** Tests learn of optional programs by the environment; a test whose program is missing reports that itself. */
function namesOf({ browser, redis, centrifugo, versitygw, openpyxl, whisper }) {
  const names = {
    LECTERN_TEST_BROWSER: browser.value,
    LECTERN_TEST_REDIS: redis.value,
    LECTERN_TEST_CENTRIFUGO: centrifugo.value,
    LECTERN_TEST_VERSITYGW: versitygw.value,
    LECTERN_TEST_OPENPYXL: openpyxl.value,
    LECTERN_TEST_WHISPER: whisper.value,
  };
  return Object.fromEntries(Object.entries(names).filter(([, path]) => path));
}

async function gather({ files, name }, wanted) {
  const when = (isWanted, work) => (isWanted ? attempt(work) : { value: null });
  const any = wanted('node') || wanted('browser');
  const given = {
    engine: await when(any, ensureEngine),
    web: await when(any, ensureWebBuild),
    browser: await when(any, ensureTestBrowser),
    others: (await when(wanted('browser'), ensureOtherBrowsers)).value,
    redis: await when(any, ensureRedis),
    centrifugo: await when(wanted('node'), ensureCentrifugo),
    versitygw: await when(wanted('node'), ensureVersitygw),
    openpyxl: await when(wanted('node'), ensureOpenpyxl),
    whisper: await when(wanted('node'), ensureWhisper),
    deployment: (await when(wanted('node'), ensureDeploymentPrograms)).value,
  };
  const scratch = any && makeScratch();
  if (scratch) process.env.TMPDIR = scratch;
  const isComplete = files.length === 0 && !name;
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

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupt.abort());

/** Ctrl-C ends the whole run, not only the current part. */
async function runPart(tally, title, work) {
  await tally.part(title, work);
  if (interrupt.signal.aborted) process.exit(130);
}

/** One after the other: beside the tests, a journey's server took more than a minute to start. */
async function runTests(tally, options, given) {
  if (options.only.includes('node')) {
    await runPart(tally, 'Tests', () => runNodePart(tally, options, given));
  }
  if (wantsJourneys(options)) await runPart(tally, 'Journeys', () => runBrowserPart(tally, options, given));
}

await main(async () => {
  const options = parseOptions(process.argv.slice(2));
  const wanted = (part) => options.only.includes(part);
  const tally = new Tally({ strict: process.env.CI === 'true' });
  const tools = {
    types: ['Types', [join(nodeModules, 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']],
    lint: [
      'Lint and format',
      [
        join(nodeModules, '@biomejs', 'biome', 'bin', 'biome'),
        'check',
        '--error-on-warnings',
        '--colors=off',
      ],
    ],
  };
  const checks = Object.entries(tools)
    .filter(([part]) => wanted(part))
    .map(([, [title, args]]) => runPart(tally, title, () => runTool(tally, title, args)));
  if (wanted('structure')) checks.push(runPart(tally, 'Structure', () => runStructure(tally)));
  await Promise.all(checks);
  const given = await gather(options, wanted);
  if (given.centrifugo.problem) {
    tally.notHere(`the contract of the socket engine with a real Centrifugo: ${given.centrifugo.problem}`);
  }
  if (given.whisper.problem) {
    tally.notHere(`the contract of speech engines with a real whisper: ${given.whisper.problem}`);
  }
  for (const reason of given.others?.notHere ?? []) tally.notHere(reason);
  if (given.web.problem) tally.one('The web client is built', [given.web.problem]);
  try {
    await runTests(tally, options, given);
  } finally {
    await given.stop();
  }
  return tally.close() ? 0 : 1;
});
