import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openGuide } from '../../testing/answers/documents.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'lectern-archive-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const releaseWith = (...options: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/release.mjs'), ...options], { encoding: 'utf8' });

const { version, lectern } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const guide = openGuide('docs/operators/deploying.md');

test('an archive of a release is got as the guide says, and its program names the commit', () => {
  const { status, stdout, stderr } = releaseWith('--ref', 'HEAD', '--into', folder);
  assert.equal(status, 0, stderr);
  const commit = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  assert.ok(stdout.includes(commit), stdout);
  const block = guide.next();
  assert.match(block, new RegExp(`^version=${version}$`, 'm'));
  assert.equal(block.split(`${lectern.releases}/lectern-$version.tar.gz`).length, 3, block);
  const script = block.replaceAll(lectern.releases, pathToFileURL(folder).href);
  const cwd = mkdtempSync(join(folder, 'got-'));
  const got = spawnSync('bash', ['-ec', script], { cwd, encoding: 'utf8' });
  assert.equal(got.status, 0, got.stderr);
  assert.match(got.stdout, /^lectern-[\d.]+\.tar\.gz: OK$/m);
  const program = join(cwd, 'lectern');
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'));
  const ask = 'import("./server/src/release.ts").then((it) => console.log(JSON.stringify(it.thisRelease())))';
  const said = execFileSync(process.execPath, ['-e', ask], { cwd: program, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(said), { version, commit });
});

test('each part of the guide is run', () => guide.assertUsed());

test('a release of a commit that is not there is refused', () => {
  const { status, stderr } = releaseWith('--ref', 'v999.0.0', '--into', folder);
  assert.equal(status, 1);
  assert.match(stderr, /^There is no v999\.0\.0\.\n$/);
});
