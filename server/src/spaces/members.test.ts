import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup, type TestUser } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { disableUser } from '../auth/accounts/accounts.ts';
import type { Database } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let database: Database;
let ownerId: string;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  ownerId = (await lectern.client(lectern.owner.userToken).getOwnUser()).id;
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

let users = 0;
const newUser = (name = 'person') => {
  users += 1;
  return makeUser(lectern, `${name}-${users}`);
};

type Role = 'role_space_moderator' | 'role_space_user';
const invite = ({ owner, spaceId }: TestGroup, role: Role = 'role_space_user', ttl?: number) =>
  owner.createInvite({ spaceId, body: { role, ...(ttl !== undefined && { ttl }) } });

async function admit(group: TestGroup, role: Role, name?: string): Promise<TestUser> {
  const user = await newUser(name);
  const { id: inviteId } = await invite(group, role);
  await user.api.activateInvite({ spaceId: group.spaceId, inviteId });
  return user;
}

test('members are listed with the owner first, by role and by name', async () => {
  const group = await makeGroup(lectern);
  const { owner, spaceId } = group;
  const mo = await admit(group, 'role_space_moderator', 'mo_100%');
  const una = await admit(group, 'role_space_user', 'una');
  const ids = async (query: Parameters<typeof owner.listMembers>[0]['query'], by = owner) =>
    (await by.listMembers({ spaceId, query })).items.map(({ userId }) => userId);
  const { items, total } = await mo.api.listMembers({ spaceId });
  assert.deepEqual(
    items.map(({ userId, role, email }) => [userId, role, email]),
    [
      [ownerId, 'role_space_owner', 'owner@example.org'],
      [una.id, 'role_space_user', una.email],
      [mo.id, 'role_space_moderator', mo.email],
    ],
  );
  assert.equal(total, 3);
  assert.deepEqual(await ids({ order: 'asc' }), [ownerId, mo.id, una.id]);
  assert.deepEqual(await ids({ limit: 1, offset: 1 }), [una.id]);
  assert.deepEqual(await ids({ role: 'role_space_owner' }), [ownerId]);
  assert.deepEqual(await ids({ role: 'role_space_moderator' }), [mo.id]);
  assert.deepEqual(await ids({ role: 'role_space_moderator', search: 'una' }), []);
  assert.deepEqual(await ids({ search: 'UNA-' }), [una.id]);
  assert.deepEqual(await ids({ search: '100%' }), [mo.id], '"%" in a search is not a wildcard');
  assert.deepEqual(await ids({ search: 'o_w' }), []);
  await refused(una.api.listMembers({ spaceId }), 'forbidden');
});

test('leaders of the group change the roles of members, and the owner stays', async () => {
  const group = await makeGroup(lectern, {}, { isPublic: false });
  const { owner, spaceId } = group;
  const mo = await admit(group, 'role_space_moderator');
  const una = await admit(group, 'role_space_user');
  const stranger = await newUser();
  const update = (by: TestUser['api'], userId: string, role: Role = 'role_space_moderator') =>
    by.updateMember({ spaceId, userId, body: { role } });
  await refused(update(una.api, una.id), 'forbidden');
  await refused(update(stranger.api, una.id), 'not_found');
  assert.equal((await update(mo.api, una.id)).role, 'role_space_moderator');
  assert.equal((await una.api.getSpace({ spaceId })).roleInSpace, 'role_space_moderator');
  await update(owner, una.id, 'role_space_user');
  for (const by of [owner, mo.api]) {
    await refused(update(by, ownerId), 'owner_stays');
    await refused(by.removeMember({ spaceId, userId: ownerId }), 'owner_stays');
  }
  for (const userId of [stranger.id, newId()]) {
    await refused(update(owner, userId), 'not_found');
    await refused(owner.removeMember({ spaceId, userId }), 'not_found');
  }
  await refusedFields(update(owner, una.id, 'role_space_owner' as Role), 'role');
  await refused(una.api.removeMember({ spaceId, userId: mo.id }), 'forbidden');
  await una.api.removeMember({ spaceId, userId: una.id });
  await refused(una.api.getSpace({ spaceId }), 'not_found');
  await mo.api.removeMember({ spaceId, userId: mo.id });
  assert.equal((await owner.listMembers({ spaceId })).total, 1);
});

