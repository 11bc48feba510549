import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patienceOf, usual } from './machine.mjs';
import { withoutLong } from './node/files.mjs';
import { inOneLine } from './one-line.mjs';
import { matches, parseOptions, parts } from './options.mjs';
import { summaryOf } from './repeat.mjs';
import { Tally } from './tally.mjs';

const result = (name, passed, failures = []) => ({
  ...{ name, passed, failures },
  command: `npm test -- --files=${name}`,
});

test('without options every part runs; with files only the parts that have files', () => {
  assert.deepEqual(parseOptions([]).only, parts);
  assert.deepEqual(parseOptions(['--files=server/src/webhooks,web/e2e']).only, ['node', 'browser']);
  assert.deepEqual(parseOptions(['--only=types,lint']).only, ['types', 'lint']);
  assert.throws(() => parseOptions(['--only=typos']), /no part typos/);
  assert.deepEqual(parseOptions(['--changed']).changed, { base: undefined });
  assert.deepEqual(parseOptions(['--changed=v0.1.0']).changed, { base: 'v0.1.0' });
  assert.equal(parseOptions([]).changed, undefined);
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
  tally.add('node', { results: [result('a.test.ts', 4)] });
  assert.equal(tally.close(), true);
  tally.one('lint', ['a.ts:1']);
  assert.deepEqual([tally.passed, tally.failed, tally.close()], [5, 1, false]);
});

test('a test that could not run is no success, and a failure under CI=true', () => {
  for (const [strict, failed] of [
    [false, 0],
    [true, 1],
  ]) {
    const tally = new Tally({ strict });
    tally.add('node', { results: [result('a.test.ts', 3)], notRun: ['no Redis'], notHere: ['PHP'] });
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
  tally.add('node', { results: [result('a.test.ts', 3)] });
  tally.notHere('a Centrifugo: no Go');
  const { isWell, said } = closing(t, tally);
  assert.deepEqual([tally.passed, tally.failed, isWell], [3, 0, true]);
  assert.match(said, /^not to be had here: a Centrifugo: no Go$/m);
});

test('failures come right before the counts, each with its command and a line for its error', (t) => {
  const tally = new Tally({ strict: false });
  tally.one('Types', ['a.ts:1 wrong', 'b.ts:2 wrong'], 'npm test -- --only=types');
  const why = 'Error: \u001b[31mnot equal\u001b[39m:\n\n1 !== 2\n    at here';
  const failures = [inOneLine(['adds'], why), inOneLine([], 'no such file')];
  tally.add('node', { results: [result('a.test.ts', 3, failures)], notHere: ['PHP'] });
  const { said } = closing(t, tally);
  assert.deepEqual(said.trim().split('\n'), [
    'not to be had here: PHP',
    'Types: 1 failed',
    '  ✗ Types; alone: npm test -- --only=types',
    '      a.ts:1 wrong',
    'node: 2 failed',
    '  ✗ a.test.ts; alone: npm test -- --files=a.test.ts',
    '      adds: Error: not equal: 1 !== 2',
    '      no such file',
    'In 0 s:',
    '3 passed, 3 failed',
  ]);
});

test('what passes when it runs once more counts as passed and is listed as unstable', (t) => {
  const tally = new Tally({ strict: true });
  const first = { ...result('a.test.ts', 2, ['adds: late']), trace: 'test-results/node/a.log' };
  tally.add('node', { results: [first, result('b.test.ts', 1)] });
  tally.settle('node', first, result('a.test.ts', 3));
  const { isWell, said } = closing(t, tally);
  assert.equal(isWell, true);
  assert.deepEqual(said.trim().split('\n'), [
    'In 0 s:',
    'unstable:',
    '  a.test.ts: adds: late (test-results/node/a.log); alone: npm test -- --files=a.test.ts',
    'unstable 1: a.test.ts',
    '4 passed, 0 failed',
  ]);
});

test('what fails twice, or does not run a second time as a whole, fails the run', (t) => {
  for (const [second, again] of [
    [result('a.test.ts', 2, ['adds: wrong']), 'adds: wrong'],
    [result('a.test.ts', 1), 'not all of it ran'],
    [result('a.test.ts', 0), 'not all of it ran'],
    [undefined, 'not all of it ran'],
  ]) {
    const tally = new Tally({ strict: true });
    const first = result('a.test.ts', 2, ['adds: late']);
    tally.add('node', { results: [first] });
    tally.settle('node', first, second);
    const { isWell, said } = closing(t, tally);
    assert.deepEqual([isWell, tally.passed, tally.failed, tally.unstable], [false, 2, 1, []]);
    assert.match(said, new RegExp(`^ {6}adds: late\\n {6}when it ran once more: ${again}$`, 'm'));
  }
});

test('more than four unstable ones fail the run', (t) => {
  for (const [count, isFine] of [
    [4, true],
    [5, false],
  ]) {
    const tally = new Tally({ strict: true });
    const results = Array.from({ length: count }, (_, at) => result(`${at}.test.ts`, 0, ['late']));
    tally.add('node', { results });
    for (const first of results) tally.settle('node', first, { ...first, passed: 1, failures: [] });
    assert.equal(closing(t, tally).isWell, isFine);
    assert.deepEqual([tally.passed, tally.failed], [count, isFine ? 0 : 1]);
  }
});

test('deadlines follow the slowest piece of work, at least once and at most five times as long', () => {
  assert.equal(patienceOf({ processor: 1, disk: 1, page: 1 }), 1);
  assert.equal(patienceOf({ processor: 1, disk: 1e6 }), 5);
  const { processor } = usual;
  assert.equal(patienceOf({ processor: processor * 2.04, disk: 1 }), 2);
});

test('what took long stands at the end: the ten slowest, and the seconds of each part', async (t) => {
  const tally = new Tally({ strict: false });
  const results = Array.from({ length: 12 }, (_, at) => ({ ...result(`${at}.test.ts`, 1), seconds: at }));
  await tally.part('Tests', () => tally.add('node', { results }));
  const lines = closing(t, tally).said.trim().split('\n');
  assert.equal(lines[0].trim(), '11.0 s  11.test.ts');
  assert.equal(lines[9].trim(), '2.0 s  2.test.ts');
  assert.deepEqual(lines.slice(10), ['Tests 0 s', 'In 0 s:', '12 passed, 0 failed']);
});

test('a part that breaks counts as failed and the rest goes on', async () => {
  const tally = new Tally({ strict: false });
  await tally.part('Journeys', () => Promise.reject(new Error('no report')));
  assert.equal(tally.failed, 1);
});

test('repetitions are counted by name, kind and failure', () => {
  const alone = new Map([['a.test.ts', [null, 'adds: late', null, 'adds: late']]]);
  const loaded = new Map([['a.test.ts', ['subtracts: wrong']]]);
  assert.deepEqual(summaryOf({ alone, 'under load': loaded }), [
    'a.test.ts',
    '  alone: 2 of 4 failed',
    '    2 × adds: late',
    '  under load: 1 of 1 failed',
    '    1 × subtracts: wrong',
  ]);
});
