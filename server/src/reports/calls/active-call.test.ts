import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Answer, Query } from '../../../../contract/routes.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import {
  type Credential,
  type CredentialOutcome,
  checkEachCredential,
  credentialsFor,
} from '../../../testing/people/credentials.ts';
import { newBrowser } from '../../../testing/people/entering.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { now } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

type People = Answer<'listActiveCallPeople'>;

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
});
after(() => lectern?.remove());

const list = (api: Client, query: Query<'listActiveCallPeople'> = { order: 'asc' }): Promise<People> =>
  api.listActiveCallPeople({ ...group.at, query });
const rowOf = ({ items }: People, participantId: string) => {
  const row = items.find((one) => one.participantId === participantId);
  assert.ok(row, `a row of ${participantId}`);
  return row;
};
const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

test('a moderator by a link reads who is there, who left and when, and whose link nobody used', async () => {
  await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Olga', role: 'user', externalUserId: 'lms-3' },
  });
  const teacher = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const ann = await joinFakeCall(lectern, group, {
    ...{ username: 'Ann', externalUserId: 'lms-1', email: 'ann@example.org', phone: '+44 20 7946 0958' },
  });
  const ben = await joinFakeCall(lectern, group, { username: 'Ben', externalUserId: 'lms-2' });
  ben.person.leave();
  const people = await until(async () => {
    const answer = await list(teacher.api);
    return answer.onlineCount === 2 && answer;
  }, 'the departure of Ben');

  const call = await group.owner.getActiveCall(group.at);
  assert.deepEqual([people.callId, people.startedAt], [call.id, call.startedAt]);
  assert.deepEqual(
    people.items.map(({ name, role, externalUserId, isOnline }) => [name, role, externalUserId, isOnline]),
    [
      ['Mo', 'moderator', null, true],
      ['Ann', 'user', 'lms-1', true],
      ['Ben', 'user', 'lms-2', false],
    ],
  );
  assert.deepEqual([people.total, people.onlineCount], [3, 2]);
  const olga = { name: 'Olga', role: 'user', externalUserId: 'lms-3' };
  assert.deepEqual([people.absent, people.absentCount], [[olga], 1]);
  assert.equal(rowOf(people, ann.id).lastExitAt, null);
  const { firstEntryAt, lastExitAt, onlineDuration } = rowOf(people, ben.id);
  assert.equal(onlineDuration, Math.floor((Date.parse(lastExitAt ?? '') - Date.parse(firstEntryAt)) / 1000));
  const text = JSON.stringify(people);
  for (const contact of ['ann@example.org', '7946']) assert.ok(!text.includes(contact), contact);
});

test('a person over two devices and a return has one row, with the time of both visits', async () => {
  const first = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  const second = await joinFakeCall(lectern, group, { username: 'Ann Clarke', externalUserId: 'lms-1' });
  first.person.leave();
  const { items } = await until(async () => {
    const answer = await list(group.owner);
    return answer.items[0]?.visits === 2 && answer;
  }, 'both visits');
  assert.equal(items.length, 1);
  assert.deepEqual(
    [items[0]?.participantId, items[0]?.name, items[0]?.isOnline, items[0]?.lastExitAt],
    [first.id, 'Ann Clarke', true, null],
  );
  second.person.leave();
  await until(async () => (await list(group.owner)).onlineCount === 0, 'the last departure');
});

test('pages are in the order of the first entry, newest first unless asked otherwise', async () => {
  for (const username of ['Ann', 'Ben', 'Cleo']) await joinFakeCall(lectern, group, { username });
  const names = async (query: Query<'listActiveCallPeople'>) =>
    (await list(group.owner, query)).items.map(({ name }) => name);
  assert.deepEqual(await names({}), ['Cleo', 'Ben', 'Ann']);
  assert.deepEqual(await names({ order: 'asc' }), ['Ann', 'Ben', 'Cleo']);
  assert.deepEqual(await names({ order: 'asc', limit: 1, offset: 1 }), ['Ben']);
  const beyond = await list(group.owner, { offset: 3 });
  assert.deepEqual([beyond.items, beyond.total, beyond.onlineCount], [[], 3, 3]);
});