test('anybody who knows an invitation may see it, and it admits the account that accepts it', async () => {
  const group = await makeGroup(lectern, {}, { isPublic: false, name: 'Choir' });
  const { owner, spaceId } = group;
  const made = await invite(group);
  const { createdAt, expiresAt } = made;
  assert.deepEqual(made, {
    id: made.id,
    role: 'role_space_user',
    status: 'unused',
    url: `${lectern.url}/invite/${spaceId}/${made.id}`,
    usedBy: null,
    createdAt,
    expiresAt,
  });
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt) > 29.9 * 86_400_000, true);
  const at = { spaceId, inviteId: made.id };
  const known = { id: made.id, spaceId, spaceName: 'Choir', role: 'role_space_user', expiresAt };
  assert.deepEqual(await lectern.client().getInvite(at), known);
  const user = await newUser();
  await refused(user.api.getSpace({ spaceId }), 'not_found');
  await refused(lectern.client().activateInvite(at), 'unauthorized');
  await refused(lectern.client(lectern.owner.clientToken).activateInvite(at), 'forbidden');
  assert.deepEqual(await user.api.activateInvite(at), { spaceId, role: 'role_space_user' });
  assert.equal((await user.api.getSpace({ spaceId })).roleInSpace, 'role_space_user');
  for (const api of [user.api, (await newUser()).api]) await refused(api.activateInvite(at), 'invite_used');
  await refused(lectern.client().getInvite(at), 'invite_used');
  await refused(owner.revokeInvite(at), 'invite_used');
  const [used] = (await owner.listInvites({ spaceId, query: { status: 'used' } })).items;
  assert.equal(used?.usedBy?.userId, user.id);
  for (const group of [
    { spaceId, inviteId: newId() },
    { spaceId: newId(), inviteId: made.id },
  ]) {
    await refused(lectern.client().getInvite(group), 'not_found');
    await refused(user.api.activateInvite(group), 'not_found');
  }
});

test('an account that has the role leaves the invitation unused; an invitation for moderators raises a member', async () => {
  const group = await makeGroup(lectern);
  const { owner, spaceId } = group;
  const user = await admit(group, 'role_space_user');
  const plain = { spaceId, inviteId: (await invite(group)).id };
  const raising = { spaceId, inviteId: (await invite(group, 'role_space_moderator')).id };
  await refused(user.api.activateInvite(plain), 'role_held');
  assert.equal((await user.api.activateInvite(raising)).role, 'role_space_moderator');
  await refused(user.api.activateInvite(plain), 'role_held');
  await refused(owner.activateInvite(plain), 'role_held');
  assert.equal((await lectern.client().getInvite(plain)).id, plain.inviteId);
  await (await newUser()).api.activateInvite(plain);
});

test('invitations expire or are revoked, and are listed by status', async () => {
  const group = await makeGroup(lectern);
  const { owner, spaceId } = group;
  const [unused, revoked, expired] = [await invite(group), await invite(group), await invite(group)];
  await database.pool.query("UPDATE invites SET expires_at = now() - interval '1 s' WHERE id = $1", [
    expired.id,
  ]);
  const user = await newUser();
  await owner.revokeInvite({ spaceId, inviteId: revoked.id });
  await owner.revokeInvite({ spaceId, inviteId: revoked.id });
  for (const [one, code] of [
    [revoked, 'invite_revoked'],
    [expired, 'invite_expired'],
  ] as const) {
    await refused(user.api.activateInvite({ spaceId, inviteId: one.id }), code);
    await refused(user.api.getInvite({ spaceId, inviteId: one.id }), code);
  }
  for (const [status, { id }] of Object.entries({ unused, revoked, expired })) {
    const query = { status: status as 'unused' };
    const { items, total } = await owner.listInvites({ spaceId, query });
    assert.deepEqual([items.map((one) => one.id), total, items[0]?.status], [[id], 1, status]);
  }
  const page = await owner.listInvites({ spaceId, query: { limit: 2, order: 'asc' } });
  assert.deepEqual([page.items.map(({ id }) => id), page.total], [[unused.id, revoked.id], 3]);
  await refused(user.api.listInvites({ spaceId }), 'forbidden');
  await refused(user.api.createInvite({ spaceId, body: { role: 'role_space_user' } }), 'forbidden');
  await refused(user.api.revokeInvite({ spaceId, inviteId: unused.id }), 'forbidden');
  await refused(owner.revokeInvite({ spaceId, inviteId: newId() }), 'not_found');
  const bad = { role: 'role_space_owner', ttl: 0 } as never;
  await refusedFields(owner.createInvite({ spaceId, body: bad }), 'role', 'ttl');
  await refusedFields(owner.createInvite({ spaceId, body: {} as never }), 'role');
});

