import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nodeModules } from '../paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-again-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const url = (name) => new URL(name, import.meta.url).href;

/** Ends the process of a test, or fails it, when it runs for the first time. */
const onFirstRun = (work) => `
  import { existsSync, writeFileSync } from 'node:fs';
  const marker = new URL(import.meta.url).pathname + '.ran';
  const isFirst = () => { if (existsSync(marker)) return false; writeFileSync(marker, ''); return true; };
  test('sometimes', async () => { if (isFirst()) { ${work} } });`;

/**
 * Runs samples and looks again at what failed, in a process of its own, as a complete run does.
 * @returns its output, the counts, and the content of `unstable.json`
 */
function runSamples({ files = {}, journeys = {} }) {
  const home = mkdtempSync(join(folder, 'run-'));
  symlinkSync(nodeModules, join(home, 'node_modules'));
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(home, 'e2e'));
  writeFileSync(
    join(home, 'e2e/playwright.config.ts'),
    "export default { testMatch: '*.e2e.ts', retries: 0, workers: 2 };",
  );
  const write = (path, head, text) => writeFileSync(join(home, path), head + text);
  const inNode = "import { test } from 'node:test';\n";
  const inPlaywright = "import { test } from '@playwright/test';\n";
  for (const [name, text] of Object.entries(files)) write(name, inNode, text);
  for (const [name, text] of Object.entries(journeys)) write(`e2e/${name}`, inPlaywright, text);
  const script = join(home, 'run.mjs');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
    import { runJourneys } from '${url('./journeys/journeys.mjs')}';
    import { runNodeTests } from '${url('./node/node-tests.mjs')}';
    import { lookAgain } from '${url('./second-look.mjs')}';
    import { Tally } from '${url('./tally.mjs')}';
    const tally = new Tally({ strict: true });
    const how = { env: process.env, config: '${home}/e2e/playwright.config.ts', silentMs: 20_000 };
    const files = ${JSON.stringify(Object.keys(files).map((name) => join(home, name)))};
    const add = (outcome) => tally.add('node', outcome);
    for (const file of files) await runNodeTests([file], { env: process.env, add });
    if (${Object.keys(journeys).length}) tally.add('journeys', await runJourneys({ ...how, isAll: true }));
    await lookAgain(tally, how);
    const isWell = tally.close();
    writeFileSync('${home}/outcome.json', JSON.stringify({ isWell, passed: tally.passed, failed: tally.failed }));`,
  );
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const results = join(home, 'results');
  const { stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...env, LECTERN_TEST_RESULTS: results, LECTERN_TEST_PATIENCE: '1' },
  });
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  try {
    return { stdout, ...read(join(home, 'outcome.json')), unstable: read(join(results, 'unstable.json')) };
  } catch {
    throw new Error(`the samples did not run: ${stdout}${stderr}`);
  }
}

test('a test file that fails at first, or whose process dies, is unstable if it passes alone', () => {
  const told = runSamples({
    files: {
      'late.sample.test.mjs': onFirstRun("throw new Error('late');"),
      'dies.sample.test.mjs': onFirstRun("process.kill(process.pid, 'SIGKILL');"),
      'good.sample.test.mjs': "test('good', () => {});",
    },
  });
  assert.deepEqual([told.isWell, told.passed, told.failed], [true, 3, 0], told.stdout);
  assert.deepEqual(
    told.unstable.map(({ failure }) => failure),
    ['sometimes: Error: late', 'it was ended by SIGKILL'],
  );
  assert.match(told.unstable[0].trace, /late\.sample\.test\.mjs\.log$/);
});

test('a test file that fails twice fails the run', () => {
  const told = runSamples({
    files: { 'bad.sample.test.mjs': "test('bad', () => { throw new Error('wrong'); });" },
  });
  assert.deepEqual([told.isWell, told.passed, told.failed, told.unstable], [false, 0, 1, []]);
  assert.match(told.stdout, /when it ran once more: bad: Error: wrong/);
});

test('a journey that fails at first, or whose process dies, is unstable if it passes alone', () => {
  const told = runSamples({
    journeys: {
      'late.e2e.ts': onFirstRun("throw new Error('late');"),
      'dies.e2e.ts': `${onFirstRun('process.exit(3);')}\ntest('after it', () => {});`,
      'good.e2e.ts': "test('good', () => {});",
    },
  });
  assert.deepEqual([told.isWell, told.passed, told.failed], [true, 4, 0], told.stdout);
  assert.equal(told.unstable.length, 2);
  assert.ok(
    told.unstable.some(({ name, failure }) => name === 'late.e2e.ts, sometimes' && /late/.test(failure)),
  );
});

test('a journey that fails twice fails the run, and one that was lost with Playwright runs again', () => {
  const told = runSamples({
    journeys: {
      'bad.e2e.ts': "test('bad', () => { throw new Error('wrong'); });",
      'kills.e2e.ts': onFirstRun("process.kill(process.ppid, 'SIGKILL'); await new Promise(() => {});"),
    },
  });
  assert.deepEqual([told.isWell, told.passed, told.failed], [false, 1, 1], told.stdout);
  assert.match(told.stdout, /when it ran once more: Error: wrong/);
  assert.match(told.unstable[0].failure, /Playwright ended with code 137/);
});
