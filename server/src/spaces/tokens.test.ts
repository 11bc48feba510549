import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { replacePassword, resetTo } from '../auth/passwords/passwords.ts';
import { deleteEndedTokens } from '../auth/tokens/store.ts';
import { emailRecipientsOf } from '../calls/email-recipients.store.ts';
import { type Database, inTransaction } from '../platform/db/db.ts';
import { hasOtherUser, listUsers } from '../users/store.ts';

let lectern: InProcess;
let database: Database;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const make = (body: Parameters<TestGroup['owner']['createSpaceToken']>[0]['body'] = { name: 'Moodle' }) =>
  group.owner.createSpaceToken({ spaceId: group.spaceId, body });
const actingAs = async () => lectern.client((await make()).token);
const serviceId = async () =>
  (
    await database.db
      .selectFrom('users')
      .select('id')
      .where('service_space_id', '=', group.spaceId)
      .executeTakeFirstOrThrow()
  ).id;

test('a token of a group does in it what the owner may do, and has no other groups', async () => {
  const api = await actingAs();
  const { spaceId, at } = group;
  const { items } = await api.listSpaces();
  assert.deepEqual(
    items.map(({ id, roleInSpace }) => [id, roleInSpace]),
    [[spaceId, 'role_space_owner']],
  );
  const room = await api.createRoom({ spaceId, body: { name: 'By the LMS', isPublic: false } });
  assert.equal((await api.listRoles({ spaceId, roomId: room.id })).total, 0, 'the room has no owner');
  await api.updateRoom({ spaceId, roomId: room.id, body: { name: 'Again' } });
  const link = await api.generateAccess({ ...at, body: { username: 'Ann', role: 'moderator' } });
  assert.match(link.url, /accessToken=/);
  await api.createWebhook({ spaceId, body: { url: 'https://lms.example.org/hook' } });
  await api.updateSpace({ spaceId, body: { name: 'Renamed' } });
  await api.deleteRoom({ spaceId, roomId: room.id });
  await refused(api.createSpace({ body: { name: 'Mine' } }), 'group_token');
  const elsewhere = await makeGroup(lectern);
  await refused(api.getSpace({ spaceId: elsewhere.spaceId }), 'not_found');
});

test('a person of the group is erased by its token, and the same person elsewhere is not', async () => {
  const api = await actingAs();
  const elsewhere = await makeGroup(lectern);
  const body = { username: 'Ann', role: 'user', externalUserId: 'ann' } as const;
  const here = await group.owner.generateAccess({ ...group.at, body });
  const there = await elsewhere.owner.generateAccess({ ...elsewhere.at, body });
  await api.erasePerson({ externalUserId: 'ann' });
  const read = (one: TestGroup, linkId: string) => one.owner.getAccessLink({ ...one.at, linkId });
  assert.equal((await read(group, here.id)).username, 'Erased person');
  assert.equal((await read(elsewhere, there.id)).username, 'Ann');
});

test('the account of a group is in no list of people, and nobody gives it a role, the group or a removal', async () => {
  const api = await actingAs();
  const { owner, spaceId, at } = group;
  const userId = await serviceId();
  assert.equal((await owner.listMembers({ spaceId })).total, 1);
  assert.equal((await api.listMembers({ spaceId, query: { search: 'group.invalid' } })).total, 0);
  await refused(owner.getMember({ spaceId, userId }), 'not_found');
  await refused(owner.updateMember({ spaceId, userId, body: { role: 'role_space_user' } }), 'not_found');
  await refused(owner.removeMember({ spaceId, userId }), 'not_found');
  await refused(api.removeMember({ spaceId, userId }), 'not_found');
  const role = 'role_room_user';
  await refusedFields(owner.grantRole({ ...at, body: { targetUserId: userId, role } }), 'targetUserId');
  await refusedFields(owner.transferSpace({ spaceId, body: { userId } }), 'userId');
  assert.ok((await listUsers(database.db)).every(({ id }) => id !== userId));
  assert.equal(await hasOtherUser(database.db, (await owner.getOwnUser()).id), false);
  await owner.updateRoom({ ...at, body: { attendanceEmail: 'moderators' } });
  const recipients = await emailRecipientsOf(database.db, { roomId: at.roomId });
  assert.ok(recipients.every((recipient) => recipient.userId !== userId));
});