test('an invitation admits one of twenty accounts that accept it at the same instant', async () => {
  const group = await makeGroup(lectern, {}, { isPublic: false });
  const { owner, spaceId } = group;
  const people: TestUser[] = [];
  for (let count = 0; count < 20; count += 1) people.push(await newUser());
  for (let round = 0; round < 3; round += 1) {
    const { id: inviteId } = await invite(group, 'role_space_moderator');
    const before = (await owner.listMembers({ spaceId })).total;
    const told = await Promise.all(
      people.map(({ api }) =>
        api.activateInvite({ spaceId, inviteId }).then(
          () => 'admitted',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    assert.equal(told.filter((word) => word === 'admitted').length, 1, told.join(' '));
    assert.equal(told.filter((word) => word === 'invite_used').length, 19, told.join(' '));
    assert.equal((await owner.listMembers({ spaceId })).total, before + 1);
    people.splice(told.indexOf('admitted'), 1);
    people.push(await newUser());
  }
});

test('an acceptance repeated with its key returns the same response, and a group is deleted with everything in it', async () => {
  const group = await makeGroup(lectern);
  const { owner, spaceId } = group;
  const { id: inviteId } = await invite(group);
  await invite(group);
  const user = await newUser();
  const accept = () => user.api.activateInvite({ spaceId, inviteId }, { idempotencyKey: 'key-1' });
  assert.deepEqual(await accept(), await accept());
  await owner.deleteSpace({ spaceId });
  for (const table of ['invites', 'space_members', 'rooms']) {
    const { rows } = await database.pool.query(`SELECT 1 FROM ${table} WHERE space_id = $1`, [spaceId]);
    assert.equal(rows.length, 0, table);
  }
  await refused(lectern.client().getInvite({ spaceId, inviteId }), 'not_found');
});

test('the id of an invitation does not reveal when it was created; lists are ordered by time, and pages are complete', async () => {
  const { spaceId, owner } = await makeGroup(lectern);
  const made = [];
  for (let count = 0; count < 7; count += 1) {
    made.push(await owner.createInvite({ spaceId, body: { role: 'role_space_user' } }));
  }
  const isTimed = ({ id }: { id: string }) =>
    Math.abs(Number.parseInt(id.slice(0, 12), 16) - Date.now()) < 24 * 60 * 60 * 1000;
  assert.ok(!made.some(isTimed));
  assert.equal(new Set(made.map(({ id }) => id.slice(0, 8))).size, 7);
  assert.ok(made.every(({ id }) => /^[0-9a-f]{24}$/.test(id)));
  const times = new Map(made.map(({ id, createdAt }) => [id, createdAt]));
  for (const order of ['asc', 'desc'] as const) {
    const listed: string[] = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const { items, total } = await owner.listInvites({ spaceId, query: { order, limit: 3, offset } });
      assert.equal(total, 7);
      listed.push(...items.map(({ id }) => id));
    }
    assert.equal(new Set(listed).size, 7);
    const inOrder = listed.map((id) => times.get(id) ?? '');
    assert.deepEqual(inOrder, order === 'asc' ? inOrder.toSorted() : inOrder.toSorted().reverse());
  }
});

test('the owner transfers a group to a member, who gets every right, and stays as a moderator', async () => {
  const group = await makeGroup(lectern, {}, { isPublic: false });
  const { owner, spaceId } = group;
  const mo = await admit(group, 'role_space_moderator');
  const stranger = await newUser();
  const transfer = (by: TestUser['api'], userId: string) => by.transferSpace({ spaceId, body: { userId } });
  await refused(transfer(mo.api, mo.id), 'forbidden');
  await refused(transfer(stranger.api, stranger.id), 'not_found');
  for (const userId of [stranger.id, newId(), ownerId])
    await refusedFields(transfer(owner, userId), 'userId');
  await refusedFields(transfer(owner, 'nobody'), 'userId');
  const off = await admit(group, 'role_space_user');
  await disableUser(database.db, off.id);
  await refusedFields(transfer(owner, off.id), 'userId');
  const { id: inviteId } = await invite(group);

  const given = await transfer(owner, mo.id);
  assert.deepEqual([given.ownerId, given.roleInSpace], [mo.id, 'role_space_moderator']);
  assert.deepEqual(await owner.getSpace({ spaceId }), given);
  await refused(owner.deleteSpace({ spaceId }), 'forbidden');
  await refused(transfer(owner, ownerId), 'forbidden');
  await (await newUser()).api.activateInvite({ spaceId, inviteId });
  assert.equal((await transfer(mo.api, ownerId)).ownerId, ownerId);
});

test('of two concurrent transfers one succeeds; a browser session needs the password', async () => {
  const group = await makeGroup(lectern);
  const { spaceId } = group;
  const holder = await admit(group, 'role_space_user');
  await group.owner.transferSpace({ spaceId, body: { userId: holder.id } });
  const heirs = [await admit(group, 'role_space_user'), await admit(group, 'role_space_user')];
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email: holder.email, password: holder.password } });
  const body = { userId: heirs[0]?.id ?? '' };
  await refusedFields(browser.api.transferSpace({ spaceId, body }), 'currentPassword');
  const wrong = { ...body, currentPassword: 'another password' };
  await refusedFields(browser.api.transferSpace({ spaceId, body: wrong }), 'currentPassword');
  const outcomes = await Promise.all(
    heirs.map(({ id: userId }) =>
      holder.api.transferSpace({ spaceId, body: { userId } }).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      ),
    ),
  );
  assert.deepEqual(outcomes.toSorted(), ['done', 'forbidden']);
});