test('a person who was erased during the call keeps the times, without a name and keys', async () => {
  const ann = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  await joinFakeCall(lectern, group, { username: 'Ben' });
  await group.owner.erasePerson({ externalUserId: 'lms-1' });
  const row = rowOf(await list(group.owner), ann.id);
  assert.deepEqual([row.name, row.externalUserId, row.userId, row.isErased], [null, null, null, true]);
});

test('the list is refused to a moderator who was demoted, removed or came by a revoked link, and after the call', async () => {
  const teacher = await joinFakeCall(lectern, group, { role: 'moderator' });
  const account = await makeUser(lectern, 'leader-of-the-room');
  const at = { ...group.at, body: { targetUserId: account.id, role: 'role_room_moderator' as const } };
  const { db, close } = await databaseOf(lectern);
  await db
    .insertInto('space_members')
    .values({ space_id: group.spaceId, user_id: account.id, role: 'user', created_at: now() })
    .execute();
  await close();
  await group.owner.grantRole(at);
  assert.equal((await list(teacher.api)).total, 1);
  assert.equal((await list(account.api)).total, 1);
  const { id, access_token } = await account.api.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: newBrowser(), name: 'Mo' },
  });
  const session = lectern.client(access_token);
  assert.equal((await list(session)).total, 1, `by the session of ${id}`);
  await group.owner.grantRole({ ...at, body: { ...at.body, role: 'role_room_user' } });
  await refused(list(account.api), 'forbidden');
  await refused(list(session), 'forbidden');
  const [link] = (await group.owner.listAccessLinks(group.at)).items;
  await group.owner.removeParticipant(teacher.at);
  await refused(list(teacher.api), 'forbidden');
  const other = await joinFakeCall(lectern, group, { role: 'moderator' });
  assert.equal((await list(other.api)).total, 2);
  const links = (await group.owner.listAccessLinks(group.at)).items;
  for (const { id: linkId } of links) {
    if (linkId !== link?.id) await group.owner.revokeAccessLink({ ...group.at, linkId });
  }
  await refused(list(other.api), 'not_found');
  await group.owner.finishActiveCall(group.at);
  await refused(list(group.owner), 'call_not_active');
});

const inPublic: Record<Credential, CredentialOutcome> = {
  nobody: 'unauthorized',
  forged: 'unauthorized',
  client: 'forbidden',
  stranger: 'forbidden',
  guestLink: 'forbidden',
  moderatorLink: 'forbidden',
  guest: 'forbidden',
  moderator: 'ok',
  owner: 'ok',
};

test('only moderators of the call and accounts that lead the room read who was there', async () => {
  const open = await makeGroup(lectern);
  await joinFakeCall(lectern, open);
  await checkEachCredential(await credentialsFor(lectern, open), (api) => api.listActiveCallPeople(open.at), {
    ...inPublic,
  });
  await joinFakeCall(lectern, group);
  await checkEachCredential(await credentialsFor(lectern, group), (api) => list(api), {
    ...inPublic,
    ...{ client: 'not_found', stranger: 'not_found' },
  });
  const elsewhere = await credentialsFor(lectern, await makeGroup(lectern));
  await refused(open.owner.listActiveCallPeople({ ...open.at, roomId: group.room.id }), 'not_found');
  await refused(open.owner.listActiveCallPeople({ ...open.at, roomId: newId() }), 'not_found');
  await refused(elsewhere.moderator.listActiveCallPeople(open.at), 'forbidden');
  await refused(list(elsewhere.moderator), 'not_found');
});

test('a refusal lists every bad value of the query', async () => {
  const bad = { limit: 0, offset: -1, order: 'up' };
  await refusedFields(
    list(group.owner, bad as unknown as Query<'listActiveCallPeople'>),
    ...Object.keys(bad),
  );
});
