import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { WebSocket } from 'ws';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import {
  makeGroup,
  makeUser,
  openLink,
  type TestGroup,
  type TestUser,
  tokenIn,
} from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { openBrowser } from '../../../testing/people/browser.ts';
import { enterBy, isPresent, newBrowser } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { disableUser, enableUser } from '../../auth/accounts/accounts.ts';
import { replacePassword, resetTo } from '../../auth/passwords/passwords.ts';
import type { Database } from '../../platform/db/db.ts';
import { transferSpace } from '../../spaces/spaces.ts';
import { findUser } from '../../users/users.ts';

let lectern: InProcess;
let database: Database;
const endings: (() => unknown)[] = [];
let users = 0;

before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const newUser = () => {
  users += 1;
  return makeUser(lectern, `somebody-${users}`);
};

/** Gets a user token by password, since the previous one was revoked. */
async function signInAgain({ email }: TestUser) {
  const { clientId, clientSecret } = lectern.owner;
  const { access_token } = await lectern.client().issueToken({
    body: {
      grant_type: 'password',
      client_id: clientId,
      client_secret: clientSecret,
      username: email,
      password: `password of ${email.split('@')[0]}`,
    },
  });
  return lectern.client(access_token);
}

/** Enters and connects with an account, as the web client does. */
async function come(group: TestGroup, { api }: Pick<TestUser, 'api'>): Promise<InFakeCall> {
  const browser = newBrowser();
  const body = { roomId: group.room.id, clientUniqueId: browser, name: 'Somebody' };
  const { id, access_token } = await api.createParticipant({ spaceId: group.spaceId, body });
  const at = { spaceId: group.spaceId, participantId: id };
  const inCall = await connectToFakeCall(lectern, group, {
    id,
    api: lectern.client(access_token),
    at,
    browser,
    url: '',
  });
  endings.push(() => inCall.person.leave());
  return inCall;
}

async function hear(group: TestGroup, { api }: InFakeCall): Promise<SocketListener> {
  const listener = await SocketListener.of(lectern, api, group.room.channelId);
  endings.push(() => listener.close());
  return listener;
}

/** The role and rights of a participant in the media server and in the list. */
async function standing(group: TestGroup, { id }: InFakeCall): Promise<string> {
  const inEngine = (await lectern.media.listParticipants(group.room.id)).find(
    ({ identity }) => identity === id,
  );
  const listed = (await group.owner.listParticipants(group.at)).items.find((one) => one.id === id);
  const sends = Object.entries(inEngine?.publish ?? {}).filter(
    ([source, may]) => may && source !== 'isCameraHidden',
  ).length;
  return `${inEngine?.role} ${listed?.role} ${sends}`;
}
const moderating = 'moderator moderator 4';
const watching = 'user user 0';

const webinar = (ofRoom: Partial<Body<'createRoom'>> = {}) =>
  makeGroup(lectern, { type: 'webinar', ...ofRoom });

async function admit(group: TestGroup, { api }: TestUser, role: 'role_space_moderator' | 'role_space_user') {
  const { id: inviteId } = await group.owner.createInvite({ spaceId: group.spaceId, body: { role } });
  await api.activateInvite({ spaceId: group.spaceId, inviteId });
}

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });

test('a role in the group takes effect in running calls at once, and the page is notified', async () => {
  const group = await webinar();
  const user = await newUser();
  const member = { spaceId: group.spaceId, userId: user.id };
  const person = await come(group, user);
  const listener = await hear(group, person);
  assert.equal(await standing(group, person), watching);
  await refused(person.api.listParticipants(group.at), 'forbidden');

  await admit(group, user, 'role_space_moderator');
  assert.equal(await standing(group, person), moderating);
  assert.equal((await person.api.listParticipants(group.at)).total, 1);
  await until(() => person.person.describe().role === 'moderator', 'the media server to tell the client');
  assert.equal((await person.api.joinChannel({ body: { id: group.room.channelId } })).role, 'moderator');

  await group.owner.updateMember({ ...member, body: { role: 'role_space_user' } });
  assert.equal(await standing(group, person), watching);
  await refused(person.api.listParticipants(group.at), 'forbidden');
  assert.equal((await person.api.joinChannel({ body: { id: group.room.channelId } })).role, 'user');

  await group.owner.updateMember({ ...member, body: { role: 'role_space_moderator' } });
  await group.owner.removeMember(member);
  assert.equal(await standing(group, person), watching, 'a public room keeps them as a guest');
  const told = await listener.hears('role-changed', 4);
  assert.deepEqual(
    told.map(({ payload }) => payload),
    ['moderator', 'user', 'moderator', 'user'].map((role) => ({
      participantId: person.id,
      roomId: group.room.id,
      role,
    })),
  );
  assert.equal(person.person.endedBecause, undefined);
});

