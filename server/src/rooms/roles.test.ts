import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { credentialsFor, tellsEach } from '../../testing/credentials.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { type Member, makePlace, makeUser, type Place } from '../../testing/place.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let ownerId: string;
before(async () => {
  lectern = await startLectern();
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
  assert.deepEqual([given.userId, given.email, given.role], [mo.id, mo.email, 'role_room_moderator']);
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
  const found = await mo.api.listRoles({ ...place.at, query: { search: una.email.toUpperCase(), limit: 1 } });
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
  const deeds = Array.from({ length: 12 }, (_one, index) =>
    index % 3 === 0
      ? place.owner.removeRole({ ...place.at, userId: user.id })
      : (index % 3 === 1 ? grant : grantPlain)(place, place.owner, user.id),
  );
  for (const outcome of await Promise.allSettled(deeds)) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'not_found');
  }
});
