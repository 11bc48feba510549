import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Operation, routes } from '../../../contract/routes.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { credentialsFor, tellsEach } from '../../testing/people/credentials.ts';
import { type Member, makePlace, makeUser, type Place } from '../../testing/place.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let ownerId: string;
before(async () => {
  lectern = await startInProcess();
  ownerId = (await lectern.client(lectern.owner.userToken).getOwnUser()).id;
});
after(() => lectern?.remove());

let users = 0;
const newUser = () => {
  users += 1;
  return makeUser(lectern, `somebody-${users}`);
};

const grant = ({ at }: Place, by: Member['api'], targetUserId: string) =>
  by.grantRole({ ...at, body: { targetUserId, role: 'role_room_moderator' } });

const grantPlain = ({ at }: Place, by: Member['api'], targetUserId: string) =>
  by.grantRole({ ...at, body: { targetUserId, role: 'role_room_user' } });

test('a role opens a private room, and gives power over this room alone', async () => {
  const place = await makePlace(lectern, { isPublic: false }, { isPublic: false });
  const [mo, una] = [await newUser(), await newUser()];
  await refused(mo.api.getRoom(place.at), 'not_found');
  const given = await grant(place, place.owner, mo.id);
  assert.deepEqual([given.userId, given.email, given.role], [mo.id, null, 'role_room_moderator']);
  assert.equal((await mo.api.getRoom(place.at)).roleInRoom, 'role_room_moderator');
  assert.equal((await mo.api.getRoomByAlias({ alias: place.room.alias })).id, place.room.id);
  await refused(mo.api.getSpace({ spaceId: place.spaceId }), 'not_found');
  assert.equal((await grantPlain(place, mo.api, una.id)).role, 'role_room_user');
  assert.equal((await una.api.getRoom(place.at)).roleInRoom, 'role_room_user');
  await refused(grant(place, una.api, una.id), 'forbidden');
  await refused(una.api.listRoles(place.at), 'forbidden');
  await mo.api.generateAccess({ ...place.at, body: { username: 'Ann', role: 'user' } });
  const { items, total } = await mo.api.listRoles(place.at);
  assert.deepEqual(
    items.map(({ userId, role }) => [userId, role]),
    [
      [ownerId, 'role_room_owner'],
      [una.id, 'role_room_user'],
      [mo.id, 'role_room_moderator'],
    ],
  );
  assert.equal(total, 3);
  const found = await mo.api.listRoles({ ...place.at, query: { search: 'SOMEBODY-2', limit: 1 } });
  assert.deepEqual([found.items.map(({ userId }) => userId), found.total], [[una.id], 1]);
  await mo.api.removeRole({ ...place.at, userId: una.id });
  await refused(una.api.getRoom(place.at), 'not_found');
  await refused(place.owner.removeRole({ ...place.at, userId: una.id }), 'not_found');
});

test('the owner of a room stays, and only accounts are given roles', async () => {
  const place = await makePlace(lectern);
  const mo = await newUser();
  await grant(place, place.owner, mo.id);
  for (const by of [place.owner, mo.api]) {
    await refused(grant(place, by, ownerId), 'owner_stays');
    await refused(by.removeRole({ ...place.at, userId: ownerId }), 'owner_stays');
  }
  await refusedFields(grant(place, place.owner, newId()), 'targetUserId');
  await refusedFields(grant(place, place.owner, 'nobody'), 'targetUserId');
  const bad = { targetUserId: 5, role: 'role_room_owner' } as never;
  await refusedFields(place.owner.grantRole({ ...place.at, body: bad }), 'targetUserId', 'role');
  await refusedFields(place.owner.grantRole({ ...place.at, body: {} as never }), 'targetUserId', 'role');
});

test('only who leads the room by an account gives roles, lists and takes them', async () => {
  const place = await makePlace(lectern, { isPublic: false });
  const apis = await credentialsFor(lectern, place);
  const user = await newUser();
  const all = {
    nobody: 'unauthorized',
    forged: 'unauthorized',
    client: 'not_found',
    stranger: 'not_found',
    guestLink: 'forbidden',
    moderatorLink: 'forbidden',
    guest: 'forbidden',
    moderator: 'forbidden',
    owner: 'ok',
  } as const;
  await tellsEach(apis, (api) => grant(place, api, user.id), all);
  await tellsEach(apis, (api) => api.listRoles(place.at), all);
  await tellsEach(apis, (api) => api.removeRole({ ...place.at, userId: user.id }), all);
});

test('a role given and taken by many at once is given or taken, and nothing fails', async () => {
  const place = await makePlace(lectern);
  const user = await newUser();
  const actions = Array.from({ length: 12 }, (_one, index) =>
    index % 3 === 0
      ? place.owner.removeRole({ ...place.at, userId: user.id })
      : (index % 3 === 1 ? grant : grantPlain)(place, place.owner, user.id),
  );
  for (const outcome of await Promise.allSettled(actions)) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'not_found');
  }
});

