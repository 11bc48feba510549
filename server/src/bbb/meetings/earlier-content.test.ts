import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { insertDocumentRows } from '../../../testing/documents.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting } from '../testing/joining.ts';

let lectern: InProcess;
let group: BbbGroup;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  group = await makeBbbGroup(lectern);
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('a meeting has no documents, boards and page of the meeting before it', async () => {
  const meetingID = 'slides';
  const meet = async (fullName: string) => {
    await group.bbb.call('create', { meetingID });
    const person = await connectToMeeting(lectern, group, { meetingID, fullName, role: 'MODERATOR' });
    return { api: person.api, at: person.group.at };
  };
  const seenBy = async ({ api, at }: Awaited<ReturnType<typeof meet>>) => ({
    documents: (await api.listDocuments(at)).items.length,
    boards: (await api.listBoards(at)).items.length,
    stage: (await api.getStage(at)).kind,
  });

  const first = await meet('Anna');
  const documentId = await insertDocumentRows(database.db, first.at);
  await first.api.updateStage({ ...first.at, body: { kind: 'page', documentId, page: 1 } });
  await first.api.createBoard({ ...first.at, body: { kind: 'shared', name: 'Fractions' } });
  assert.deepEqual(await seenBy(first), { documents: 1, boards: 1, stage: 'page' });
  await group.bbb.call('end', { meetingID });

  const second = await meet('Boris');
  assert.equal(second.at.roomId, first.at.roomId);
  assert.deepEqual(await seenBy(second), { documents: 0, boards: 0, stage: 'none' });
});
