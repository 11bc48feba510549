import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillPast } from '../../testing/data/past.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { enterChat, makeChatUser, makeMachine } from '../../testing/people/chat.ts';
import { makeLink } from '../../testing/people/entering.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import type { Database } from '../platform/db/db.ts';

// A process of its own, because it is killed.
let lectern: LecternProcess;
let database: Database;
before(async () => {
  lectern = await startLectern();
  database = await databaseOf(lectern, { max: 4 });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Rows of these have no foreign key to the group: they stay until their files or deliveries are gone. */
const keptUntilFilesAreGone = ['records', 'assets', 'documents', 'videos', 'webhook_deliveries'];

/** Makes a group with that many more rooms, each with a past call, people and messages. */
async function makeLargeGroup(rooms: number): Promise<TestGroup> {
  const group = await makeGroup(lectern);
  const { spaceId } = group;
  const past = {
    participants: 3,
    messages: 5,
    calls: 1,
    minutes: 60,
    from: new Date(Date.now() - 86_400_000),
  };
  for (let n = 0; n < rooms; n += 1) {
    const { id: roomId } = await group.owner.createRoom({ spaceId, body: { name: `Lesson ${n}` } });
    await fillPast(database.db, { ...past, spaceId, roomId });
  }
  return group;
}

/** The tables with rows of a group, and the groups of others that would be missed if too much was deleted. */
async function tablesWith(spaceId: string): Promise<string[]> {
  const { rows: columns } = await database.pool.query<{ table: string; name: string }>(
    `SELECT c.table_name AS table, c.column_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND (c.column_name ~ 'space_id$' OR c.table_name = 'all_spaces' AND c.column_name = 'id')`,
  );
  const found: string[] = [];
  for (const { table, name } of columns) {
    // The operator keeps the entries of a deleted group (docs/decisions/0204).
    if (keptUntilFilesAreGone.includes(table) || table === 'audit_entries') continue;
    const { rowCount } = await database.pool.query(`SELECT FROM "${table}" WHERE "${name}" = $1 LIMIT 1`, [
      spaceId,
    ]);
    if (rowCount) found.push(table);
  }
  return found;
}

const orphansOf = async (table: string, column: string) =>
  (
    await database.pool.query(
      `SELECT FROM ${table} t WHERE NOT EXISTS (SELECT FROM rooms WHERE id = t.${column})`,
    )
  ).rowCount;

test('a small group is gone with everything in it when its deletion is answered', async () => {
  const group = await makeLargeGroup(3);
  const { owner, spaceId } = group;
  const kept = await makeLargeGroup(1);
  await enterChat(lectern, group);
  const machine = await makeMachine(lectern, group);
  const people = [];
  for (const externalId of ['one', 'two']) {
    people.push(
      await makeChatUser(lectern, machine, { externalId, username: externalId, displayName: externalId }),
    );
  }
  await people[0]?.api.createDirect({ body: { userId: String(people[1]?.userId) } });
  await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await owner.createWebhook({ spaceId, body: { url: lectern.url } });
  const before = await tablesWith(kept.spaceId);
  assert.ok((await tablesWith(spaceId)).includes('chat_users'));
  assert.equal(await owner.deleteSpace({ spaceId }), undefined);
  assert.deepEqual(await tablesWith(spaceId), []);
  assert.deepEqual(await tablesWith(kept.spaceId), before);
  assert.equal(await orphansOf('participants', 'room_id'), 0);
  assert.deepEqual(await owner.listSpaceDeletions(), { items: [], total: 0 });
  await refused(owner.deleteSpace({ spaceId }), 'not_found');
});

test('a large group is absent at once; a server that is killed meanwhile deletes the rest after its start', {
  timeout: 240_000,
}, async () => {
  const group = await makeLargeGroup(30);
  const { owner, spaceId, room } = group;
  const url = await makeLink(group);
  const chatting = await enterChat(lectern, group);
  const machine = await makeMachine(lectern, group);
  const other = await makeUser(lectern, 'other');
  // The deletion of this room waits for us.
  const locks = await database.pool.connect();
  await locks.query('BEGIN');
  await locks.query('SELECT FROM access_links WHERE room_id = $1 FOR UPDATE', [room.id]);

  const answered = await owner.deleteSpace({ spaceId });
  assert.ok(answered && answered.roomsLeft >= 1 && answered.roomsLeft <= 31, JSON.stringify(answered));
  assert.deepEqual([answered.id, answered.name], [spaceId, 'School']);
  const { items, total } = await owner.listSpaceDeletions();
  assert.deepEqual([items.map(({ id }) => id), total], [[spaceId], 1]);
  assert.deepEqual(await other.api.listSpaceDeletions(), { items: [], total: 0 });

  await refused(owner.getSpace({ spaceId }), 'not_found');
  const spaces = await owner.listSpaces();
  assert.ok(!spaces.items.some(({ id }) => id === spaceId));
  await refused(openLink(lectern, url, 'a browser'), 'link_expired');
  await refused(chatting.api.getInitial(), 'unauthorized');
  await refused(
    machine.api.createChatUser({ appId: machine.appId, body: { externalId: 'x' } }),
    'unauthorized',
  );
  await refused(lectern.client().getRoomByAlias({ alias: room.alias }), 'not_found');

  await lectern.kill();
  await locks.query('ROLLBACK');
  locks.release();
  assert.ok((await tablesWith(spaceId)).includes('rooms'));
  await lectern.start();
  const again = lectern.client(lectern.owner.personalToken);
  await waitUntil(async () => (await again.listSpaceDeletions()).total === 0, {
    ...{ timeout: 30_000, message: 'the end of the deletion' },
  });
  assert.deepEqual(await tablesWith(spaceId), []);
});
