import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { holderOf, holdLockFile } from './lock-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const killed = JSON.stringify({ pid: process.pid, startTime: 'of a process that was killed' });

/** Holds the file again and again, alone or not at all, and leaves it as a killed process does. */
const program = `
  import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
  const { holdLockFile } = await import(${JSON.stringify(new URL('lock-file.ts', import.meta.url))});
  const file = ${JSON.stringify(join(folder, 'shared.json'))};
  for (let turn = 0; turn < 50; turn += 1) {
    await holdLockFile(file, { withinMs: 20_000, onTimeout: () => { throw new Error('late'); } });
    mkdirSync(file + '.alone');
    rmdirSync(file + '.alone');
    writeFileSync(file, ${JSON.stringify(killed)});
  }`;

test('one process at a time holds a file that a killed one left', async () => {
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await Promise.all([run(), run(), run()]);
  assert.deepEqual(readdirSync(folder), ['shared.json']);
});

test('a holder that runs is waited for, and its release removes the file', async () => {
  const file = join(folder, 'mine.json');
  const late: number[] = [];
  const release = await holdLockFile(file, {
    details: { worker: 'test' },
    withinMs: 0,
    onTimeout: () => undefined,
  });
  assert.equal(holderOf(file)?.worker, 'test');
  const taken = holdLockFile(file, {
    withinMs: 100,
    onTimeout: ({ pid }) => {
      late.push(pid);
      release();
    },
  });
  (await taken)();
  assert.deepEqual(late, [process.pid]);
  assert.equal(holderOf(file), undefined);
});

test('a file that describes no process holds nothing', async () => {
  const file = join(folder, 'empty.json');
  writeFileSync(file, '');
  (await holdLockFile(file, { withinMs: 0, onTimeout: () => assert.fail('it waits') }))();
});
