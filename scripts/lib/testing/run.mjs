import { join, resolve } from 'node:path';
import { readProject } from '../../checks/project.mjs';
import { node, nodeModules, root } from '../paths.mjs';
import { main } from '../prepare/prepare.mjs';
import { runCommand } from '../processes.mjs';
import { print } from '../progress.mjs';
import { changedFiles, concerned } from './changed.mjs';
import { gather } from './gather.mjs';
import { hasJourneys, runJourneys } from './journeys/journeys.mjs';
import { findTests, recordSeconds, withoutLong } from './node/files.mjs';
import { runNodeTests } from './node/node-tests.mjs';
import { parseOptions } from './options.mjs';
import { clearResults } from './results.mjs';
import { lookAgain } from './second-look.mjs';
import { runStructure } from './structure-part.mjs';
import { Tally } from './tally.mjs';

const NEEDS_ENGINE = /^(server|bench|recorder)\//;
const atLowestPriority = [`--import=${resolve(import.meta.dirname, 'lowest-priority.mjs')}`];

/** A tool that passes or fails as a whole; its output is the finding. */
async function runTool(tally, part, { title, args }) {
  const command = `npm test -- --only=${part}`;
  try {
    await runCommand(node, args, { cwd: root });
    tally.one(title, []);
  } catch (error) {
    tally.one(title, [error.message, ...(error.lines ?? [])], command);
  }
}

/** The files of the node tests that these options choose. */
function chooseTests({ files, isAll, change }) {
  const found = findTests(files).filter((path) => !change || change.tests.includes(path));
  const paths = isAll ? found : withoutLong(found);
  if (paths.length < found.length)
    print(`  ${found.length - paths.length} long test files run with --all only`);
  return paths;
}

async function runNodePart(tally, options, { engine, env }) {
  const paths = chooseTests(options);
  const runnable = paths.filter((path) => !engine.problem || !NEEDS_ENGINE.test(path));
  if (runnable.length < paths.length) {
    tally.leaveOut(
      `${paths.length - runnable.length} test files that need a media server: ${engine.problem}`,
    );
  }
  const add = (outcome) => tally.add('node', outcome);
  await runNodeTests(runnable, { env, name: options.name, signal: interrupt.signal, add });
  if (options.record) recordSeconds(tally.took);
}

const journeyFiles = (files) => files.filter((path) => path.startsWith('web/e2e'));

/** The journeys to run, in groups of `files` (empty: all) and whether others than the main ones run. */
function chooseJourneys({ only, files, isAll, change }) {
  if (!only.includes('browser') || !hasJourneys()) return [];
  if (!change) {
    const chosen = journeyFiles(files);
    return files.length === 0 || chosen.length > 0 ? [{ files: chosen, isAll }] : [];
  }
  const folders = change.folders.map((folder) => `web/e2e/${folder}/`);
  return [
    { files: folders, isAll: false },
    { files: change.journeys, isAll: true },
  ].filter((choice) => choice.files.length > 0);
}

async function runBrowserPart(tally, options, { engine, web, browser, env }) {
  const problem = engine.problem ?? web.problem ?? browser.problem;
  if (problem) {
    tally.leaveOut(`the journeys: ${problem}`);
    return;
  }
  for (const { files, isAll } of chooseJourneys(options)) {
    if (!isAll) print('  The main journeys; all of them run with --all only');
    tally.add('journeys', await runJourneys({ env, files, name: options.name, isAll }));
  }
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
  if (chooseJourneys(options).length > 0)
    await runPart(tally, 'Journeys', () => runBrowserPart(tally, options, given));
  if (options.looksAgain) await runPart(tally, 'Second look', () => lookAgain(tally, { env: given.env }));
}

const tools = {
  types: { title: 'Types', args: [join(nodeModules, 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'] },
  lint: {
    title: 'Lint and format',
    args: [
      join(nodeModules, '@biomejs', 'biome', 'bin', 'biome'),
      ...['check', '--error-on-warnings', '--colors=off'],
    ],
  },
};

/** @param options of Node */
async function runChecks(tally, wanted, options = []) {
  const checks = Object.entries(tools)
    .filter(([part]) => wanted(part))
    .map(([part, { title, args }]) =>
      runPart(tally, title, () => runTool(tally, part, { title, args: [...options, ...args] })),
    );
  const structure = [...options, join(root, 'scripts/checks/results.mjs')];
  if (wanted('structure')) checks.push(runPart(tally, 'Structure', () => runStructure(tally, structure)));
  await Promise.all(checks);
}

function noteProblems(tally, { centrifugo, whisper, others, web }) {
  if (centrifugo.problem)
    tally.notHere(`the contract of the socket engine with a real Centrifugo: ${centrifugo.problem}`);
  if (whisper.problem)
    tally.notHere(`the contract of speech engines with a real whisper: ${whisper.problem}`);
  for (const reason of others?.notHere ?? []) tally.notHere(reason);
  if (web.problem) tally.one('The web client is built', [web.problem]);
}

await main(async () => {
  const parsed = parseOptions(process.argv.slice(2));
  const { changed } = parsed;
  const change = changed && concerned(readProject(root), changedFiles(root, changed.base));
  const options = { ...parsed, change };
  const wanted = (part) => options.only.includes(part);
  const tally = new Tally({ strict: process.env.CI === 'true' });
  // A complete run begins with tests that have the machine for themselves, and leave half of it idle.
  const isBeside = options.looksAgain && wanted('node');
  if (!isBeside) await runChecks(tally, wanted);
  const wantsTests = { wantsNode: wanted('node'), wantsBrowser: wanted('browser') };
  if (wantsTests.wantsNode || wantsTests.wantsBrowser) clearResults();
  const isComplete = options.files.length === 0 && !options.name && !change;
  const given = await gather({ ...wantsTests, isComplete });
  noteProblems(tally, given);
  try {
    await Promise.all([
      isBeside && runChecks(tally, wanted, atLowestPriority),
      runTests(tally, options, given),
    ]);
  } finally {
    await given.stop();
  }
  return tally.close() ? 0 : 1;
});
