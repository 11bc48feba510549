import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withoutLong } from './files.mjs';
import { failuresOf, grepOf, notHere, notRun, pagesOf, secondsOf } from './journeys.mjs';
import { inOneLine } from './one-line.mjs';
import { matches, parseOptions, parts } from './options.mjs';
import { Tally } from './tally.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-testing-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('without options every part runs; with files only the parts that have files', () => {
  assert.deepEqual(parseOptions([]).only, parts);
  assert.deepEqual(parseOptions(['--files=server/src/webhooks,web/e2e']).only, ['node', 'browser']);
  assert.deepEqual(parseOptions(['--only=types,lint']).only, ['types', 'lint']);
  assert.throws(() => parseOptions(['--only=typos']), /no part typos/);
  assert.throws(() => parseOptions(['--fast']), /--fast is not known/);
  assert.equal(matches(['server/src/web'], 'server/src/webhooks/a.test.ts'), true);
  assert.equal(matches(['server/src/web'], 'web/src/a.test.ts'), false);
});

test('long tests run with --all, if files or names are given, and to record their seconds', () => {
  const isAll = (...args) => parseOptions(args).isAll;
  assert.deepEqual([isAll(), isAll('--only=node')], [false, false]);
  for (const option of ['--all', '--files=server', '--name=chat', '--record'])
    assert.equal(isAll(option), true);
  assert.deepEqual(
    withoutLong(['a.test.ts', 'b.test.ts', 'c.test.ts'], { 'a.test.ts': 60, 'c.test.ts': 6 }),
    ['b.test.ts', 'c.test.ts'],
  );
});

test('a tally adds up, and fails if anything failed or nothing ran', () => {
  const tally = new Tally({ strict: false });
  assert.equal(tally.close(), false);
  tally.one('types', []);
  tally.add({ name: 'node', passed: 4, failed: 0 });
  assert.equal(tally.close(), true);
  tally.one('lint', ['a.ts:1']);
  assert.deepEqual([tally.passed, tally.failed, tally.close()], [5, 1, false]);
});

test('the page of a failed journey is printed', () => {
  const path = join(folder, 'error-context.md');
  writeFileSync(
    path,
    '# Error details\n\n```\nno\n```\n\n```yaml\n- button "Record"\n```\n\n# Test source\n',
  );
  const attachments = [{ name: 'screenshot' }, { name: 'error-context', path }];
  const results = [{ errors: [], attachments }];
  const specs = [{ title: 'bad', tests: [{ status: 'unexpected', annotations: [], results }] }];
  const report = { suites: [{ title: 'a.e2e.ts', specs }] };
  assert.deepEqual(pagesOf(report), ['The page of a.e2e.ts, bad:\n- button "Record"\n']);
});

test('a test that could not run is no success, and a failure under CI=true', () => {
  for (const [strict, failed] of [
    [false, 0],
    [true, 1],
  ]) {
    const tally = new Tally({ strict });
    tally.add({ name: 'node', passed: 3, failed: 0, notRun: ['no Redis'], notHere: ['PHP'] });
    assert.deepEqual([tally.passed, tally.failed, tally.close()], [3, failed, !strict]);
  }
});

/** The closing lines, and whether all was well. */
function closing(t, tally) {
  const write = t.mock.method(process.stdout, 'write', () => true);
  const isWell = tally.close();
  const said = write.mock.calls.map((call) => call.arguments[0]).join('');
  write.mock.restore();
  return { isWell, said };
}

test('a test that no machine set-up could run is listed, neither as a success nor as a failure', (t) => {
  const tally = new Tally({ strict: true });
  tally.add({ name: 'node', passed: 3, failed: 0 });
  tally.notHere('a Centrifugo: no Go');
  const { isWell, said } = closing(t, tally);
  assert.deepEqual([tally.passed, tally.failed, isWell], [3, 0, true]);
  assert.match(said, /^not to be had here: a Centrifugo: no Go$/m);
});

test('failures come right before the counts, a line for each with the start of its error', (t) => {
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

test('journeys are chosen by all of their tags and words, in any order', () => {
  const pattern = new RegExp(`^${grepOf(['@alone', 'late|early'])}`);
  assert.match('call/a.e2e.ts one is late @main @alone', pattern);
  assert.doesNotMatch('call/a.e2e.ts one is late @main', pattern);
  assert.doesNotMatch('call/a.e2e.ts one is here @alone', pattern);
  assert.match('anything', new RegExp(`^${grepOf([])}`));
});

test("Playwright's failures are listed with their file, and skipped tests with their reason", () => {
  const of = (status, more = {}) => ({ status, annotations: [], results: [], ...more });
  const report = {
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [
          { title: 'good', tests: [of('expected', { results: [{ duration: 1500 }] })] },
          {
            title: 'left out',
            tests: [of('skipped', { annotations: [{ type: 'skip', description: 'PHP' }] })],
          },
          {
            title: 'in part',
            tests: [of('expected', { annotations: [{ type: 'not here', description: 'calls' }] })],
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
  assert.deepEqual(notHere(report), ['calls']);
  assert.deepEqual(secondsOf(report)[0], { name: 'a.e2e.ts, good', seconds: 1.5 });
});

test('what took long stands at the end: the ten slowest, and the seconds of each part', async (t) => {
  const tally = new Tally({ strict: false });
  const took = Array.from({ length: 12 }, (_, at) => ({ name: `${at}.test.ts`, seconds: at }));
  await tally.part('Tests', () => tally.add({ name: 'node', passed: 1, failed: 0, took }));
  const lines = closing(t, tally).said.trim().split('\n');
  assert.equal(lines[0].trim(), '11.0 s  11.test.ts');
  assert.equal(lines[9].trim(), '2.0 s  2.test.ts');
  assert.deepEqual(lines.slice(10), ['Tests 0 s', 'In 0 s:', '1 passed, 0 failed']);
});

test('a part that breaks counts as failed and the rest goes on', async () => {
  const tally = new Tally({ strict: false });
  await tally.part('Journeys', () => Promise.reject(new Error('no report')));
  assert.equal(tally.failed, 1);
});

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
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
  return { stdout, ...JSON.parse(readFileSync(outcome, 'utf8')) };
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
  assert.match(told.took[0].name, /sample\.test\.mjs$/);
  assert.ok(told.took[0].seconds > 0);
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

test('when a process that files share is killed, each of them fails that had not ended', () => {
  const told = report(
    "test('a', () => {});",
    "test('b', () => process.kill(process.pid, 'SIGKILL'));",
    "test('c', () => {});",
  );
  assert.ok(told.failed >= 2, told.stdout);
  assert.match(told.failures.join('\n'), /SIGKILL/);
  assert.match(told.failures.join('\n'), /b\.sample\.test\.mjs: its process ended before it/);
  assert.match(told.failures.join('\n'), /c\.sample\.test\.mjs: its process ended before it/);
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
