import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../contract/client/index.ts';
import { mostDocuments } from '../../../contract/operations/document-limits.ts';
import { databaseOf } from '../../testing/database.ts';
import { insertDocumentRows } from '../../testing/documents.ts';
import { makeGroup, makeUser, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { createUpload, sendBytes } from '../../testing/uploads.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let database: Awaited<ReturnType<typeof databaseOf>>;
let group: TestGroup;
let other: TestGroup;
let documentId: string;
let pupil: Client;
let moderator: Client;

const enter = async (of: TestGroup, role: 'user' | 'moderator') =>
  (await enterBy(lectern, of, { url: await makeLink(of, { role }) })).api;
const at = () => ({ ...group.at, documentId });

before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  [group, other] = [
    await makeGroup(lectern, { isPublic: false }),
    await makeGroup(lectern, { isPublic: false }),
  ];
  documentId = await insertDocumentRows(database.db, group.at, { pages: 3, name: 'Algebra' });
  [pupil, moderator] = [await enter(group, 'user'), await enter(group, 'moderator')];
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('everybody in the call reads the documents of the room and their pages', async () => {
  for (const api of [pupil, moderator, group.owner]) {
    const { items, total } = await api.listDocuments(group.at);
    assert.deepEqual(
      [total, items[0]?.id, items[0]?.readyPages, items[0]?.state],
      [1, documentId, 3, 'ready'],
    );
    assert.equal((await api.getDocument(at())).name, 'Algebra');
    const pages = await api.listDocumentPages({ ...at(), query: { offset: 1 } });
    assert.deepEqual(
      pages.items.map(({ number, width, height, text }) => ({ number, width, height, text })),
      [2, 3].map((number) => ({ number, width: 2560, height: 1440, text: `Algebra, page ${number}` })),
    );
    assert.equal(pages.total, 3);
  }
});

test('people of other rooms, and those who wait, read nothing', async () => {
  const stranger = lectern.client((await makeUser(lectern, 'stranger')).token);
  const strangers = [await enter(other, 'user'), await enter(other, 'moderator'), stranger];
  for (const api of strangers) {
    await refused(api.listDocuments(group.at), 'not_found');
    await refused(api.getDocument(at()), 'not_found');
    await refused(api.listDocumentPages(at()), 'not_found');
    await refused(api.deleteDocument(at()), 'not_found');
  }
  // The document of another room is not found below one's own.
  for (const api of [other.owner, await enter(other, 'moderator')])
    await refused(api.getDocument({ ...other.at, documentId }), 'not_found');
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'everyone' } });
  const waiting = await enter(group, 'user');
  await refused(waiting.listDocuments(group.at), 'forbidden');
  await refused(waiting.getDocument(at()), 'forbidden');
});

test('only moderators change, add and delete documents', async () => {
  await refused(pupil.updateDocument({ ...at(), body: { name: 'Mine' } }), 'forbidden');
  await refused(
    pupil.createDocument({ ...group.at, body: { url: 'https://example.org/a.pdf' } }),
    'forbidden',
  );
  await refused(pupil.deleteDocument(at()), 'forbidden');
  const changed = await moderator.updateDocument({
    ...at(),
    body: { name: ' Geometry ', isDownloadable: true },
  });
  assert.deepEqual([changed.name, changed.isDownloadable], ['Geometry', true]);
  await moderator.deleteDocument(at());
  await refused(group.owner.getDocument(at()), 'not_found');
  await refused(group.owner.deleteDocument(at()), 'not_found');
  assert.equal((await pupil.listDocuments(group.at)).total, 0);
});

test('a document needs one source, and a room has at most 50', async () => {
  const create = (body: object) => group.owner.createDocument({ ...group.at, body });
  await refusedFields(create({}), 'assetId');
  await refusedFields(create({ assetId: group.spaceId, url: 'https://example.org/a.pdf' }), 'assetId');
  await refusedFields(create({ assetId: group.spaceId }), 'assetId');
  await refusedFields(create({ url: 'file:///etc/passwd' }), 'url');
  await refusedFields(create({ url: 'https://example.org/a.pdf', name: ' ' }), 'name');
  for (let made = 1; made < mostDocuments; made += 1)
    await insertDocumentRows(database.db, group.at, { pages: 1 });
  await refused(create({ url: 'https://example.org/a.pdf' }), 'too_many_documents');
});

test('an upload for a document is no video, and becomes one document only', async () => {
  const by = { url: lectern.url, token: lectern.owner.personalToken };
  const body = Buffer.from('%PDF-1.7\n% a file that is not whole');
  const { path, id } = await createUpload(by, {
    ...{ spaceId: group.spaceId, size: body.length, fileName: 'Lesson.pdf', purpose: 'document' },
  });
  const create = () => group.owner.createDocument({ ...group.at, body: { assetId: id } });
  await refused(create(), 'asset_not_ready');
  assert.equal((await sendBytes(by, { path, offset: 0, body })).status, 204);
  assert.equal((await group.owner.listAssets({ spaceId: group.spaceId })).total, 0);
  assert.equal(
    (await group.owner.getAsset({ spaceId: group.spaceId, assetId: id })).contentType,
    'application/pdf',
  );
  await refusedFields(other.owner.createDocument({ ...other.at, body: { assetId: id } }), 'assetId');
  const made = await create();
  assert.deepEqual([made.name, made.fileName, made.contentType], ['Lesson', 'Lesson.pdf', 'application/pdf']);
  await refused(create(), 'document_taken');
  const playback = await group.owner.createPlayback({
    spaceId: group.spaceId,
    body: { name: 'Course', type: 'webinar' },
  });
  const place = { spaceId: group.spaceId, playbackId: playback.id };
  await refusedFields(group.owner.updatePlayback({ ...place, body: { assetId: id } }), 'assetId');
});

test('other content is refused as a document, SVG and pages too', async () => {
  const by = { url: lectern.url, token: lectern.owner.personalToken };
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!doctype html><html><script>',
    'PK\x03\x04 an archive',
  ];
  for (const text of others) {
    const body = Buffer.from(text.padEnd(64));
    const { path } = await createUpload(by, {
      ...{ spaceId: group.spaceId, size: body.length, fileName: 'Lesson.pdf', purpose: 'document' },
    });
    const { status, text: answer } = await sendBytes(by, { path, offset: 0, body });
    assert.deepEqual([status, JSON.parse(answer).code], [422, 'not_a_document'], text);
  }
});

test('a deleted room loses its documents, and their rows go after their files', async () => {
  await group.owner.deleteRoom(group.at);
  await waitUntil(
    async () => {
      const { rows } = await sql`SELECT FROM documents WHERE id = ${documentId}`.execute(database.db);
      return rows.length === 0;
    },
    { timeout: 30_000, message: 'the row to be removed' },
  );
});
