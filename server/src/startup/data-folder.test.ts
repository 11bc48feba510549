import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { prepareDataFolder } from './data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function folderWith(files: string[]): string {
  const made = mkdtempSync(join(folder, 'data-'));
  for (const file of files) {
    mkdirSync(dirname(join(made, file)), { recursive: true });
    writeFileSync(join(made, file), '');
  }
  return made;
}

test('a data folder is taken if it is missing, empty, or has nothing but ours', () => {
  prepareDataFolder(join(folder, 'a/b/c'));
  assert.deepEqual(readdirSync(join(folder, 'a/b/c')), []);
  for (const files of [
    [],
    ['lost+found/x', '.bash_history', 'lectern.log'],
    ['models/ggml-base.bin'],
    ['server.json', 'keys/secret'],
    // The operator's own files beside ours.
    ['node-id', 'notes.txt', 'backups/lectern.zip'],
    ['postgres/PG_VERSION', 'README'],
  ]) {
    prepareDataFolder(folderWith(files));
  }
});

test('a folder of somebody else is refused, whatever its names', () => {
  for (const files of [
    ['passwd', 'ssh/sshd_config'],
    ['files/a', 'index.html'],
    ['postgres/data/PG_VERSION', 'misc/x'],
  ]) {
    const made = folderWith(files);
    const before = readdirSync(made);
    assert.throws(() => prepareDataFolder(made), /has other content .* in LECTERN_DATA_DIR/);
    assert.deepEqual(readdirSync(made), before);
  }
});