test('nobody signs in to the account of a group, and no code is sent to it', async () => {
  await make();
  const email = `${await serviceId()}@group.invalid`;
  const browser = openBrowser(lectern.url);
  const signIn = browser.api.createSession({ body: { email, password: 'a password of nobody' } });
  await refused(signIn, 'sign_in_failed');
  const other = await makeUser(lectern, 'collector');
  await other.api.getOwnUser();
  assert.equal((await database.db.selectFrom('password_resets').selectAll().execute()).length, 0);
});

test('it survives a password reset, another owner and the departure of the person who made it', async () => {
  const maker = await makeUser(lectern, 'maker');
  const heir = await makeUser(lectern, 'heir');
  const { id: spaceId } = await maker.api.createSpace({ body: { name: 'School' } });
  const invite = await maker.api.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await heir.api.activateInvite({ spaceId, inviteId: invite.id });
  const made = await maker.api.createSpaceToken({ spaceId, body: { name: 'Moodle' } });
  const api = lectern.client(made.token);
  const room = await api.createRoom({ spaceId, body: { name: 'Algebra' } });
  const works = () => api.generateAccess({ spaceId, roomId: room.id, body: { username: 'A', role: 'user' } });
  await maker.api.transferSpace({ spaceId, body: { userId: heir.id } });
  await works();
  await refused(maker.api.listSpaceTokens({ spaceId }), 'forbidden');
  await inTransaction(database.db, (trx) => replacePassword(trx, maker, resetTo('no hash')));
  await works();
  const [listed] = (await heir.api.listSpaceTokens({ spaceId })).items;
  assert.deepEqual(listed?.createdBy, { userId: maker.id, name: 'maker' });
  await database.db.deleteFrom('users').where('id', '=', maker.id).execute();
  await works();
  assert.equal((await heir.api.listSpaceTokens({ spaceId })).items[0]?.createdBy, null);
  await heir.api.deleteSpaceToken({ spaceId, spaceTokenId: made.id });
  await refused(works(), 'unauthorized');
});

test('it ends at once with its revocation, its expiry and its group; what it made stays', async () => {
  const { owner, spaceId, at } = group;
  const first = await make();
  const api = lectern.client(first.token);
  const link = await api.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
  await owner.deleteSpaceToken({ spaceId, spaceTokenId: first.id });
  await refused(api.listSpaces(), 'unauthorized');
  await refused(owner.deleteSpaceToken({ spaceId, spaceTokenId: first.id }), 'not_found');
  assert.equal((await owner.getAccessLink({ ...at, linkId: link.id })).status, 'unused');

  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const second = lectern.client((await make({ name: 'short', expiresAt })).token);
  await second.listSpaces();
  await database.pool.query("UPDATE personal_tokens SET expires_at = now() WHERE name = 'short'");
  await refused(second.listSpaces(), 'unauthorized');

  const third = lectern.client((await make()).token);
  const userId = await serviceId();
  await third.deleteSpace({ spaceId });
  await refused(third.listSpaces(), 'unauthorized');
  const left = await database.db.selectFrom('users').selectAll().where('id', '=', userId).execute();
  assert.deepEqual(left, []);
});

test('requests at once make one account for the group', async () => {
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => make({ name })));
  assert.equal(new Set(made.map(({ token }) => token)).size, 4);
  assert.equal((await group.owner.listSpaceTokens({ spaceId: group.spaceId })).total, 4);
  await serviceId();
});

