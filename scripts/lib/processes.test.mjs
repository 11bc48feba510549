import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** A script in a long step whose command has a child process. */
async function startLongStep() {
  const program = `import { runCommand } from ${module};
    await runCommand('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { onLine: (line) => console.log(line) });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, grandchild: Number(line) };
}

test('the output of a command is returned, from stdout and stderr', async () => {
  const heard = [];
  const lines = await runCommand('/bin/sh', ['-c', 'echo a; echo b >&2'], {
    onLine: (line) => heard.push(line),
  });
  assert.deepEqual(lines.toSorted(), ['a', 'b']);
  assert.deepEqual(heard.toSorted(), ['a', 'b']);
});

test('a failure states the exit code and the output', async () => {
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
  test(`${signal} during a step ends the children of its command too`, async () => {
    const { child, grandchild } = await startLongStep();
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [code, null]);
    await waitUntil(() => !isAlive(grandchild), { timeout: 5_000, message: 'the grandchild to end' });
  });
}

test('an interrupt also ends the commands that a command of a step runs by itself', async () => {
  const inner = `import { runCommand } from ${module};
    await runCommand('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { onLine: (line) => console.log(line) });`;
  const args = JSON.stringify(['--input-type=module', '-e', inner]);
  const program = `import { runCommand } from ${module};
    const onLine = (line) => console.log(line);
    await runCommand(process.execPath, ${args}, { onLine, stopSignal: 'SIGTERM' });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const [line] = await once(createInterface(child.stdout), 'line');
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [130, null]);
  await waitUntil(() => !isAlive(Number(line)), { timeout: 5_000, message: 'the command to end' });
});

test('after a step the program handles the signals itself again', async () => {
  await sh('true');
  assert.equal(process.listenerCount('SIGINT'), 0);
});

/** Runs `sh -c program` by keepRunning in a process of its own, as `npm start` runs the server. */
function kept(program) {
  const args = JSON.stringify(['-c', program]);
  const text = `import { keepRunning } from ${module}; process.exitCode = await keepRunning('/bin/sh', ${args});`;
  return ['--input-type=module', '-e', text];
}

/** How often the program ran, and its exit code. */
function runKept(program) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-kept-'));
  const file = join(folder, 'runs');
  const { status, stderr } = spawnSync(process.execPath, kept(`echo run >> ${file}; ${program}`), {
    encoding: 'utf8',
    env: { ...process.env, RUNS: file },
  });
  const runs = readFileSync(file, 'utf8').trim().split('\n').length;
  rmSync(folder, { recursive: true, force: true });
  return { runs, status, stderr };
}

for (const [what, program] of [
  ['an uncaught error', 'exit 70'],
  ['kill -9', 'kill -9 $$'],
  ['running out of memory', 'kill -ABRT $$'],
]) {
  test(`after ${what} the program is restarted, 5 times within a minute`, () => {
    const { runs, status, stderr } = runKept(program);
    assert.equal(runs, 6);
    assert.notEqual(status, 0);
    assert.match(stderr, /ended abnormally .* 6 times within a minute and is not started again/);
  });
}

test('a program that recovers is restarted no more', () => {
  const { runs, status, stderr } = runKept('[ $(wc -l < $RUNS) -ge 3 ] && exit 0; exit 70');
  assert.deepEqual([runs, status], [3, 0]);
  assert.equal(stderr.match(/is started again/g).length, 2);
});

for (const [what, program, code] of [
  ['that ended by itself', 'exit 0', 0],
  ['that refused to start', 'exit 1', 1],
  ['that a signal ended', 'kill -TERM $$', 143],
]) {
  test(`a program ${what} is not restarted`, () => {
    const { runs, status, stderr } = runKept(program);
    assert.deepEqual([runs, status, stderr], [1, code, '']);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} ends the program, whatever its exit code, and it is not restarted`, async () => {
    const program = `trap 'exit 70' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
    const parent = spawn(process.execPath, kept(program), { stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = createInterface(parent.stdout);
    const ready = [];
    lines.on('line', (line) => ready.push(line));
    await waitUntil(() => ready.length > 0, { timeout: 10_000, message: 'the program to run' });
    parent.kill(signal);
    assert.deepEqual(await once(parent, 'exit'), [70, null]);
    assert.deepEqual(ready, ['ready']);
  });
}

test('a program whose parent is killed with -9 stops, and its child with it', async () => {
  const [node, ...args] = [process.execPath, ...kept('echo $$; while :; do sleep 0.05; done')];
  const following = args.map((text) =>
    text
      .replace('import { keepRunning }', 'import { keepRunning, stopWithParent }')
      .replace('; ', '; stopWithParent(); '),
  );
  const program = `require('node:child_process').spawn(${JSON.stringify(node)}, ${JSON.stringify(following)}, { stdio: 'inherit' })`;
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(parent.stdout), 'line');
  parent.kill('SIGKILL');
  await waitUntil(() => !isAlive(Number(line)), { timeout: 20_000, message: 'the program to end' });
});
