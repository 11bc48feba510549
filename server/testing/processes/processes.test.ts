import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { ownProgram } from './processes.ts';

const run = (script: string) => () => spawn(process.execPath, ['-e', script], { stdio: 'ignore' });

test('a program that ends before it answers is not waited for', async () => {
  const program = ownProgram({
    run: run('process.exit(3)'),
    answers: async () => false,
    message: 'an answer',
  });
  const began = performance.now();
  await assert.rejects(program.start(), /the program ended \(3\).*an answer/);
  assert.ok(performance.now() - began < 15_000, 'it was waited for');
});

test('a program that ends is not taken for another one that answers in its place', async () => {
  let hasAnswer = false;
  const program = ownProgram({
    run: () => {
      const child = run('process.exit(1)')();
      child.once('exit', () => {
        hasAnswer = true;
      });
      return child;
    },
    answers: async () => hasAnswer,
    message: 'an answer',
  });
  await assert.rejects(program.start(), /the program ended \(1\)/);
});

test('a program is not started where another one answers already', async () => {
  let runs = 0;
  const program = ownProgram({
    run: () => {
      runs += 1;
      return run('setInterval(() => {}, 1000)')();
    },
    answers: async () => true,
    message: 'an answer',
  });
  try {
    await assert.rejects(program.start(), /another program answers/);
    assert.equal(runs, 0);
  } finally {
    await program.kill();
  }
});
