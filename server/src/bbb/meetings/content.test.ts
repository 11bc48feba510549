import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pdfOfLesson } from '../../../../recorder/testing/made-pdf.ts';
import { databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';

let lectern: InProcess;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeBbbGroup(lectern);
});
after(() => lectern?.remove());

/** A file in lines of 76 characters, as libraries write it. */
const inLines = (file: Buffer): string => file.toString('base64').replace(/.{76}/g, '$&\r\n');

const sending = (...documents: string[]) => ({
  method: 'POST',
  type: 'application/xml',
  body: `<modules><module name="presentation">${documents.join('')}</module></modules>`,
});

async function roomOf(internalId: string | undefined): Promise<{ spaceId: string; roomId: string }> {
  const { spaceId } = group;
  const { items } = await group.owner.listRooms({ spaceId });
  for (const { id: roomId } of items) {
    const room = await group.owner.getRoom({ spaceId, roomId });
    if (room.bigBlueButtonMeetingId === internalId) return { spaceId, roomId };
  }
  return assert.fail(`no room of ${internalId}`);
}

test('documents in Base64 become documents of the room, and the current one is shown', async () => {
  const meetingID = 'with files';
  const [first, second] = [pdfOfLesson(2), pdfOfLesson(1)];
  const made = await group.bbb.call(
    'create',
    { meetingID },
    sending(
      `<document name="Algebra" filename="algebra.pdf"><![CDATA[${inLines(first)}]]></document>`,
      `<document name="botany.pdf" current="true" downloadable="true">\n${inLines(second)}\n</document>`,
    ),
  );
  assert.equal(made.field('messageKey'), '', made.text);
  const at = await roomOf(meetingID);
  const documents = async () => (await group.owner.listDocuments(at)).items;
  assert.deepEqual(
    (await documents()).map(({ name, fileName, fileSize, isDownloadable }) => ({
      ...{ name, fileName, fileSize, isDownloadable },
    })),
    [
      { name: 'Algebra', fileName: 'algebra.pdf', fileSize: first.length, isDownloadable: false },
      { name: 'botany.pdf', fileName: 'botany.pdf', fileSize: second.length, isDownloadable: true },
    ],
  );
  await waitUntil(async () => (await documents()).every(({ state }) => state === 'ready'), {
    ...{ timeout: 60_000, message: 'both documents' },
  });
  const [algebra, botany] = await documents();
  assert.deepEqual(await stageIn(at), ['page', botany?.id, 1]);
  const file = await fetch(
    (await group.owner.getDocument({ ...at, documentId: algebra?.id ?? '' })).downloadUrl ?? '',
  );
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), first);

  const inserted = await group.bbb.call(
    'insertDocument',
    { meetingID },
    sending(`<document name="chess.pdf">${second.toString('base64')}</document>`),
  );
  assert.equal(inserted.field('returncode'), 'SUCCESS', inserted.text);
  await waitUntil(async () => (await documents()).length === 3 && (await documents())[2]?.state === 'ready', {
    ...{ timeout: 60_000, message: 'the third document' },
  });
  assert.deepEqual(await stageIn(at), ['page', botany?.id, 1]);
});

test('without a current one the first document is shown; a content that is no Base64 is ignored', async () => {
  const meetingID = 'first';
  const made = await group.bbb.call(
    'create',
    { meetingID },
    sending(
      `<document name="a.pdf">${pdfOfLesson(1).toString('base64')}</document>`,
      '<document name="b.pdf">%PDF-1.7</document>',
      '<document name="c.pdf"/>',
    ),
  );
  assert.deepEqual([made.field('returncode'), made.field('messageKey')], ['SUCCESS', 'presentationIgnored']);
  const at = await roomOf(meetingID);
  const { items } = await group.owner.listDocuments(at);
  assert.equal(items.length, 1);
  await waitUntil(async () => (await stageIn(at))[0] === 'page', {
    timeout: 60_000,
    message: 'the first page',
  });
  assert.deepEqual(await stageIn(at), ['page', items[0]?.id, 1]);
});

test('a content that is no document fails, and is not kept', async () => {
  const meetingID = 'no document';
  await group.bbb.call(
    'create',
    { meetingID },
    sending(`<document name="a.pdf">${Buffer.from('no PDF').toString('base64')}</document>`),
  );
  const at = await roomOf(meetingID);
  const document = async () => (await group.owner.listDocuments(at)).items[0];
  await waitUntil(async () => (await document())?.state === 'failed', {
    ...{ timeout: 60_000, message: 'the document to fail' },
  });
  assert.equal((await document())?.failure, 'unsupported_type');
  const database = await databaseOf(lectern);
  const left = await database.pool.query('SELECT FROM document_contents WHERE document_id = $1', [
    (await document())?.id,
  ]);
  await database.close();
  assert.equal(left.rowCount, 0);
});

async function stageIn(at: { spaceId: string; roomId: string }) {
  const { kind, documentId, page } = await group.owner.getStage(at);
  return [kind, documentId, page];
}
