import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { ownProgram } from './processes.ts';

const run = (script: string) => () => spawn(process.execPath, ['-e', script], { stdio: 'ignore' });

test('start() rejects if the program ends before it answers', async () => {
  const program = ownProgram({
    run: run('process.exit(3)'),
    answers: async () => false,
    message: 'an answer',
  });
  await assert.rejects(program.start(), /the program ended \(3\).*an answer/);
});

test('start() rejects if the program ends, even if another program answers then', async () => {
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

test('start() runs no program if another one answers already', async () => {
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