/** Operations whose response may contain an email address. */
const withEmails = (Object.keys(routes) as Operation[]).filter((operation) => {
  const { answer } = routes[operation] as { answer?: unknown };
  return JSON.stringify(answer ?? {}).includes('"email":');
});

/** Everybody whose address an operation could tell: `colleague` is of the caller's group, `stranger` of no group of theirs. */
interface People {
  place: Place;
  caller: Member;
  colleague: Member;
  stranger: Member;
}

/** What each of these operations tells the caller; `link` is what a leader of the room wrote about somebody. */
const asked: Partial<Record<Operation, (people: People) => Promise<unknown>>> = {
  grantRole: ({ place, caller, stranger }) => grantPlain(place, caller.api, stranger.id),
  listRoles: ({ place, caller }) => caller.api.listRoles(place.at),
  listMembers: ({ place, caller }) => caller.api.listMembers({ spaceId: place.spaceId }),
  getMember: ({ place, caller, colleague }) =>
    caller.api.getMember({ spaceId: place.spaceId, userId: colleague.id }),
  updateMember: ({ place, caller, colleague }) =>
    caller.api.updateMember({
      ...{ spaceId: place.spaceId, userId: colleague.id },
      body: { role: 'role_space_moderator' },
    }),
  listAccessLinks: ({ place, caller }) => caller.api.listAccessLinks(place.at),
  getAccessLink: async ({ place, caller }) => {
    const { id: linkId } = await place.owner.generateAccess({
      ...place.at,
      body: { username: 'Ann', role: 'user', email: 'ann@example.org' },
    });
    return caller.api.getAccessLink({ ...place.at, linkId });
  },
  getOwnUser: ({ caller }) => caller.api.getOwnUser(),
  updateOwnUser: ({ caller }) => caller.api.updateOwnUser({ body: {} }),
  register: async () => lectern.client().getSignInOptions(),
  createSession: ({ caller: { email, password } }) =>
    openBrowser(lectern.url).api.createSession({ body: { email, password } }),
  refreshSession: async ({ caller: { email, password } }) => {
    const browser = openBrowser(lectern.url);
    await browser.api.createSession({ body: { email, password } });
    return browser.api.refreshSession();
  },
  createUser: () =>
    lectern.client(lectern.owner.clientToken).createUser({
      body: { email: `new-${newId()}@example.org`, username: 'New', password: 'a password of somebody new' },
    }),
  findUsers: ({ colleague }) =>
    lectern.client(lectern.owner.clientToken).findUsers({ query: { email: colleague.email } }),
};

async function makePeople(): Promise<People> {
  const place = await makePlace(lectern, { isPublic: false }, { isPublic: false });
  const [caller, colleague, stranger] = [await newUser(), await newUser(), await newUser()];
  for (const { api } of [caller, colleague]) {
    const { id: inviteId } = await place.owner.createInvite({
      ...{ spaceId: place.spaceId },
      body: { role: 'role_space_moderator' },
    });
    await api.activateInvite({ spaceId: place.spaceId, inviteId });
    await api.createSpace({ body: { name: 'A group of their own' } });
  }
  await stranger.api.createSpace({ body: { name: 'A group of strangers' } });
  for (const { id } of [colleague, stranger]) await grant(place, place.owner, id);
  return { place, caller, colleague, stranger };
}

test('every operation that tells an email address is in the table', () => {
  assert.deepEqual(Object.keys(asked).sort(), withEmails.sort());
});

for (const [operation, ask] of Object.entries(asked)) {
  test(`${operation} tells nobody the address of somebody with whom they share no group`, async () => {
    const people = await makePeople();
    const told = JSON.stringify(await ask(people));
    assert.ok(!told.includes(people.stranger.email), told);
  });
}

test('an address is told where a group is shared, and cannot be guessed by a search', async () => {
  const { place, caller, colleague, stranger } = await makePeople();
  const emails = async (by: Member, search?: string) => {
    const { items } = await by.api.listRoles({ ...place.at, query: search === undefined ? {} : { search } });
    return new Map(items.map(({ userId, email }) => [userId, email]));
  };
  const seen = await emails(caller);
  assert.deepEqual([seen.get(colleague.id), seen.get(stranger.id)], [colleague.email, null]);
  assert.equal((await emails(caller, stranger.email)).size, 0);
  assert.equal((await emails(caller, colleague.email)).size, 1);
  const byStranger = await emails(stranger);
  assert.deepEqual(
    [byStranger.get(stranger.id), byStranger.get(colleague.id), byStranger.get(ownerId)],
    [stranger.email, null, null],
  );
  assert.equal((await emails(stranger, 'owner@example')).size, 0);
  const { id: spaceId } = await colleague.api.createSpace({ body: { name: 'Shared elsewhere' } });
  const { id: inviteId } = await colleague.api.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await stranger.api.activateInvite({ spaceId, inviteId });
  assert.equal((await emails(stranger)).get(colleague.id), colleague.email);
});
