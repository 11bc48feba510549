import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { Listener } from '../../testing/listener.ts';
import { connect, engineOf, type InCall, isPresent, newBrowser } from '../../testing/meeting.ts';
import { type Member, makePlace, makeUser, type Place } from '../../testing/place.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { disableUser, enableUser } from '../auth/auth.ts';
import type { Database } from '../platform/db/db.ts';
import { transferSpace } from '../spaces/spaces.ts';

let lectern: Lectern;
let database: Database;
const endings: (() => unknown)[] = [];
let users = 0;

before(async () => {
  lectern = await startLectern();
  database = await databaseOf(lectern);
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});
after(async () => {
  await dispose();
  await database?.close();
  await lectern?.remove();
});

const newUser = () => {
  users += 1;
  return makeUser(lectern, `somebody-${users}`);
};

/** An account enters and connects, as its page does. */
async function come(place: Place, { api }: Pick<Member, 'api'>): Promise<InCall> {
  const browser = newBrowser();
  const body = { roomId: place.room.id, clientUniqueId: browser, name: 'Somebody' };
  const { id, access_token } = await api.createParticipant({ spaceId: place.spaceId, body });
  const at = { spaceId: place.spaceId, participantId: id };
  const inCall = await connect(place, { id, api: lectern.client(access_token), at, browser, url: '' });
  endings.push(() => inCall.person.leave());
  return inCall;
}

async function hear(place: Place, { api }: InCall): Promise<Listener> {
  const listener = await Listener.of(lectern, api, place.room.channelId);
  endings.push(() => listener.close());
  return listener;
}

/** What the engine and the list say that somebody is, and what they may send. */
async function standing(place: Place, { id }: InCall): Promise<string> {
  const inEngine = (await engineOf(lectern).listParticipants(place.room.id)).find(
    ({ identity }) => identity === id,
  );
  const listed = (await place.owner.listParticipants(place.at)).items.find((one) => one.id === id);
  const sends = Object.values(inEngine?.publish ?? {}).filter((may) => may).length;
  return `${inEngine?.role} ${listed?.role} ${sends}`;
}
const moderating = 'moderator moderator 4';
const watching = 'user user 0';

const webinar = (ofRoom: Partial<Body<'createRoom'>> = {}) =>
  makePlace(lectern, { type: 'webinar', ...ofRoom });

async function admit(place: Place, { api }: Member, role: 'role_space_moderator' | 'role_space_user') {
  const { id: inviteId } = await place.owner.createInvite({ spaceId: place.spaceId, body: { role } });
  await api.activateInvite({ spaceId: place.spaceId, inviteId });
}

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });

test('a role in the group acts at once on whoever is in the call, and their page hears of it', async () => {
  const place = await webinar();
  const user = await newUser();
  const member = { spaceId: place.spaceId, userId: user.id };
  const person = await come(place, user);
  const listener = await hear(place, person);
  assert.equal(await standing(place, person), watching);
  await refused(person.api.listParticipants(place.at), 'forbidden');

  await admit(place, user, 'role_space_moderator');
  assert.equal(await standing(place, person), moderating);
  assert.equal((await person.api.listParticipants(place.at)).total, 1);
  await until(
    () => person.person.room.localParticipant?.attributes.role === 'moderator',
    'the client to be told by the engine',
  );
  assert.equal((await person.api.joinChannel({ body: { id: place.room.channelId } })).role, 'moderator');

  await place.owner.updateMember({ ...member, body: { role: 'role_space_user' } });
  assert.equal(await standing(place, person), watching);
  await refused(person.api.listParticipants(place.at), 'forbidden');
  assert.equal((await person.api.joinChannel({ body: { id: place.room.channelId } })).role, 'user');

  await place.owner.updateMember({ ...member, body: { role: 'role_space_moderator' } });
  await place.owner.removeMember(member);
  assert.equal(await standing(place, person), watching, 'a public room keeps them as a guest');
  const told = await listener.hears('role-changed', 4);
  assert.deepEqual(
    told.map(({ payload }) => payload),
    ['moderator', 'user', 'moderator', 'user'].map((role) => ({
      participantId: person.id,
      roomId: place.room.id,
      role,
    })),
  );
  assert.equal(person.person.endedBecause, undefined);
});

test('a role in a room acts on that room alone', async () => {
  const place = await webinar();
  const { spaceId } = place;
  const room = await place.owner.createRoom({ spaceId, body: { name: 'Other', type: 'webinar' } });
  const other: Place = { ...place, room, at: { spaceId, roomId: room.id } };
  const user = await newUser();
  const [here, there] = [await come(place, user), await come(other, user)];
  const body = { targetUserId: user.id, role: 'role_room_moderator' } as const;
  await place.owner.grantRole({ ...place.at, body });
  assert.deepEqual([await standing(place, here), await standing(other, there)], [moderating, watching]);
  await place.owner.removeRole({ ...place.at, userId: user.id });
  assert.deepEqual([await standing(place, here), await standing(other, there)], [watching, watching]);
});