test('it is listed with scopes, end, creator and last use, and an expired one for 30 days', async () => {
  const { owner, spaceId } = group;
  const expiresAt = '2099-03-01T10:00:00.000Z';
  const made = await make({ name: 'Moodle', scopes: ['reports', 'rooms', 'rooms'], expiresAt });
  assert.match(made.token, /^lgt_/);
  const { token, ...shown } = made;
  const { id, username: name } = await owner.getOwnUser();
  assert.deepEqual(shown.scopes, ['rooms', 'reports']);
  assert.deepEqual(shown.createdBy, { userId: id, name });
  assert.deepEqual((await owner.listSpaceTokens({ spaceId })).items, [shown]);
  await lectern.client(token).listSpaces();
  assert.match((await owner.listSpaceTokens({ spaceId })).items[0]?.lastUsedAt ?? '', /:00\.000Z$/);
  const expireBefore = (days: number) =>
    database.pool.query(
      `UPDATE personal_tokens SET expires_at = now() - interval '${days} days' WHERE id = '${made.id}'`,
    );
  await expireBefore(29);
  await deleteEndedTokens(database.db, new Date());
  assert.equal((await owner.listSpaceTokens({ spaceId })).total, 1);
  await expireBefore(31);
  await deleteEndedTokens(database.db, new Date());
  assert.equal((await owner.listSpaceTokens({ spaceId })).total, 0);
});

test('a group has at most 100 tokens that have not ended', async () => {
  const { owner, spaceId } = group;
  const first = await make();
  await database.pool.query(
    `INSERT INTO personal_tokens (id, user_id, name, token_hash, created_at)
     SELECT lpad(to_hex(n), 24, 'a'), $1, 'many', sha256(('many' || n)::bytea), now() FROM generate_series(1, 99) n`,
    [await serviceId()],
  );
  await refused(make(), 'too_many_tokens');
  await owner.deleteSpaceToken({ spaceId, spaceTokenId: first.id });
  await make();
});

test('only the owner makes, lists and revokes tokens of the group, by password in a browser', async () => {
  const { owner, spaceId } = group;
  const made = await make();
  const moderator = await makeUser(lectern, `moderator-${spaceId}`);
  const invite = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
  await moderator.api.activateInvite({ spaceId, inviteId: invite.id });
  await refused(moderator.api.createSpaceToken({ spaceId, body: { name: 'x' } }), 'forbidden');
  await refused(moderator.api.listSpaceTokens({ spaceId }), 'forbidden');
  await refused(moderator.api.deleteSpaceToken({ spaceId, spaceTokenId: made.id }), 'forbidden');
  const stranger = await makeUser(lectern, `stranger-${spaceId}`);
  await refused(stranger.api.createSpaceToken({ spaceId, body: { name: 'x' } }), 'not_found');
  const browser = openBrowser(lectern.url);
  const { email, password } = lectern.owner;
  await browser.api.createSession({ body: { email, password } });
  await refusedFields(browser.api.createSpaceToken({ spaceId, body: { name: 'x' } }), 'currentPassword');
  await browser.api.createSpaceToken({ spaceId, body: { name: 'x', currentPassword: password } });
  const elsewhere = await makeGroup(lectern);
  const wrongGroup = owner.deleteSpaceToken({ spaceId: elsewhere.spaceId, spaceTokenId: made.id });
  await refused(wrongGroup, 'not_found');
  // A personal token of the owner is none of the group's.
  const own = await owner.createPersonalToken({ body: { name: 'own' } });
  await refused(owner.deleteSpaceToken({ spaceId, spaceTokenId: own.id }), 'not_found');
  await refused(owner.deletePersonalToken({ tokenId: made.id }), 'not_found');
});

test('the values of a new token are checked', async () => {
  const wrong = (body: object) => make(body as { name: string });
  await refusedFields(wrong({ name: '', scopes: [], expiresAt: 'tomorrow' }), 'name', 'scopes', 'expiresAt');
  await refusedFields(wrong({ name: 'x', scopes: ['everything'] }), 'scopes.0');
  await refusedFields(wrong({ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }), 'expiresAt');
});
