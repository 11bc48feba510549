import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { arrivingFolder } from '../folder.ts';
import { type ServedFolder, serveFolder } from '../testing/served.ts';

const video = { contentType: 'video/mp4' };
/** Another file system than that of the tests' folder; tmpfs, if there is one. */
const another = ['/dev/shm', '/var/tmp'].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);
const withoutAnother = another ? false : 'not run: no second file system';

let served: ServedFolder;
before(async () => {
  served = await serveFolder();
});
after(() => served?.remove());

const arriving = (): string[] => {
  const folder = join(served.folder, arrivingFolder);
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('a file is stored without a copy on the same file system', async () => {
  const path = join(served.outside, 'same');
  writeFileSync(path, 'bytes');
  await served.store.put('records/same.mp4', path, video);
  assert.equal(statSync(served.store.pathOf('records/same.mp4')).ino, statSync(path).ino);
  rmSync(path);
  assert.deepEqual(await served.store.stat('records/same.mp4'), { bytes: 5 });
  assert.deepEqual(arriving(), []);
});

test('a file is copied from another file system, and an aborted copy leaves nothing', {
  skip: withoutAnother,
}, async () => {
  const other = mkdtempSync(join(another ?? '', 'lectern-other-'));
  try {
    const path = join(other, 'other');
    writeFileSync(path, Buffer.alloc(20_000_000, 3));
    const progress: number[] = [];
    await served.store.put('records/other.mp4', path, {
      ...video,
      onProgress: (bytes) => progress.push(bytes),
    });
    assert.ok(readFileSync(served.store.pathOf('records/other.mp4')).equals(Buffer.alloc(20_000_000, 3)));
    assert.ok(progress.length > 10);

    const ending = new AbortController();
    const onProgress = () => ending.abort(new Error('enough'));
    const options = { ...video, signal: ending.signal, onProgress };
    await assert.rejects(served.store.put('records/ended.mp4', path, options), /enough/);
    assert.equal(await served.store.stat('records/ended.mp4'), undefined);
    assert.deepEqual(arriving(), []);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

/** Stores a file in a process whose files may not grow beyond a limit. */
const keeper = `
  import { Keyring } from ${JSON.stringify(resolve(import.meta.dirname, '../../../platform/crypto.ts'))};
  import { FolderStore } from ${JSON.stringify(resolve(import.meta.dirname, '../folder.ts'))};
  const [folder, path] = process.argv.slice(1);
  const store = new FolderStore({ folder, url: new URL('http://x'), keyring: new Keyring(['k'.repeat(40)]) });
  await store.put('records/full.mp4', path, { contentType: 'video/mp4' }).catch((error) => {
    process.stdout.write(error.name + ': ' + error.message);
  });
`;

test('a full disk is reported as away, stores nothing and leaves no draft', { skip: withoutAnother }, () => {
  const other = mkdtempSync(join(another ?? '', 'lectern-full-'));
  try {
    const path = join(other, 'long');
    writeFileSync(path, Buffer.alloc(5_000_000));
    const limited = 'trap "" XFSZ; ulimit -f 2000; exec "$0" "$@"';
    const args = ['--input-type=module', '-e', keeper, served.folder, path];
    const { stdout, stderr } = spawnSync('sh', ['-c', limited, process.execPath, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    assert.match(stdout, /^FilesAway: The folder .* cannot be written/, stderr);
    assert.ok(!existsSync(served.store.pathOf('records/full.mp4')));
    assert.deepEqual(arriving(), []);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test('removing the last file removes its empty folders, and no others', async () => {
  const path = join(served.outside, 'one');
  writeFileSync(path, 'bytes');
  await served.store.put('deep/er/and/deeper/a.mp4', path, video);
  await served.store.put('deep/er/b.mp4', path, video);
  await served.store.remove(['deep/er/and/deeper/a.mp4']);
  assert.deepEqual(readdirSync(join(served.folder, 'deep/er')), ['b.mp4']);
  await served.store.remove(['deep/er/b.mp4']);
  assert.ok(!existsSync(join(served.folder, 'deep')));
  assert.ok(existsSync(served.folder));
});

test('a file can be stored while the last one beside it is removed', async () => {
  const path = join(served.outside, 'busy');
  writeFileSync(path, 'bytes');
  for (let round = 0; round < 50; round += 1) {
    await served.store.put('busy/a', path, video);
    await Promise.all([served.store.remove(['busy/a']), served.store.put('busy/b', path, video)]);
    assert.deepEqual(await served.store.stat('busy/b'), { bytes: 5 });
    await served.store.remove(['busy/b']);
  }
});

test('drafts of a killed server are removed at the next start', async () => {
  mkdirSync(join(served.folder, arrivingFolder), { recursive: true });
  writeFileSync(join(served.folder, arrivingFolder, 'half'), 'half a file');
  await served.store.clear();
  assert.deepEqual(arriving(), []);
});
