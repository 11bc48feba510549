import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStructure } from './structure-part.mjs';

const good = `console.log(JSON.stringify({ name: 'good', findings: [] }));`;
const bad = `console.log(JSON.stringify({ name: 'bad', findings: ['a.ts:1 is wrong'] }));`;
const last = 'console.log(JSON.stringify({ isComplete: true }));';

/** The results of a process of checks that runs this program: of each name its findings. */
async function resultsOf(program) {
  const found = {};
  const tally = {
    one: (name, findings) => {
      found[name] = findings;
    },
  };
  await runStructure(tally, ['--input-type=module', '-e', program]);
  return found;
}

test('each check has its findings', async () => {
  assert.deepEqual(await resultsOf(good + bad + last), { good: [], bad: ['a.ts:1 is wrong'] });
});

test('a check that crashes is a failure with what it printed', async () => {
  const found = await resultsOf(`${good} throw new TypeError('a check is broken');`);
  assert.deepEqual(found.good, []);
  assert.match(found['All structure checks run'].join('\n'), /code 1\n.*TypeError: a check is broken/s);
});

for (const end of [
  '',
  'process.exit(0);',
  'process.kill(process.pid, "SIGKILL");',
  'await new Promise(() => {});',
])
  test(`a process that ends before its last check is a failure: ${end || 'it has no last line'}`, async () => {
    const found = await resultsOf(good + end);
    assert.deepEqual(found.good, []);
    assert.match(found['All structure checks run'][0], /ended/);
  });

test('other lines are no results', async () => {
  const found = await resultsOf(`console.error('{ code: 1 }\\n{}\\nnull'); ${good} ${last}`);
  assert.deepEqual(found, { good: [] });
});
