import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { ArchiveReader, createArchive } from './archive.ts';
import { addFiles, restoreFiles } from './files.ts';
import { type Manifest, manifestName } from './manifest.ts';

test('a recording that is deleted during the backup is skipped, and the backup continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-files-'));
  const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
  mkdirSync(join(dataDir, 'files/records'), { recursive: true });
  for (const name of ['a', 'b', 'c']) writeFileSync(join(dataDir, 'files/records', name), name.repeat(1000));
  try {
    const { archive, finish } = createArchive(join(folder, 'saved.zip'));
    const added = addFiles(archive, dataDir);
    // The archive opens it only after the first entry.
    rmSync(join(dataDir, 'files/records/b'));
    archive.add(manifestName, async () => Readable.from([JSON.stringify({ gone: added.gone })]));
    await finish();
    assert.deepEqual(added, { count: 3, gone: ['files/records/b'] });
    const reader = await ArchiveReader.open(join(folder, 'saved.zip'));
    const manifest = JSON.parse(await reader.text(manifestName)) as Manifest;
    assert.equal(await restoreFiles({ archive: reader, manifest }, restored), 2);
    reader.close();
    assert.deepEqual(readdirSync(join(restored, 'files/records')), ['a', 'c']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
