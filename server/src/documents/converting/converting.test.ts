import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../../contract/client/index.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { makePdf, pdfOfLesson, pdfWithPassword } from '../../../../recorder/testing/made-pdf.ts';
import { makeZip } from '../../../../recorder/testing/made-zip.ts';
import { databaseOf } from '../../../testing/database.ts';
import { insertDocumentRows, makeDocument, uploadDocument } from '../../../testing/documents.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { timings } from './attempt.ts';
import { claimDocument } from './converting.store.ts';

type Document = Answer<'getDocument'>;

let lectern: InProcess;
let database: Awaited<ReturnType<typeof databaseOf>>;
let converter: Server;
/** The PDF with which the converter answers, or the status of its refusal. */
let converted: Buffer | number;
let site: Server;
let group: TestGroup;
let pupil: Client;

const addressOf = (server: Server, path = '') =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
const listen = async (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

before(async () => {
  converter = createServer(async (request, response) => {
    const body = await buffer(request);
    const isRight =
      request.url === '/office/forms/libreoffice/convert' && body.includes('filename="document.pptx"');
    if (!isRight || typeof converted === 'number')
      response.writeHead(isRight ? Number(converted) : 404).end();
    else response.writeHead(200, { 'content-type': 'application/pdf' }).end(converted);
  });
  site = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/slides/Linear%20equations.pdf') response.end(pdfOfLesson(2));
    else if (url === '/moved') response.writeHead(302, { location: '/slides/Linear%20equations.pdf' }).end();
    else if (url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    else if (url === '/local') response.writeHead(302, { location: 'http://127.0.0.2:9/a.pdf' }).end();
    else if (url === '/page.pdf') response.end('<!doctype html><html><script>1</script></html>');
    else if (url === '/picture.svg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (url === '/large.pdf') response.writeHead(200, { 'content-length': 100_000_001 }).end();
    else response.writeHead(404).end();
  });
  await listen(converter);
  await listen(site);
  lectern = await startInProcess({
    LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    LECTERN_CONVERTER_URL: addressOf(converter, 'office'),
  });
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  converted = pdfOfLesson(2);
  group = await makeGroup(lectern, { isPublic: false });
  pupil = (await enterBy(lectern, group, { url: await makeLink(group, { role: 'user' }) })).api;
});
after(async () => {
  converter?.close();
  site?.close();
  await database?.close();
  await lectern?.remove();
});

const settled = (documentId: string): Promise<Document> =>
  waitUntil(
    async () => {
      const document = await group.owner.getDocument({ ...group.at, documentId });
      return document.state === 'converting' ? undefined : document;
    },
    { timeout: 60_000, message: 'the end of the conversion' },
  );
const convert = async (body: Buffer<ArrayBuffer>, fileName?: string) =>
  settled((await makeDocument(lectern, group, { body, fileName })).id);
const load = async (path: string) => {
  const { id } = await group.owner.createDocument({ ...group.at, body: { url: addressOf(site, path) } });
  return settled(id);
};

test('a PDF becomes pages that people in the call see, and a file that they may download if it is allowed', async () => {
  const pdf = pdfOfLesson(3);
  const { id: documentId, state, readyPages, totalPages, fileSize, readyAt, ...made } = await convert(pdf);
  assert.deepEqual([state, readyPages, totalPages, fileSize], ['ready', 3, 3, pdf.length]);
  assert.ok(readyAt !== null && made.failure === null);
  const at = { ...group.at, documentId };
  const { items } = await pupil.listDocumentPages(at);
  assert.deepEqual(
    items.map(({ number, width, height }) => [number, width, height]),
    [1, 2, 3].map((number) => [number, 2560, 1440]),
  );
  assert.match(items[1]?.text ?? '', /^Page 2 of the lesson/);
  for (const url of [items[0]?.smallUrl ?? '', items[0]?.largeUrl ?? '']) {
    const picture = await fetch(url);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp']);
    assert.equal(Buffer.from(await picture.arrayBuffer()).toString('latin1', 8, 12), 'WEBP');
  }
  assert.equal((await pupil.getDocument(at)).downloadUrl, null);
  const own = (await group.owner.getDocument(at)).downloadUrl ?? '';
  assert.deepEqual(Buffer.from(await (await fetch(own)).arrayBuffer()), pdf);
  await group.owner.updateDocument({ ...at, body: { isDownloadable: true } });
  const { downloadUrl } = await pupil.getDocument(at);
  assert.equal((await fetch(downloadUrl ?? '')).status, 200);
  // The address stays, and the permission ends.
  await group.owner.updateDocument({ ...at, body: { isDownloadable: false } });
  assert.equal((await fetch(downloadUrl ?? '')).status, 404);
  assert.equal((await fetch(own)).status, 200);
});

test('the addresses of a person end with their link, and all when the document is deleted', async () => {
  const { id: documentId } = await convert(pdfOfLesson(1));
  const at = { ...group.at, documentId };
  const person = await enterBy(lectern, group, { url: await makeLink(group, { role: 'user' }) });
  const addressFor = async (api: Client) => (await api.listDocumentPages(at)).items[0]?.smallUrl ?? '';
  const [theirs, ours] = [await addressFor(person.api), await addressFor(group.owner)];
  assert.equal((await fetch(theirs)).status, 200);
  const { items } = await group.owner.listAccessLinks({ ...group.at, query: { order: 'desc' } });
  await group.owner.revokeAccessLink({ ...group.at, linkId: items[0]?.id ?? '' });
  assert.deepEqual([(await fetch(theirs)).status, (await fetch(ours)).status], [404, 200]);
  await group.owner.deleteDocument(at);
  assert.equal((await fetch(ours)).status, 404);
  await waitUntil(
    async () =>
      (await sql`SELECT FROM documents WHERE id = ${documentId}`.execute(database.db)).rows.length === 0,
    { timeout: 30_000, message: 'the row to be removed after its files' },
  );
});

test('documents that cannot be converted say why', async () => {
  const failureOf = async (body: Buffer<ArrayBuffer>, fileName?: string) =>
    (await convert(body, fileName)).failure;
  assert.equal(await failureOf(Buffer.from('%PDF-1.7\nand nothing that belongs to it')), 'unreadable');
  assert.equal(await failureOf(pdfWithPassword()), 'password_protected');
  const many = makePdf({ pages: Array.from({ length: 501 }, () => ({})) });
  assert.equal(await failureOf(many), 'too_many_pages');
  const xml = Buffer.from('<presentation/>');
  const bomb = await makeZip({ 'ppt/presentation.xml': xml, 'ppt/media/a.png': Buffer.alloc(40_000_000) });
  assert.equal(await failureOf(bomb, 'Lesson.pptx'), 'page_too_large');
});

test('a document has a limited time, and its pages that are ready stay', async (t) => {
  shorten(timings, { longestMs: 1 }, t);
  const { state, failure } = await convert(pdfOfLesson(5));
  assert.deepEqual([state, failure], ['failed', 'too_slow']);
});

test('a group has one converter of a node at a time', async (t) => {
  const { db } = database;
  const [busy, other] = [await makeGroup(lectern), await makeGroup(lectern)];
  // The server of the test claims nothing meanwhile.
  await sql`UPDATE nodes SET draining_at = now()`.execute(db);
  t.after(() => sql`UPDATE nodes SET draining_at = NULL`.execute(db));
  const ids: string[] = [];
  for (const { at } of [busy, busy, other]) ids.push(await insertDocumentRows(db, at, { pages: 1 }));
  await sql`UPDATE documents SET state = 'converting', ready_at = NULL WHERE id = ANY (${ids})`.execute(db);
  t.after(() => sql`UPDATE documents SET deleted_at = now() WHERE id = ANY (${ids})`.execute(db));
  const claimed = async (node: string) => (await claimDocument(db, node))?.id;
  const nodes = ['a node', 'a node', 'a node', 'another node'];
  const found: (string | undefined)[] = [];
  for (const node of nodes) found.push(await claimed(node));
  assert.deepEqual(found, [ids[0], ids[2], undefined, ids[1]]);
});

test('a service converts an office file, and its refusal is a reason', async () => {
  const xml = Buffer.from('<presentation/>');
  const slides = await makeZip({ '[Content_Types].xml': xml, 'ppt/presentation.xml': xml });
  const made = await convert(slides, 'Lesson.pptx');
  assert.deepEqual([made.state, made.readyPages, made.fileSize], ['ready', 2, slides.length]);
  const { downloadUrl } = await group.owner.getDocument({ ...group.at, documentId: made.id });
  assert.deepEqual(Buffer.from(await (await fetch(downloadUrl ?? '')).arrayBuffer()), slides);
  converted = 400;
  assert.equal((await convert(slides, 'Lesson.pptx')).failure, 'converter_failed');
  converted = Buffer.from('no PDF');
  assert.equal((await convert(slides, 'Lesson.pptx')).failure, 'unreadable');
});

test('a document is loaded from its address by the rules of webhooks', async () => {
  const { name, fileName, state, readyPages } = await load('slides/Linear%20equations.pdf');
  assert.deepEqual(
    [name, fileName, state, readyPages],
    ['Linear equations', 'Linear equations.pdf', 'ready', 2],
  );
  assert.equal((await load('moved')).state, 'ready');
  const failures = {
    inside: 'address_refused',
    local: 'address_refused',
    missing: 'address_failed',
    'page.pdf': 'unsupported_type',
    'picture.svg': 'unsupported_type',
    'large.pdf': 'too_large',
  };
  for (const [path, failure] of Object.entries(failures))
    assert.equal((await load(path)).failure, failure, path);
  const create = (url: string) => group.owner.createDocument({ ...group.at, body: { url } });
  for (const url of ['http://127.0.0.2/a.pdf', 'http://169.254.169.254/a.pdf', 'http://[::1]/'])
    await refusedFields(create(url), 'url');
});

test('a hostile name is a harmless one in the download', async () => {
  const { id } = await uploadDocument(lectern, group, {
    body: pdfOfLesson(1),
    fileName: '../../etc/pass\u202efdp.exe.pdf',
  });
  const document = await group.owner.createDocument({ ...group.at, body: { assetId: id } });
  assert.equal(document.fileName, 'pass fdp.exe.pdf');
  const { downloadUrl } = await settled(document.id);
  const disposition = (await fetch(downloadUrl ?? '')).headers.get('content-disposition') ?? '';
  assert.match(disposition, /^attachment; filename="pass fdp\.exe\.pdf"/);
});

test('an upload that is deleted before its conversion fails the document', async () => {
  const { id: assetId } = await uploadDocument(lectern, group, { body: pdfOfLesson(1) });
  await sql`UPDATE nodes SET draining_at = now()`.execute(database.db);
  const { id } = await group.owner.createDocument({ ...group.at, body: { assetId } });
  await group.owner.deleteAsset({ spaceId: group.spaceId, assetId });
  await sql`UPDATE nodes SET draining_at = NULL`.execute(database.db);
  assert.equal((await settled(id)).failure, 'file_missing');
  await refused(group.owner.getAsset({ spaceId: group.spaceId, assetId }), 'not_found');
});
