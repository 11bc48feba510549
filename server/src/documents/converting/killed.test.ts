import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pdfOfLesson } from '../../../../recorder/testing/made-pdf.ts';
import { makeDocument } from '../../../testing/documents.ts';
import { chanceOf } from '../../../testing/fuzzing/chance.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { waitUntil } from '../../../testing/wait.ts';

// A process of its own, because it is killed.
let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({ LECTERN_MIN_FREE_DISK: '1MB' });
});
after(() => lectern?.remove());

const pages = 12;

async function readDocument(group: TestGroup, documentId: string) {
  return group.owner.getDocument({ ...group.at, documentId });
}

/** The processes that convert for this server. */
const converters = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${lectern.dataDir}/converting/`);
      } catch {
        return false;
      }
    });

async function checkReady(group: TestGroup, documentId: string): Promise<void> {
  const document = await waitUntil(
    async () => {
      const read = await readDocument(group, documentId);
      return read.state === 'converting' ? undefined : read;
    },
    { timeout: 60_000, message: 'the document to be ready or failed' },
  );
  assert.deepEqual([document.state, document.readyPages], ['ready', pages], String(document.failure));
  const { items } = await group.owner.listDocumentPages({ ...group.at, documentId });
  for (const { number, largeUrl } of items)
    assert.equal((await fetch(largeUrl)).status, 200, `page ${number}`);
}

test('a document is ready although its server is killed twice', { timeout: 300_000 }, async (t) => {
  const chance = chanceOf(t);
  const group = await makeGroup(lectern);
  const { id } = await makeDocument(lectern, group, { body: pdfOfLesson(pages) });
  for (const share of [0, 0.5]) {
    const until = Math.floor(pages * share + 3 * chance());
    await waitUntil(async () => (await readDocument(group, id)).readyPages >= until, {
      ...{ timeout: 60_000, message: `${until} pages`, interval: 5 },
    });
    await lectern.kill();
    await lectern.start();
  }
  await checkReady(group, id);
});

test('a document is ready although its program is killed', { timeout: 300_000 }, async () => {
  const group = await makeGroup(lectern);
  const { id } = await makeDocument(lectern, group, { body: pdfOfLesson(pages) });
  await waitUntil(async () => (await readDocument(group, id)).readyPages >= 2, {
    ...{ timeout: 60_000, message: 'two pages', interval: 5 },
  });
  for (const pid of converters()) process.kill(pid, 'SIGKILL');
  await checkReady(group, id);
  assert.deepEqual(converters(), []);
});
