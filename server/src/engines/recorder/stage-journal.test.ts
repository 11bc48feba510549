import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type StageEntry, stageEntriesIn } from '../../../../recorder/folder/stage.ts';
import { appendStageEntry, fetchOnce } from './stage-journal.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-stage-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const entry = (version: number): StageEntry => ({
  ...{
    at: '2026-11-22T10:00:00.000Z',
    version,
    kind: 'none',
    participantId: null,
    documentId: null,
    page: null,
  },
});
const versionsIn = (path: string) => stageEntriesIn(readFileSync(path, 'utf8')).map(({ version }) => version);

test('each item is written once, also by a server that was restarted', () => {
  const path = join(folder, 'repeated');
  for (const version of [0, 1, 1, 3, 2, 3, 4]) appendStageEntry(path, entry(version));
  assert.deepEqual(versionsIn(path), [0, 1, 3, 4]);
});

test('a line that a kill cut does not count, and the next one does', () => {
  const path = join(folder, 'cut');
  appendStageEntry(path, entry(1));
  appendFileSync(path, '{"at":"2026-');
  assert.deepEqual(versionsIn(path), [1]);
  appendStageEntry(path, entry(2));
  assert.deepEqual(versionsIn(path), [1, 2]);
});

test('the picture of a page is made once, and again after it could not be', async () => {
  const path = join(folder, 'slide');
  await assert.rejects(
    fetchOnce(path, () => Promise.reject(new Error('away'))),
    /away/,
  );
  await fetchOnce(path, async () => false);
  assert.equal(existsSync(path), false);
  const write = (text: string) => async (to: string) => {
    writeFileSync(to, text);
    return true;
  };
  await fetchOnce(path, write('first'));
  await fetchOnce(path, write('second'));
  assert.equal(readFileSync(path, 'utf8'), 'first');
});