test('a role in a room takes effect in that room only', async () => {
  const group = await webinar();
  const { spaceId } = group;
  const room = await group.owner.createRoom({ spaceId, body: { name: 'Other', type: 'webinar' } });
  const other: TestGroup = { ...group, room, at: { spaceId, roomId: room.id } };
  const user = await newUser();
  const [here, there] = [await come(group, user), await come(other, user)];
  const body = { targetUserId: user.id, role: 'role_room_moderator' } as const;
  await group.owner.grantRole({ ...group.at, body });
  assert.deepEqual([await standing(group, here), await standing(other, there)], [moderating, watching]);
  await group.owner.removeRole({ ...group.at, userId: user.id });
  assert.deepEqual([await standing(group, here), await standing(other, there)], [watching, watching]);
});

test('an account that loses every role in a private room is removed from its call and chat and stays out', async () => {
  const group = await webinar({ isPublic: false });
  const user = await newUser();
  await refused(user.api.getRoom(group.at), 'not_found');
  const body = { targetUserId: user.id, role: 'role_room_user' } as const;
  await group.owner.grantRole({ ...group.at, body });
  const person = await come(group, user);
  const listener = await hear(group, person);
  assert.equal(await standing(group, person), watching);
  await group.owner.removeRole({ ...group.at, userId: user.id });
  await until(() => person.person.endedBecause !== undefined, 'the person to be out');
  await until(async () => !(await isPresent(group, person.id)), 'the list to be without them');
  await until(() => !listener.channels.has(`chat:${group.room.channelId}`), 'the chat to be closed to them');
  await refused(person.api.issueSignalingToken(person.at), 'removed_from_call');
  await refused(person.api.getRoom(group.at), 'not_found');
  await refused(person.api.getInitial(), 'removed_from_call');
  await refused(user.api.getRoom(group.at), 'not_found');

  await group.owner.grantRole({ ...group.at, body });
  const again = await come(group, user);
  assert.equal(await standing(group, again), watching, 'with a new role the account may enter again');
});

test('a former member of a group has no role in its rooms', async () => {
  const group = await webinar({ isPublic: false });
  const user = await newUser();
  await admit(group, user, 'role_space_moderator');
  await user.api.createRoom({ spaceId: group.spaceId, body: { name: 'Their own', isPublic: false } });
  const person = await come(group, user);
  assert.equal(await standing(group, person), moderating);
  await user.api.removeMember({ spaceId: group.spaceId, userId: user.id });
  await until(() => person.person.endedBecause !== undefined, 'the person to be out');
  const { items } = await group.owner.listRooms({ spaceId: group.spaceId });
  assert.equal(items.length, 2);
  for (const { id: roomId } of items) {
    await refused(user.api.getRoom({ spaceId: group.spaceId, roomId }), 'not_found');
  }
});

test('a public room that becomes private keeps people who never had a role in it', async () => {
  const group = await webinar();
  const person = await come(group, await newUser());
  await group.owner.updateRoom({ ...group.at, body: { isPublic: false, type: 'lesson' } });
  await until(async () => (await standing(group, person)) === 'user user 4', 'the room’s new rights');
  assert.equal(person.person.endedBecause, undefined);
  await person.api.issueSignalingToken(person.at);
});

test('reconciling finds a change that nobody reported', async () => {
  const group = await webinar();
  const user = await newUser();
  const person = await come(group, user);
  const listener = await hear(group, person);
  const owner = await group.owner.getOwnUser();
  const before = await database.db.transaction().execute((trx) => transferSpace(trx, group.spaceId, user.id));
  assert.equal(before, owner.id);
  await until(async () => (await standing(group, person)) === moderating, 'the new owner to lead the call');
  const [told] = await listener.hears('role-changed');
  assert.equal(told?.payload.role, 'moderator');
  assert.equal((await user.api.getSpace({ spaceId: group.spaceId })).roleInSpace, 'role_space_owner');
  const { items } = await group.owner.listMembers({ spaceId: group.spaceId });
  assert.deepEqual(
    items.map(({ userId, role }) => [userId, role]),
    [
      [user.id, 'role_space_owner'],
      [owner.id, 'role_space_moderator'],
    ],
  );
});

