import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'lectern-reporter-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const nodeTests = new URL('./node-tests.mjs', import.meta.url).href;

const report = (...texts) => reportWith({}, ...texts);

/** Runs files with these tests in a process of their own: a test must not run tests itself. */
function reportWith(options, ...texts) {
  const home = mkdtempSync(join(folder, 'run-'));
  const files = texts.map((text, at) => {
    const file = join(home, `${'abc'[at]}.sample.test.mjs`);
    const imports = "import { after, before, beforeEach, describe, test } from 'node:test';\n";
    writeFileSync(file, `${imports}import assert from 'node:assert/strict';\n${text}`);
    return file;
  });
  const outcome = join(home, 'outcome.json');
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const script = join(home, 'run.mjs');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
    import { runUnit } from '${nodeTests}';
    const outcome = await runUnit(${JSON.stringify(files)}, ${JSON.stringify(options)});
    writeFileSync('${outcome}', JSON.stringify(outcome));`,
  );
  const { stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...env, LECTERN_TEST_RESULTS: home, LECTERN_TEST_PATIENCE: '1' },
  });
  const told = JSON.parse(readFileSync(outcome, 'utf8'));
  const failures = told.results.flatMap(({ name, failures }) => failures.map((line) => `${name}, ${line}`));
  const passed = told.results.reduce((sum, { passed }) => sum + passed, 0);
  return { stdout, ...told, passed, failed: failures.length, failures };
}

test('the report counts, explains failures, shows what a failed file printed, and tells what was left out', () => {
  const told = report(`
    describe('suite', () => {
      test('good', () => {});
      test('bad', () => assert.equal(1, 2));
    });
    test('left out', (t) => t.skip('not run: no Redis'));
    test('elsewhere', (t) => t.skip('not to be had here: no PHP'));
    console.log('said before');`);
  assert.match(told.stdout, /✗ bad\n[\s\S]*1 !== 2/);
  assert.match(told.stdout, /said before/);
  assert.doesNotMatch(told.stdout, /✗ suite/);
  assert.deepEqual([told.passed, told.failed], [1, 1]);
  assert.equal(told.failures.length, 1);
  assert.match(told.failures[0], /sample\.test\.mjs, bad: AssertionError.* 1 !== 2/);
  assert.match(told.notRun.join(), /sample\.test\.mjs, left out: no Redis$/);
  assert.match(told.notHere.join(), /sample\.test\.mjs, elsewhere: no PHP$/);
  assert.match(told.results[0].name, /sample\.test\.mjs$/);
  assert.ok(told.results[0].seconds > 0);
});

test('files that share a process keep their hooks apart and are reported one by one', () => {
  const told = report(
    `await 0;
    before(() => console.log('before a'));
    beforeEach(() => console.log('before each of a'));
    after(() => console.log('after a'));
    test('a1', () => {});
    test('a2', () => assert.fail('wrong'));`,
    "console.log('before b is read'); describe('in b', () => { test('b1', () => {}); test('b2', (t) => t.skip('not run: no Redis')); });",
    "import './no-such-file.mjs';",
  );
  assert.deepEqual([told.passed, told.failed], [2, 2]);
  assert.match(told.stdout, /✗ \S+a\.sample\.test\.mjs {2}1\/2/);
  assert.match(told.stdout, /✓ \S+b\.sample\.test\.mjs {2}1\/1/);
  assert.match(told.failures[0], /a\.sample\.test\.mjs, a2: .*wrong/);
  assert.match(told.failures[1], /c\.sample\.test\.mjs.*Cannot find module/);
  const printed = told.stdout.match(/^ *(before|after) .*$/gm).map((line) => line.trim());
  const hooks = ['before a', 'before each of a', 'before each of a', 'after a', 'before b is read'];
  assert.deepEqual(printed.slice(0, 5), hooks);
  assert.match(told.notRun.join(), /b2: no Redis/);
});

test('a file whose hooks fail leaves the files after it in its process as they are', () => {
  const told = report(
    "before(() => { throw new Error('no server'); }); test('a', () => {});",
    "after(() => { throw new Error('still open'); }); test('b', () => {});",
    "test('c', () => {});",
  );
  assert.match(told.stdout, /✓ \S+c\.sample\.test\.mjs {2}1\/1/);
  assert.match(told.failures.join('\n'), /a\.sample\.test\.mjs.*no server/);
  assert.match(told.failures.join('\n'), /b\.sample\.test\.mjs.*still open/);
});

test('when a process that files share is killed, the file that ran fails, and those after it are left for another one', () => {
  const told = report(
    "test('a', () => {});",
    // The report of the first file leaves the process a moment later.
    "test('b', () => { setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500); return new Promise(() => {}); });",
    "test('c', () => {});",
  );
  assert.match(told.failures.join('\n'), /SIGKILL/);
  assert.match(told.failures.join('\n'), /b\.sample\.test\.mjs, its process ended before it/);
  assert.equal(told.notBegun.length, 1);
  assert.match(told.notBegun[0], /c\.sample\.test\.mjs$/);
  assert.equal(told.results.length, 2);
});

for (const [what, text, said] of [
  [
    'a late error',
    "test('x', () => { setTimeout(() => { throw new Error('too late'); }, 20); });",
    /too late/,
  ],
  ['a bad exit code', "test('x', () => { process.exitCode = 3; });", /ended with code 3/],
  ['an import that fails', "import './no-such-file.mjs';", /Cannot find module/],
  ['a process that is killed', "test('x', () => process.kill(process.pid, 'SIGKILL'));", /SIGKILL/],
  [
    'a hook of the file',
    "after(() => { throw new Error('hook broke'); });\ntest('x', () => {});",
    /hook broke/,
  ],
]) {
  test(`${what} fails its file, and the reporter says why`, () => {
    const told = report(text);
    assert.equal(told.failed, 1);
    assert.match(told.stdout, said);
    assert.match(told.failures.join('\n'), /sample\.test\.mjs/);
    assert.match(told.failures.join('\n'), said);
    assert.match(told.stdout, /✗ .*sample\.test\.mjs/);
  });
}

test('a file in which no test ends any more is ended and counts as failed', () => {
  const leaksServer = `
    import { createServer } from 'node:http';
    test('good', () => createServer().listen(0));`;
  const waitsForEver = "test('stuck', () => new Promise(() => setInterval(() => {}, 1000)));";
  for (const [text, passed] of [
    [leaksServer, 1],
    [waitsForEver, 0],
  ]) {
    const told = reportWith({ silentMs: 3_000 }, text);
    assert.deepEqual([told.passed, told.failed], [passed, 1]);
    assert.match(told.failures[0], /it hung: no test of it ended for 3 s/);
  }
});
