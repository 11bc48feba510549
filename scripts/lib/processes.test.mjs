import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { waitUntil } from '../../server/testing/wait.ts';
import { runCommand } from './processes.mjs';

const sh = (text) => runCommand('/bin/sh', ['-c', text]);
const module = JSON.stringify(new URL('./processes.mjs', import.meta.url).href);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A script in the middle of a long step whose command has a child of its own. */
async function startLongStep() {
  const program = `import { runCommand } from ${module};
    await runCommand('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { onLine: (line) => console.log(line) });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, grandchild: Number(line) };
}

test('what a command prints comes back, from both its outputs', async () => {
  const heard = [];
  const lines = await runCommand('/bin/sh', ['-c', 'echo a; echo b >&2'], {
    onLine: (line) => heard.push(line),
  });
  assert.deepEqual(lines.toSorted(), ['a', 'b']);
  assert.deepEqual(heard.toSorted(), ['a', 'b']);
});

test('a failure says how it ended and keeps what was printed', async () => {
  await assert.rejects(
    sh('echo why; exit 3'),
    (error) => /code 3/.test(error.message) && error.lines[0] === 'why',
  );
  await assert.rejects(runCommand('/no/such/program', []), /ENOENT/);
});

test('a command that takes too long is ended', async () => {
  await assert.rejects(runCommand('/bin/sh', ['-c', 'sleep 600'], { timeout: 50 }), /longer than 0.05 s/);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  test(`${signal} in a step ends the children of its command too`, async () => {
    const { child, grandchild } = await startLongStep();
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [code, null]);
    await waitUntil(() => !isAlive(grandchild), { timeout: 5_000, message: 'the grandchild to end' });
  });
}

test('after a step the signals are the program’s own again', async () => {
  await sh('true');
  assert.equal(process.listenerCount('SIGINT'), 0);
});