test('a deleted account is no longer a moderator', async () => {
  const group = await webinar();
  const user = await newUser();
  await group.owner.grantRole({ ...group.at, body: { targetUserId: user.id, role: 'role_room_moderator' } });
  const person = await come(group, user);
  assert.equal(await standing(group, person), moderating);
  await database.pool.query('DELETE FROM users WHERE id = $1', [user.id]);
  await until(async () => (await standing(group, person)) === watching, 'them to be a guest');
  await refused(person.api.listParticipants(group.at), 'forbidden');
});

test('a disabled account is removed from every call and may return once it is enabled', async () => {
  const group = await webinar();
  const user = await newUser();
  await admit(group, user, 'role_space_moderator');
  const person = await come(group, user);
  await disableUser(database.db, user.id);
  await until(async () => !(await isPresent(group, person.id)), 'the person to be disconnected');
  await refused(person.api.issueSignalingToken(person.at), 'removed_from_call');
  await refused(person.api.listParticipants(group.at), 'forbidden');
  await enableUser(database.db, user.id);
  await person.api.issueSignalingToken(person.at);
});

/** The link to a room and the invitation to the group that a moderator created. */
interface Created {
  url: string;
  invite: { spaceId: string; inviteId: string };
}

async function create({ at, spaceId }: TestGroup, api: Client): Promise<Created> {
  const { url } = await api.generateAccess({ ...at, body: { username: 'Ann', role: 'moderator' } });
  const { id: inviteId } = await api.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
  return { url, invite: { spaceId, inviteId } };
}

/** Why a link or an invitation is refused; `valid` if it is not. */
async function stateOf({ url, invite }: Created): Promise<string> {
  const code = (refusal: { code: string }) => refusal.code;
  const body = { accessToken: tokenIn(url), clientUniqueId: newBrowser() };
  const link = await lectern
    .client()
    .openAccessLink({ body })
    .then(() => 'valid', code);
  return `${link}, ${await lectern
    .client()
    .getInvite(invite)
    .then(() => 'valid', code)}`;
}
const nothingLeft = 'link_revoked, invite_revoked';

async function moderatorOf(
  group: TestGroup,
): Promise<TestUser & { at: { spaceId: string; userId: string } }> {
  const user = await newUser();
  await admit(group, user, 'role_space_moderator');
  return { ...user, at: { spaceId: group.spaceId, userId: user.id } };
}

const demotion = { role: 'role_space_user' } as const;

test("a removed member's unused invitations and links are revoked, and people who entered by them removed", async () => {
  const group = await webinar({ isPublic: false });
  const other = await webinar();
  const user = await moderatorOf(group);
  await admit(other, user, 'role_space_moderator');
  const [theirs, elsewhere, owners] = [
    await create(group, user.api),
    await create(other, user.api),
    await create(group, group.owner),
  ];
  const used = await user.api.createInvite({ spaceId: group.spaceId, body: demotion });
  await (await newUser()).api.activateInvite({ spaceId: group.spaceId, inviteId: used.id });
  const guest = await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url: theirs.url }));
  endings.push(() => guest.person.leave());
  const listener = await hear(group, guest);
  const { unusedInvitesCount, validAccessLinksCount } = await group.owner.getMember(user.at);
  assert.deepEqual([unusedInvitesCount, validAccessLinksCount], [1, 1]);

  await group.owner.removeMember(user.at);
  assert.equal(await stateOf(theirs), nothingLeft);
  await until(() => guest.person.endedBecause !== undefined, 'the guest to be out of the call');
  await until(() => listener.closedBy !== undefined, "the guest's socket to be closed");
  await refused(guest.api.issueSignalingToken(guest.at), 'link_revoked');
  for (const one of [elsewhere, owners]) assert.equal(await stateOf(one), 'valid, valid');
  const { items } = await group.owner.listInvites({ spaceId: group.spaceId, query: { status: 'used' } });
  assert.ok(
    items.some(({ id }) => id === used.id),
    'a used invitation stays used',
  );
});

test("a demoted member's invitations and links are revoked; the same or a higher role revokes nothing", async () => {
  const group = await webinar();
  const user = await moderatorOf(group);
  const theirs = await create(group, user.api);
  await group.owner.updateMember({ ...user.at, body: { role: 'role_space_moderator' } });
  assert.equal(await stateOf(theirs), 'valid, valid');
  await group.owner.updateMember({ ...user.at, body: demotion });
  assert.equal(await stateOf(theirs), nothingLeft);
  await refused(create(group, user.api), 'forbidden');
});