test('who loses every part in a private room is out of its call and its chat, and stays out', async () => {
  const place = await webinar({ isPublic: false });
  const user = await newUser();
  await refused(user.api.getRoom(place.at), 'not_found');
  const body = { targetUserId: user.id, role: 'role_room_user' } as const;
  await place.owner.grantRole({ ...place.at, body });
  const person = await come(place, user);
  const listener = await hear(place, person);
  assert.equal(await standing(place, person), watching);
  await place.owner.removeRole({ ...place.at, userId: user.id });
  await until(() => person.person.endedBecause !== undefined, 'the person to be out');
  await until(async () => !(await isPresent(place, person.id)), 'the list to be without them');
  await until(() => !listener.channels.has(`chat:${place.room.channelId}`), 'the chat to be closed to them');
  await refused(person.api.issueSignalingToken(person.at), 'removed_from_call');
  await refused(person.api.getRoom(place.at), 'not_found');
  await refused(person.api.getInitial(), 'removed_from_call');
  await refused(user.api.getRoom(place.at), 'not_found');

  await place.owner.grantRole({ ...place.at, body });
  const again = await come(place, user);
  assert.equal(await standing(place, again), watching, 'who is given a part again may come again');
});

test('who leaves a group keeps no role in its rooms', async () => {
  const place = await webinar({ isPublic: false });
  const user = await newUser();
  await admit(place, user, 'role_space_moderator');
  await user.api.createRoom({ spaceId: place.spaceId, body: { name: 'Their own', isPublic: false } });
  const person = await come(place, user);
  assert.equal(await standing(place, person), moderating);
  await user.api.removeMember({ spaceId: place.spaceId, userId: user.id });
  await until(() => person.person.endedBecause !== undefined, 'the person to be out');
  const { items } = await place.owner.listRooms({ spaceId: place.spaceId });
  assert.equal(items.length, 2);
  for (const { id: roomId } of items) {
    await refused(user.api.getRoom({ spaceId: place.spaceId, roomId }), 'not_found');
  }
});

test('a public room that is made private keeps those who never had a part in it', async () => {
  const place = await webinar();
  const person = await come(place, await newUser());
  await place.owner.updateRoom({ ...place.at, body: { isPublic: false, type: 'lesson' } });
  await until(async () => (await standing(place, person)) === 'user user 4', 'the room’s new rights');
  assert.equal(person.person.endedBecause, undefined);
  await person.api.issueSignalingToken(person.at);
});

test('a change that nobody was told of is found by looking at the call', async () => {
  const place = await webinar();
  const user = await newUser();
  const person = await come(place, user);
  const listener = await hear(place, person);
  const owner = await place.owner.getOwnUser();
  const before = await database.db.transaction().execute((trx) => transferSpace(trx, place.spaceId, user.id));
  assert.equal(before, owner.id);
  await until(async () => (await standing(place, person)) === moderating, 'the new owner to lead the call');
  const [told] = await listener.hears('role-changed');
  assert.equal(told?.payload.role, 'moderator');
  assert.equal((await user.api.getSpace({ spaceId: place.spaceId })).roleInSpace, 'role_space_owner');
  const { items } = await place.owner.listMembers({ spaceId: place.spaceId });
  assert.deepEqual(
    items.map(({ userId, role }) => [userId, role]),
    [
      [user.id, 'role_space_owner'],
      [owner.id, 'role_space_moderator'],
    ],
  );
});

test('an account that is gone leaves no moderator behind', async () => {
  const place = await webinar();
  const user = await newUser();
  await place.owner.grantRole({ ...place.at, body: { targetUserId: user.id, role: 'role_room_moderator' } });
  const person = await come(place, user);
  assert.equal(await standing(place, person), moderating);
  await database.pool.query('DELETE FROM users WHERE id = $1', [user.id]);
  await until(async () => (await standing(place, person)) === watching, 'them to be a guest');
  await refused(person.api.listParticipants(place.at), 'forbidden');
});

test('an account that is switched off is out of every call, and comes back once it is on again', async () => {
  const place = await webinar();
  const user = await newUser();
  await admit(place, user, 'role_space_moderator');
  const person = await come(place, user);
  await disableUser(database.db, user.id);
  await until(async () => !(await isPresent(place, person.id)), 'the person to be put out');
  await refused(person.api.issueSignalingToken(person.at), 'removed_from_call');
  await refused(person.api.listParticipants(place.at), 'forbidden');
  await enableUser(database.db, user.id);
  await person.api.issueSignalingToken(person.at);
});
