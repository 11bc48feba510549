import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withLock } from './lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('one process at a time runs the work, and one caller in a process', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock('one', work, { folder })));
  assert.equal(most, 1);
  assert.equal(existsSync(join(folder, 'one')), false);
});

test('work that fails releases the lock', async () => {
  await assert.rejects(
    withLock('fails', () => Promise.reject(new Error('no')), { folder }),
    /no/,
  );
  assert.equal(await withLock('fails', () => 'again', { folder }), 'again');
});

test('the lock of a killed process is taken over', async () => {
  const program = `import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    await withLock('killed', () => new Promise(() => { console.log('held'); setInterval(() => {}, 1000); }),
      { folder: ${JSON.stringify(folder)} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(existsSync(join(folder, 'killed')), true);
  assert.equal(await withLock('killed', () => 'mine', { folder }), 'mine');
});

test("a running process with a dead owner's pid does not hold the lock", async () => {
  writeFileSync(join(folder, 'reused'), JSON.stringify({ pid: process.pid, started: '1' }));
  assert.equal(await withLock('reused', () => 'mine', { folder }), 'mine');
});

test('an incomplete lock file has no owner', async () => {
  writeFileSync(join(folder, 'torn'), '{"pid":');
  assert.equal(await withLock('torn', () => 'mine', { folder }), 'mine');
});