test('whoever removes or demotes a member may keep their links, but not their invitations', async () => {
  const group = await webinar();
  const [removed, demoted] = [await moderatorOf(group), await moderatorOf(group)];
  const created = [await create(group, removed.api), await create(group, demoted.api)];
  await group.owner.removeMember({ ...removed.at, query: { keepsAccessLinks: true } });
  await group.owner.updateMember({ ...demoted.at, body: { ...demotion, keepsAccessLinks: true } });
  for (const one of created) assert.equal(await stateOf(one), 'valid, invite_revoked');
});

test('a member who leaves or demotes themselves loses both and may not keep their links', async () => {
  const group = await webinar();
  const [leaving, demoted] = [await moderatorOf(group), await moderatorOf(group)];
  const created = [await create(group, leaving.api), await create(group, demoted.api)];
  const attempts = [
    () => leaving.api.removeMember({ ...leaving.at, query: { keepsAccessLinks: true } }),
    () => demoted.api.updateMember({ ...demoted.at, body: { ...demotion, keepsAccessLinks: true } }),
  ];
  for (const attempt of attempts) {
    const { details } = await refused(attempt(), 'validation_failed');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['keepsAccessLinks'],
    );
  }
  for (const one of created) assert.equal(await stateOf(one), 'valid, valid');
  await leaving.api.removeMember(leaving.at);
  await demoted.api.updateMember({ ...demoted.at, body: demotion });
  for (const one of created) assert.equal(await stateOf(one), nothingLeft);
});

test('an account that loses a role in a room loses its links there, unless it leads the group or they are kept', async () => {
  const group = await webinar();
  const grant = (userId: string, role: 'moderator' | 'user', keepsAccessLinks = false) =>
    group.owner.grantRole({
      ...group.at,
      body: { targetUserId: userId, role: `role_room_${role}`, keepsAccessLinks },
    });
  const take = (userId: string, keepsAccessLinks = false) =>
    group.owner.removeRole({ ...group.at, userId, query: { keepsAccessLinks } });
  const link = async ({ api }: TestUser): Promise<Created> => {
    const { url } = await api.generateAccess({ ...group.at, body: { username: 'Ann', role: 'user' } });
    return { url, invite: (await create(group, group.owner)).invite };
  };
  const endings: [(userId: string) => Promise<unknown>, string][] = [
    [(userId) => take(userId), 'link_revoked, valid'],
    [(userId) => grant(userId, 'user'), 'link_revoked, valid'],
    [(userId) => grant(userId, 'moderator'), 'valid, valid'],
    [(userId) => take(userId, true), 'valid, valid'],
    [(userId) => grant(userId, 'user', true), 'valid, valid'],
  ];
  for (const [end, expected] of endings) {
    const user = await newUser();
    await grant(user.id, 'moderator');
    const created = await link(user);
    await end(user.id);
    assert.equal(await stateOf(created), expected);
  }
  const leader = await moderatorOf(group);
  await grant(leader.id, 'moderator');
  const created = await link(leader);
  await take(leader.id);
  assert.equal(await stateOf(created), 'valid, valid');
  const own = { ...group.at, userId: leader.id, query: { keepsAccessLinks: true } };
  await grant(leader.id, 'moderator');
  await refused(leader.api.removeRole(own), 'validation_failed');
});

test('a link or an invitation created while its creator is removed does not stay valid', async () => {
  const group = await webinar();
  for (let round = 0; round < 2; round += 1) {
    const user = await moderatorOf(group);
    const making = Array.from({ length: 24 }, () => create(group, user.api).catch(() => undefined));
    await making[0];
    await group.owner.removeMember(user.at);
    for (const created of await Promise.all(making)) {
      if (created) assert.equal(await stateOf(created), nothingLeft);
    }
    const { rows } = await database.pool.query(
      'SELECT id FROM access_links WHERE created_by = $1 AND revoked_at IS NULL',
      [user.id],
    );
    assert.deepEqual(rows, [], 'a request that was refused left no link');
  }
});

