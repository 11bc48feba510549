import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'lectern-scratch-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The folder that another process gets, and what remains of it afterwards; `before` runs in it first. */
function given(memory, before = '') {
  const { href } = new URL('./scratch.mjs', import.meta.url);
  const program = `import fs, { existsSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    ${before}
    const { makeScratch } = await import('${href}');
    const folder = makeScratch(${JSON.stringify(memory)});
    console.log(JSON.stringify({ folder, isThere: folder !== undefined && existsSync(folder) }));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('the folder is removed with the process that made it, as are those of killed ones', () => {
  const [forgotten, inUse, other] = ['lectern-tests-4194305-a', `lectern-tests-${process.pid}-b`, 'other'];
  for (const name of [forgotten, inUse, other]) mkdirSync(join(folder, name));
  const { folder: scratch = '', isThere } = given(folder);
  // A machine with too little memory gets none.
  assert.equal(isThere, scratch !== '');
  assert.equal(existsSync(scratch), false);
  assert.deepEqual(readdirSync(folder).sort(), [inUse, other].sort());
});

test('there is no folder without a file system in memory', () => {
  assert.deepEqual(given(join(folder, 'nowhere')), { isThere: false });
});

test('there is no folder where none can be created', () => {
  assert.deepEqual(given('/proc'), { isThere: false });
});

test('a folder that cannot be removed, of another user or still written to, fails nothing', () => {
  mkdirSync(join(folder, 'lectern-tests-4194306-c'));
  const cannotRemove = `
    fs.rmSync = () => { throw Object.assign(new Error('not permitted'), { code: 'EPERM' }); };
    syncBuiltinESMExports();`;
  const { folder: scratch = '', isThere } = given(folder, cannotRemove);
  assert.equal(isThere, scratch !== '');
});
