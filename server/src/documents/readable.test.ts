import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../testing/database.ts';
import { insertDocumentRows } from '../../testing/documents.ts';
import { makeGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { filterReadings } from './readable.store.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('an address ends with the account, and that of a file with the link that makes somebody a moderator', async () => {
  const { db } = database;
  const group = await makeGroup(lectern);
  const documentId = await insertDocumentRows(db, group.at);
  const read = async (reader: { participantId?: string; userId?: string }) => {
    const [found] = await filterReadings(db, [{ documentId, participantId: null, userId: null, ...reader }]);
    return found && { mayDownload: found.mayDownload };
  };

  const enter = async (more: Parameters<typeof makeLink>[1]) =>
    enterBy(lectern, group, { url: await makeLink(group, more) });
  const { id: participantId } = await enter({ username: 'Mo', role: 'moderator' });
  const pupil = await enter({ username: 'Vi' });
  assert.deepEqual(await read({ participantId }), { mayDownload: true });
  assert.deepEqual(await read({ participantId: pupil.id }), { mayDownload: false });
  await db
    .updateTable('access_links')
    .set({ expires_at: new Date(0) })
    .where('room_id', '=', group.room.id)
    .execute();
  assert.deepEqual(await read({ participantId }), { mayDownload: false });

  const { owner_id: userId } = await db
    .selectFrom('spaces')
    .select('owner_id')
    .where('id', '=', group.spaceId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(await read({ userId: String(userId) }), { mayDownload: true });
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute();
  assert.equal(await read({ userId: String(userId) }), undefined);
});