/** The status of the signalling endpoint for a token; 101 if it accepts the token. */
const signalling = (token: string): Promise<number> =>
  new Promise((done) => {
    const socket = new WebSocket(`${lectern.url.replace('http', 'ws')}/rtc?access_token=${token}`);
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      done(response.statusCode ?? 0);
    });
    socket.on('open', () => {
      socket.terminate();
      done(101);
    });
    socket.on('error', () => undefined);
  });

test('a revoked link stops working everywhere', async () => {
  const group = await webinar({ isPublic: false });
  const link = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Lin', role: 'moderator' },
  });
  const guest = await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url: link.url }));
  endings.push(() => guest.person.leave());
  const listener = await hear(group, guest);
  const opened = await openLink(lectern, link.url, guest.browser);
  const { signalingToken } = await guest.api.issueSignalingToken(guest.at);
  await group.owner.revokeAccessLink({ ...group.at, linkId: link.id });
  await until(() => guest.person.endedBecause !== undefined, 'the media session to end');
  await until(() => listener.closedBy !== undefined, 'the chat socket to be closed');
  assert.equal(await signalling(signalingToken), 403);
  const { spaceId, room } = group;
  const entry = { spaceId, body: { roomId: room.id, clientUniqueId: guest.browser, name: 'Lin' } };
  await refused(opened.createParticipant(entry), 'link_revoked');
  await refused(guest.api.getSocketToken(), 'removed_from_call');
  await refused(guest.api.listParticipants(group.at), 'not_found');
  await refused(guest.api.startRecord(group.at), 'not_found');
});

test('a revoked token, an ended session and a disabled account stop working everywhere', async () => {
  const group = await webinar({ isPublic: false });
  const user = await moderatorOf(group);
  const person = await come(group, user);
  const listener = await hear(group, person);
  const { signalingToken } = await person.api.issueSignalingToken(person.at);
  const signIn = async () => {
    const { api } = openBrowser(lectern.url);
    await api.createSession({ body: { email: user.email, password: user.password } });
    return api;
  };
  const [ended, signedIn] = [await signIn(), await signIn()];
  const made = await user.api.createPersonalToken({ body: { name: 'mine' } });
  const other = await user.api.createPersonalToken({ body: { name: 'another' } });
  const [revoked, valid] = [lectern.client(made.token), lectern.client(other.token)];
  for (const api of [ended, signedIn, revoked, valid, user.api]) await api.listRecords(group.at);
  await user.api.deletePersonalToken({ tokenId: made.id });
  await ended.deleteSession();
  for (const api of [ended, revoked]) await refused(api.listRecords(group.at), 'unauthorized');
  for (const api of [signedIn, valid]) await api.listRecords(group.at);

  await disableUser(database.db, user.id);
  for (const api of [signedIn, valid, user.api]) await refused(api.listRecords(group.at), 'unauthorized');
  await until(() => person.person.endedBecause !== undefined, 'the media session to end');
  await until(() => listener.closedBy !== undefined, 'the chat socket to be closed');
  assert.equal(await signalling(signalingToken), 403);
  await refused(person.api.listParticipants(group.at), 'not_found');
  await refused(person.api.getSocketToken(), 'removed_from_call');
});

test('a password reset ends the calls and sockets of the account, which may enter again', async () => {
  const group = await webinar();
  const user = await newUser();
  await admit(group, user, 'role_space_moderator');
  const person = await come(group, user);
  const listener = await hear(group, person);
  const socketOnly = await user.api.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'a second browser', name: 'Somebody' },
  });
  const second = await hear(group, { ...person, api: lectern.client(socketOnly.access_token) });
  const stays = await come(group, await newUser());
  const account = await findUser(database.db, user.id);
  await database.db
    .transaction()
    .execute((trx) => replacePassword(trx, user, resetTo(account?.password_hash ?? '')));
  await until(async () => !(await isPresent(group, person.id)), 'the person to be disconnected');
  await until(
    () => [listener, second].every(({ closedBy }) => closedBy !== undefined),
    'the sockets to close',
  );
  await refused(person.api.issueSignalingToken(person.at), 'removed_from_call');
  await refused(person.api.listParticipants(group.at), 'forbidden');
  assert.ok(await isPresent(group, stays.id));
  const again = await signInAgain(user);
  const body = { roomId: group.room.id, clientUniqueId: person.browser, name: 'Somebody' };
  const { id, access_token } = await again.createParticipant({ spaceId: group.spaceId, body });
  assert.notEqual(id, person.id);
  await lectern.client(access_token).issueSignalingToken({ spaceId: group.spaceId, participantId: id });
});
