import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { names } from '../../../../recorder/folder/job.ts';
import type { JournalEntry } from '../../../../recorder/folder/journal.ts';
import { newId } from '../../platform/ids.ts';
import { Folders } from './folders.ts';
import { Journals } from './journals.ts';

test('of two concurrent reads the slower one with older data changes nothing', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-journals-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const [folders, recordId] = [new Folders(dataDir), newId()];
  await folders.make(recordId);
  const path = folders.pathIn(recordId, names.journal);
  const tell = (entry: JournalEntry) => appendFileSync(path, `${JSON.stringify(entry)}\n`);
  const journals = new Journals(folders);

  tell({ type: 'empty', at: '2026-11-22T10:00:00.000Z', t: 1 });
  const file = await open(path);
  const handles: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const hasRead = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const { read } = handles;
  t.mock.method(
    handles,
    'read',
    async function (this: FileHandle, ...given: Parameters<typeof read>) {
      const bytes = await read.apply(this, given);
      hasRead.resolve();
      await goesOn.promise;
      return bytes;
    },
    { times: 1 },
  );
  const early = journals.read(recordId);
  await hasRead.promise;
  tell({ type: 'peopled', at: '2026-11-22T10:00:01.000Z', t: 2 });
  assert.equal((await journals.read(recordId)).emptySince, undefined);
  goesOn.resolve();
  await early;
  assert.equal((await journals.read(recordId)).emptySince, undefined);
});
