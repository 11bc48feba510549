import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { failuresOf, notRun } from './journeys.mjs';
import { inOneLine } from './one-line.mjs';
import { matches, parseOptions, parts } from './options.mjs';
import { Tally } from './tally.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-testing-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('without options every part runs, with files only those that have files', () => {
  assert.deepEqual(parseOptions([]).only, parts);
  assert.deepEqual(parseOptions(['--files=server/src/webhooks,web/e2e']).only, ['node', 'browser']);
  assert.deepEqual(parseOptions(['--only=types,lint']).only, ['types', 'lint']);
  assert.throws(() => parseOptions(['--only=typos']), /no part typos/);
  assert.throws(() => parseOptions(['--fast']), /--fast is not known/);
  assert.equal(matches(['server/src/web'], 'server/src/webhooks/a.test.ts'), true);
  assert.equal(matches(['server/src/web'], 'web/src/a.test.ts'), false);
});

test('a tally adds up, and its outcome is bad when anything failed or nothing ran', () => {
  const tally = new Tally({ strict: false });
  assert.equal(tally.close(), false);
  tally.one('types', []);
  tally.add({ name: 'node', passed: 4, failed: 0 });
  assert.equal(tally.close(), true);
  tally.one('lint', ['a.ts:1']);
  assert.deepEqual([tally.passed, tally.failed, tally.close()], [5, 1, false]);
});

test('what could not run is no success, and a failure where everything must run', () => {
  for (const [strict, failed] of [
    [false, 0],
    [true, 1],
  ]) {
    const tally = new Tally({ strict });
    tally.add({ name: 'node', passed: 3, failed: 0, notRun: ['no Redis'], notHere: ['PHP'] });
    assert.deepEqual([tally.passed, tally.failed, tally.close()], [3, failed, !strict]);
  }
});

/** The closing lines and whether all was well. */
function closing(t, tally) {
  const write = t.mock.method(process.stdout, 'write', () => true);
  const isWell = tally.close();
  const said = write.mock.calls.map((call) => call.arguments[0]).join('');
  write.mock.restore();
  return { isWell, said };
}

test('what no set-up of a machine could bring is named, and neither a success nor a failure', (t) => {
  const tally = new Tally({ strict: true });
  tally.add({ name: 'node', passed: 3, failed: 0 });
  tally.notHere('a Centrifugo: no Go');
  const { isWell, said } = closing(t, tally);
  assert.deepEqual([tally.passed, tally.failed, isWell], [3, 0, true]);
  assert.match(said, /^not to be had here: a Centrifugo: no Go$/m);
});

test('what failed stands directly before the counts, a line for each with how its error begins', (t) => {
  const tally = new Tally({ strict: false });
  tally.one('Types', ['a.ts:1 wrong', 'b.ts:2 wrong']);
  const why = 'Error: \u001b[31mnot equal\u001b[39m:\n\n1 !== 2\n    at here';
  const failures = [inOneLine(['a.test.ts', 'adds'], why), inOneLine([], 'no such file')];
  tally.add({ name: 'node', passed: 3, failed: 2, failures, notHere: ['PHP'] });
  const { said } = closing(t, tally);
  const told = [
    ...['not to be had here: PHP', 'Types: 1 failed', '  ✗ a.ts:1 wrong', 'node: 2 failed'],
    ...[
      '  ✗ a.test.ts, adds: Error: not equal: 1 !== 2',
      '  ✗ no such file',
      'In 0 s:',
      '3 passed, 3 failed',
    ],
  ];
  assert.deepEqual(said.trim().split('\n'), told);
});

test('of what Playwright reports, what failed is told with its file, and what was left out with its reason', () => {
  const of = (status, more = {}) => ({ status, annotations: [], results: [], ...more });
  const report = {
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [
          { title: 'good', tests: [of('expected')] },
          {
            title: 'left out',
            tests: [of('skipped', { annotations: [{ type: 'skip', description: 'PHP' }] })],
          },
        ],
        suites: [
          {
            title: 'inner',
            specs: [
              {
                title: 'bad',
                tests: [of('unexpected', { results: [{ errors: [{ message: 'Error: no\n' }] }] })],
              },
              { title: 'late', tests: [of('unexpected', { results: [{ status: 'timedOut', errors: [] }] })] },
            ],
          },
        ],
      },
    ],
    errors: [{ message: "SyntaxError: b.e2e.ts: ';' expected" }],
  };
  assert.deepEqual(failuresOf(report), [
    'a.e2e.ts, inner, bad: Error: no',
    'a.e2e.ts, inner, late: timedOut',
    "SyntaxError: b.e2e.ts: ';' expected",
  ]);
  assert.deepEqual(notRun(report), ['a.e2e.ts, left out: PHP']);
});

test('a part that breaks counts as failed and the rest goes on', async () => {
  const tally = new Tally({ strict: false });
  await tally.part('Journeys', () => Promise.reject(new Error('no report')));
  assert.equal(tally.failed, 1);
});

function report(text) {
  const home = mkdtempSync(join(folder, 'run-'));
  const file = join(home, 'sample.test.mjs');
  writeFileSync(
    file,
    `import { after, describe, test } from 'node:test';\nimport assert from 'node:assert/strict';\n${text}`,
  );
  const counts = join(home, 'counts.json');
  const reporter = new URL('./reporter.mjs', import.meta.url).pathname;
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { stdout, status } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file], {
    encoding: 'utf8',
    env: { ...env, LECTERN_TEST_COUNTS: counts },
  });
  return { stdout, status, ...JSON.parse(readFileSync(counts, 'utf8')) };
}

test('the reporter counts, explains failures, shows what a failed file printed, and tells what was left out', () => {
  const told = report(`
    describe('suite', () => {
      test('good', () => {});
      test('bad', () => assert.equal(1, 2));
    });
    test('left out', (t) => t.skip('not run: no Redis'));
    test('elsewhere', (t) => t.skip('not to be had here: no PHP'));
    console.log('said before');`);
  assert.equal(told.status, 1);
  assert.match(told.stdout, /✗ bad\n[\s\S]*1 !== 2/);
  assert.match(told.stdout, /said before/);
  assert.doesNotMatch(told.stdout, /✗ suite|as a whole/);
  assert.deepEqual([told.counts.passed, told.counts.failed], [1, 1]);
  assert.equal(told.failures.length, 1);
  assert.match(told.failures[0], /sample\.test\.mjs, bad: AssertionError.* 1 !== 2/);
  assert.match(told.notRun.join(), /left out: no Redis$/);
  assert.match(told.notHere.join(), /elsewhere: no PHP$/);
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
    assert.equal(told.status, 1);
    assert.equal(told.counts.failed, 1);
    assert.match(told.stdout, said);
    assert.match(told.failures.join('\n'), /sample\.test\.mjs/);
    assert.match(told.failures.join('\n'), said);
    assert.match(told.stdout, /✗ .*sample\.test\.mjs/);
  });
}
