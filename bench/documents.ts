import { makePdf } from '../recorder/testing/made-pdf.ts';
import { makeDocument } from '../server/testing/documents.ts';
import { makeGroup } from '../server/testing/group.ts';
import { startInProcess } from '../server/testing/in-process.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { type BenchResult, report } from './lib/report.ts';

/**
 * `npm run bench -- documents [pages]` measures a PDF from the first byte of its upload to its first and its last page.
 * Every page has 40 lines of text.
 */
const pages = Number(process.argv[2] ?? 60);

const lines = Array.from(
  { length: 40 },
  (_, index) => `Line ${index + 1}: an equation is linear if its graph is a line.`,
);
const body = makePdf({ pages: Array.from({ length: pages }, () => ({ lines, width: 960, height: 720 })) });
const figures: BenchResult['figures'] = {};

const lectern = await startInProcess();
try {
  const group = await makeGroup(lectern, { isPublic: false });
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const { id: documentId } = await makeDocument(lectern, group, { body });
  figures['the document is created'] = seconds();
  const at = { ...group.at, documentId };
  const until = (isReached: (document: { readyPages: number; state: string }) => boolean) =>
    waitUntil(async () => isReached(await group.owner.getDocument(at)), {
      ...{ timeout: 120_000, interval: 50, message: 'pages' },
    });
  await until(({ readyPages }) => readyPages > 0);
  const first = seconds();
  await until(({ state }) => state !== 'converting');
  const all = seconds();
  const { state, failure } = await group.owner.getDocument(at);
  if (state !== 'ready') throw new Error(`the document failed: ${failure}`);
  const { items } = await group.owner.listDocumentPages(at);
  const bytesOf = async (url: string | undefined) =>
    (await (await fetch(url ?? '')).arrayBuffer()).byteLength / 1000;
  figures['small picture of a page, kB'] = await bytesOf(items[0]?.smallUrl);
  figures['large picture of a page, kB'] = await bytesOf(items[0]?.largeUrl);
  report({
    ...{ name: 'documents', figures, unit: 's', isKept: pages === 60 },
    goals: [
      { what: `PDF of ${pages} pages: first page`, measured: first, bound: 3, unit: 's' },
      { what: `PDF of ${pages} pages: all pages`, measured: all, bound: pages / 3, unit: 's' },
    ],
  });
} finally {
  await lectern.remove();
}
