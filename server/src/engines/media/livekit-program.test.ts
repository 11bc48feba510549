import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { startLectern } from '../../../testing/lectern.ts';
import { chooseLiveKit } from './livekit-program.ts';

const root = mkdtempSync(join(tmpdir(), 'lectern-livekit-'));
after(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'engines/livekit'), { recursive: true });
writeFileSync(join(root, 'engines/livekit/version.json'), '{"version":"1.13.5"}');
const own = { file: join(root, '.cache/engines/livekit-server-1.13.5'), version: '1.13.5', isOurs: true };

/** A folder whose `livekit-server` prints this. */
function folderWith(printed: string, mode = 0o755): string {
  const folder = mkdtempSync(join(root, 'path-'));
  writeFileSync(join(folder, 'livekit-server'), `#!/bin/sh\n${printed}\n`, { mode });
  return folder;
}
const says = (version: string) =>
  folderWith(`[ "$*" = --version ] && echo livekit-server version ${version}`);

test('a program on PATH of our version or a newer patch of it is used', async () => {
  for (const version of ['1.13.5', '1.13.6', '1.13.11']) {
    const folder = says(version);
    const path = [join(root, 'missing'), folder, says('1.13.20')].join(delimiter);
    const file = join(folder, 'livekit-server');
    assert.deepEqual(await chooseLiveKit(root, path), { file, version, isOurs: false });
  }
});

test('another version, and a program that does not tell one, are named and not used', async () => {
  for (const version of ['1.13.4', '1.12.9', '1.14.0', '2.13.5', '1.13.6-rc1']) {
    const folder = says(version);
    const unsuitable = { file: join(folder, 'livekit-server'), version };
    assert.deepEqual(await chooseLiveKit(root, folder), { ...own, unsuitable });
  }
  for (const folder of [folderWith('exit 1'), folderWith('echo 1.13.6')]) {
    const unsuitable = { file: join(folder, 'livekit-server'), version: undefined };
    assert.deepEqual(await chooseLiveKit(root, folder), { ...own, unsuitable });
  }
});

test('ours is used where PATH has none that can be run', async () => {
  assert.deepEqual(await chooseLiveKit(root, ''), own);
  assert.deepEqual(await chooseLiveKit(root, folderWith('exit 0', 0o644)), own);
});

test('a server starts the program on PATH, and its log names it', async (t) => {
  const repository = resolve(import.meta.dirname, '../../../..');
  const { file: pinned } = await chooseLiveKit(repository, '');
  const folder = mkdtempSync(join(root, 'path-'));
  const file = join(folder, 'livekit-server');
  symlinkSync(pinned, file);
  const lectern = await startLectern(
    { PATH: `${folder}${delimiter}${process.env.PATH}` },
    { engines: 'database' },
  );
  t.after(() => lectern.remove());
  assert.match(lectern.output(), new RegExp(`"file":"${file}".*starts the LiveKit server of PATH`));
});
