import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../paths.mjs';

const module = JSON.stringify(new URL('./prepare.mjs', import.meta.url).href);

function run(program) {
  const args = ['--input-type=module', '-e', `import { main, prepare } from ${module};\n${program}`];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

test('nothing is done or printed if nothing is missing', () => {
  run('await main(() => prepare());');
  const second = run('await main(() => prepare());');
  assert.deepEqual([second.stdout, second.stderr, second.status], ['', '', 0]);
});

test('an error is printed as a sentence with an exit code; a bug of ours shows its stack', () => {
  const sentence = run("await main(() => { throw new Error('Port 80 is taken.'); });");
  assert.deepEqual([sentence.stderr, sentence.status], ['\nPort 80 is taken.\n', 1]);
  const fault = run('await main(() => null.x);');
  assert.match(fault.stderr, /TypeError: [\s\S]+ at /);
  assert.equal(fault.status, 1);
});
