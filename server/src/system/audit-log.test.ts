import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup, type TestUser } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { refused } from '../../testing/refused.ts';
import { deleteAuditEntriesBefore } from '../platform/audit/audit.store.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess({});
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

let users = 0;
const newUser = () => {
  users += 1;
  return makeUser(lectern, `user-${users}`);
};

async function newModerator({ owner, spaceId }: TestGroup): Promise<TestUser> {
  const user = await newUser();
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
  await user.api.activateInvite({ spaceId, inviteId });
  return user;
}

async function countAll(): Promise<number> {
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM audit_entries');
  return rows[0].count;
}

test('the owner reads the log of the own group only: newest first, by pages, filters and as a file', async () => {
  const own = await makeGroup(lectern);
  const foreign = await makeGroup(lectern);
  const at = { spaceId: own.spaceId };
  const moderator = await newModerator(own);
  const { token, id: tokenId } = await own.owner.createSpaceToken({ ...at, body: { name: 'Moodle' } });
  const byGroup = lectern.client(token);
  await byGroup.updateRoom({ ...own.at, body: { name: 'By Moodle' } });
  await moderator.api.updateRoom({ ...own.at, body: { name: 'By a moderator' } });
  await foreign.owner.updateRoom({ ...foreign.at, body: { name: 'Elsewhere' } });

  const { items, next } = await own.owner.listAuditEntries(at);
  assert.equal(next, null);
  assert.deepEqual(
    items.map(({ action }) => action),
    [
      ...['updateRoom', 'updateRoom', 'createSpaceToken', 'activateInvite', 'createInvite'],
      ...['createRoom', 'createSpace'],
    ],
  );
  const [byPerson, byToken] = items;
  const room = { action: 'updateRoom', kind: 'room', objectId: own.room.id };
  const { id: _, at: moment, ...shown } = byPerson ?? assert.fail();
  assert.ok(Math.abs(Date.parse(moment) - Date.now()) < 60_000);
  const person = { userId: moderator.id, userName: 'user-' };
  assert.deepEqual(
    { ...shown, userName: shown.userName?.slice(0, 5) },
    { ...room, actor: 'user', ...person, tokenId: null, tokenName: null },
  );
  assert.equal(byToken?.actor, 'group');
  assert.deepEqual([byToken.userId, byToken.tokenId, byToken.tokenName], [null, tokenId, 'Moodle']);

  const pages: string[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const query = { limit: 3, ...(before && { before }) };
    const page = await own.owner.listAuditEntries({ ...at, query });
    pages.push(...page.items.map(({ id }) => id));
    before = page.next;
  }
  assert.deepEqual(
    pages,
    items.map(({ id }) => id),
  );

  const found = async (query: object) => (await own.owner.listAuditEntries({ ...at, query })).items.length;
  assert.equal(await found({ kind: 'room' }), 3);
  assert.equal(await found({ userId: moderator.id }), 2);
  assert.equal(await found({ tokenId }), 1);
  assert.equal(await found({ dateTo: '2026-01-01T00:00:00Z' }), 0);
  assert.equal(await found({ dateFrom: '2026-01-01T00:00:00Z', kind: 'room', tokenId }), 1);
  const file = await own.owner.listAuditEntries({ ...at, query: { format: 'jsonl' } });
  const lines = (await file.text()).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    items,
  );

  assert.deepEqual((await byGroup.listAuditEntries(at)).items, items);
  await refused(moderator.api.listAuditEntries(at), 'forbidden');
  await refused((await newUser()).api.listAuditEntries(at), 'forbidden');
  await refused(byGroup.listAuditEntries({ spaceId: foreign.spaceId }), 'not_found');
});

test('entries of a deleted account name nobody, and those of a deleted group stay for the operator', async () => {
  const own = await makeGroup(lectern);
  const user = await newModerator(own);
  const { id: tokenId, token } = await user.api.createPersonalToken({ body: { name: 'Mine' } });
  await lectern.client(token).updateRoom({ ...own.at, body: { name: 'By a program' } });
  await own.owner.updateMember({
    ...{ spaceId: own.spaceId, userId: user.id },
    body: { role: 'role_space_user' },
  });
  await user.api.deleteOwnUser({ body: { currentPassword: user.password } });
  const { rows } = await database.pool.query('SELECT * FROM audit_entries');
  assert.ok(!JSON.stringify(rows).includes(user.id));
  assert.ok(rows.every((row) => row.object_id === tokenId || !JSON.stringify(row).includes(tokenId)));
  const { items } = await own.owner.listAuditEntries({ spaceId: own.spaceId });
  const update = items.find(({ action }) => action === 'updateRoom');
  assert.deepEqual([update?.actor, update?.userId, update?.tokenId], ['personal', null, null]);
  assert.match(items.find(({ action }) => action === 'updateMember')?.objectId ?? '', /^erased:/);
  const deletion = rows.find(({ action }) => action === 'deleteOwnUser');
  assert.deepEqual([deletion?.user_id, deletion?.address], [null, null]);
  await own.owner.deleteSpace({ spaceId: own.spaceId });
  const left = await database.pool.query('SELECT action FROM audit_entries WHERE space_id = $1', [
    own.spaceId,
  ]);
  assert.ok(left.rows.some(({ action }) => action === 'deleteSpace'));
});

test('entries end after 365 days', async () => {
  const before = await countAll();
  const aYearAgo = Date.now() - 365 * 86_400_000;
  await deleteAuditEntriesBefore(database.db, new Date(aYearAgo));
  assert.equal(await countAll(), before);
  await database.pool.query('UPDATE audit_entries SET at = $1', [new Date(aYearAgo - 1000)]);
  await deleteAuditEntriesBefore(database.db, new Date(aYearAgo));
  assert.equal(await countAll(), 0);
});
