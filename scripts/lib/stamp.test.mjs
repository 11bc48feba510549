import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from './paths.mjs';
import { isIrrelevant } from './prepare/web-build.mjs';
import { hashTree, readStamp, writeStamp } from './stamp.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-stamp-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a hash depends on contents and names, not on times', () => {
  const base = join(folder, 'tree');
  mkdirSync(join(base, 'web'), { recursive: true });
  writeFileSync(join(base, 'web/a.ts'), 'one');
  writeFileSync(join(base, 'lock.json'), '{}');
  const hash = () => hashTree(base, ['web', 'lock.json', 'missing'], (path) => path.endsWith('.test.ts'));
  const before = hash();
  utimesSync(join(base, 'web/a.ts'), 1, 1);
  writeFileSync(join(base, 'web/a.test.ts'), 'ignored');
  assert.equal(hash(), before);
  writeFileSync(join(base, 'lock.json'), '{ }');
  const changed = hash();
  assert.notEqual(changed, before);
  writeFileSync(join(base, 'web/b.ts'), '');
  assert.notEqual(hash(), changed);
});

test('a stamp is written as a whole and leaves no temporary file', () => {
  const file = join(folder, 'stamps/one');
  assert.equal(readStamp(file), null);
  writeStamp(file, 'abc');
  writeStamp(file, 'def');
  assert.equal(readStamp(file), 'def');
  assert.deepEqual(readdirSync(join(folder, 'stamps')), ['one']);
});

test('tests, journeys and the build itself do not make the web client outdated', () => {
  const irrelevant = ['web/dist', 'web/e2e', 'web/src/call/roster.test.ts', 'web/.DS_Store'];
  const relevant = [
    'web/src/app.tsx',
    'web/index.html',
    'contract/operations/rooms.ts',
    'web/vite.config.ts',
  ];
  for (const path of irrelevant) assert.equal(isIrrelevant(join(root, path)), true, path);
  for (const path of relevant) assert.equal(isIrrelevant(join(root, path)), false, path);
});
