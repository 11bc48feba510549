import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Project } from './project.mjs';
import { checkSizes, limits, percentile90 } from './sizes.mjs';

const problems = (texts) => checkSizes(new Project(texts)).map(({ file, problem }) => `${file}: ${problem}`);
const lines = (count) => 'x;\n'.repeat(count);
const functionOf = (count, head = 'function long()') => `${head} {\n${lines(count - 2)}}\n`;

/** Short files and functions, so that one long one does not change the distribution. */
const others = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [`server/src/a/${i}.ts`, 'function f() {}\n']),
);

test('a file that is too long is found; a test may be longer', () => {
  const text = lines(limits.file + 1);
  assert.deepEqual(problems({ ...others, 'server/src/b.ts': text, 'server/src/b.test.ts': text }), [
    'server/src/b.ts: has 401 lines, and the limit is 400',
  ]);
  assert.deepEqual(problems({ ...others, 'server/src/b.ts': lines(limits.file) }), []);
});

test('a function that is too long is found, in any syntax', () => {
  for (const head of ['function long()', 'const long = () =>', 'const o = { long()']) {
    const text = `${functionOf(limits.function + 1, head)}${head.startsWith('const o') ? '}' : ''}`;
    assert.deepEqual(problems({ ...others, 'server/src/b.ts': text }), [
      'server/src/b.ts: long has 81 lines, and the limit is 80',
    ]);
  }
  assert.deepEqual(problems({ ...others, 'server/src/b.ts': functionOf(limits.function) }), []);
});

test('a component may be longer than a function, up to a limit', () => {
  const component = (count) => `function Long() {\n${lines(count - 3)}return <p />;\n}\n`;
  assert.deepEqual(problems({ ...others, 'web/src/b.tsx': component(limits.component) }), []);
  assert.deepEqual(problems({ ...others, 'web/src/b.tsx': component(limits.component + 1) }), [
    'web/src/b.tsx: Long has 121 lines, and the limit is 120',
  ]);
});

test('the blocks of a test file have no limit, its other functions have', () => {
  const block = `describe('x', () => {\n${lines(100)}});\nfunction all() {\n  test('y', () => {});\n${lines(100)}}\n`;
  assert.deepEqual(problems({ ...others, 'web/src/b.test.ts': block }), []);
  assert.deepEqual(problems({ ...others, 'web/src/b.test.ts': functionOf(100) }), [
    'web/src/b.test.ts: long has 100 lines, and the limit is 80',
  ]);
});

test('a function that returns a function is checked in a test as well', () => {
  assert.deepEqual(
    problems({ ...others, 'web/src/b.test.ts': 'const f = (a) => (b) => { test(a, b); };\n' }),
    [],
  );
});

test('more than three parameters are found', () => {
  const found = problems({
    ...others,
    'server/src/b.ts': 'const f = (a, b, c, d) => a;\nfunction g(a, b, { c, d }) {}\n',
  });
  assert.deepEqual(found, ['server/src/b.ts: f has 4 parameters, and the limit is 3']);
});

test('too many medium-sized files or functions are found as a whole', () => {
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`a/${i}.ts`, lines(limits.fileP90 + i)]),
  );
  assert.match(problems(files).join(), /the 90th percentile of lines in files is 258, and the limit is 250/);
  const functions = Array.from({ length: 10 }, () => functionOf(limits.functionP90 + 1)).join('');
  assert.match(
    problems({ 'a.ts': functions }).join(),
    /the 90th percentile of lines in functions is 36, and the limit is 35/,
  );
});

test('generated files are exempt', () => {
  assert.deepEqual(problems({ ...others, 'server/src/a.generated.ts': lines(900) }), []);
});

test('the ninetieth percentile', () => {
  assert.equal(percentile90([]), 0);
  assert.equal(percentile90([7]), 7);
  assert.equal(percentile90([1, 2, 3, 4, 5, 6, 7, 8, 9, 100]), 9);
});
