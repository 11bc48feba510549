import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern.remove());

type Entry = Partial<Body<'createParticipant'>>;

const enter = (api: Client, { spaceId, room }: TestGroup, body: Entry = {}) =>
  api.createParticipant({ spaceId, body: { roomId: room.id, clientUniqueId: 'a browser', ...body } });

const linkOf = async ({ owner, at }: TestGroup, more: Partial<Body<'generateAccess'>> = {}) =>
  (await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user', ...more } })).url;

const field = (slug: 'email' | 'phone', required = true) =>
  ({ slug, type: slug, title: `admin.classrooms.${slug}`, enabled: true, required }) as const;

test("an entry by a link has the link's name and role, whatever the body says", async () => {
  const group = await makeGroup(lectern, { isPublic: false, isSelfRenamingAllowed: false });
  const guest = await enter(await openLink(lectern, await linkOf(group), 'a browser'), group, {
    name: 'Somebody else',
    role: 'moderator',
  });
  assert.deepEqual([guest.name, guest.role, guest.status], ['Ann', 'user', 'admitted']);
  const url = await linkOf(group, { role: 'moderator', username: 'Mo' });
  const leader = await enter(await openLink(lectern, url, 'a browser'), group, { role: 'user' });
  assert.deepEqual([leader.name, leader.role, leader.spaceId], ['Mo', 'moderator', group.spaceId]);
  await group.owner.updateRoom({ ...group.at, body: { isSelfRenamingAllowed: true } });
  const renamed = await enter(await openLink(lectern, url, 'a browser'), group, { name: ' Maureen ' });
  assert.deepEqual([renamed.name, renamed.id], ['Maureen', leader.id]);
});

test('a public room admits anybody with a name as a guest', async () => {
  const group = await makeGroup(lectern);
  const user = await makeUser(lectern, 'visitor');
  const client = lectern.client(lectern.owner.clientToken);
  for (const api of [lectern.client(), client]) {
    await refusedFields(enter(api, group), 'name');
    await refusedFields(enter(api, group, { name: '  ' }), 'name');
    const entered = await enter(api, group, { name: 'Bob', role: 'moderator' });
    assert.deepEqual([entered.name, entered.role], ['Bob', 'user']);
  }
  const entered = await enter(user.api, group);
  assert.deepEqual([entered.name, entered.role], ['visitor', 'user']);
});

test('accounts that lead the room enter as moderators', async () => {
  const group = await makeGroup(lectern, { isPublic: false });
  for (const token of [lectern.owner.userToken, lectern.owner.personalToken]) {
    assert.equal((await enter(lectern.client(token), group)).role, 'moderator');
  }
});

test('a private room admits by its links and people with a role, and is not_found for others', async () => {
  const group = await makeGroup(lectern, { isPublic: false });
  const stranger = await makeUser(lectern, 'outsider');
  const client = lectern.client(lectern.owner.clientToken);
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  const byOtherLink = await openLink(lectern, await linkOf(elsewhere), 'a browser');
  for (const api of [lectern.client(), client, stranger.api, byOtherLink]) {
    await refused(enter(api, group, { name: 'Eve' }), 'not_found');
  }
  const byOther = byOtherLink.createParticipant({
    spaceId: elsewhere.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'a browser' },
  });
  await refused(byOther, 'not_found');
});

test('required fields must be filled in, unless the link has them', async () => {
  const joinSettingsFields = [field('email'), field('phone')];
  const group = await makeGroup(lectern, { joinSettingsFields });
  await refusedFields(enter(lectern.client(), group), 'name', 'fields.email', 'fields.phone');
  await refusedFields(
    enter(lectern.client(), group, { name: 'Bob', fields: { email: 'bob@example.org', phone: '' } }),
    'fields.phone',
  );
  const fields = { email: 'bob@example.org', phone: '+44 20 7946 0018' };
  await enter(lectern.client(), group, { name: 'Bob', fields });
  const knows = await openLink(lectern, await linkOf(group, { email: 'ann@example.org' }), 'a browser');
  await refusedFields(enter(knows, group), 'fields.phone');
  await enter(knows, group, { fields: { phone: '112' } });
  const optional = [field('email', false), { ...field('phone'), enabled: false }];
  await group.owner.updateRoom({ ...group.at, body: { joinSettingsFields: optional } });
  await enter(lectern.client(), group, { name: 'Bob' });
});

test('a refusal names invalid values of the form by their path', async () => {
  const group = await makeGroup(lectern);
  const fields = { email: 'no address', phone: 'call me' };
  const bad = enter(lectern.client(), group, { name: 'x'.repeat(101), clientUniqueId: '', fields });
  await refusedFields(bad, 'name', 'clientUniqueId', 'fields.email', 'fields.phone');
});

test('the same credential and browser is the same participant, another one is not', async () => {
  const group = await makeGroup(lectern);
  const permanent = await openLink(lectern, await linkOf(group, { isPermanent: true }), 'a browser');
  const user = lectern.client(lectern.owner.userToken);
  const ids = new Set<string>();
  for (const api of [permanent, user, lectern.client()]) {
    const [first, ...more] = await Promise.all(
      Array.from({ length: 5 }, () => enter(api, group, { name: 'Ann' })),
    );
    for (const { id } of more) assert.equal(id, first?.id);
    ids.add(first?.id ?? '');
  }
  ids.add((await enter(lectern.client(), group, { name: 'Ann', clientUniqueId: 'another' })).id);
  assert.equal(ids.size, 4);
});

test('a link session enters with the browser that opened it', async () => {
  const group = await makeGroup(lectern);
  const permanent = await openLink(lectern, await linkOf(group, { isPermanent: true }), 'a browser');
  await refusedFields(enter(permanent, group, { clientUniqueId: 'another' }), 'clientUniqueId');
});

test('a participant belongs to the credential that entered, and others are refused', async () => {
  const group = await makeGroup(lectern);
  const stranger = await makeUser(lectern, 'curious');
  const client = lectern.client(lectern.owner.clientToken);
  const byLink = await openLink(lectern, await linkOf(group, { isPermanent: true }), 'a browser');
  const owner = lectern.client(lectern.owner.userToken);
  const enteredBy = [byLink, client, stranger.api, owner];
  for (const api of enteredBy) {
    const { id } = await enter(api, group, { name: 'Ann' });
    const at = { spaceId: group.spaceId, participantId: id };
    await api.issueSignalingToken(at);
    const joined = await api.joinRoom({ ...group.at, body: { participantId: id } });
    assert.deepEqual([joined.id, joined.isPresent], [id, false]);
    for (const other of enteredBy.filter((item) => item !== api)) {
      await refused(other.issueSignalingToken(at), 'forbidden');
      await refused(other.joinRoom({ ...group.at, body: { participantId: id } }), 'forbidden');
    }
    await refused(lectern.client().issueSignalingToken(at), 'unauthorized');
  }
});

test('a participant session is valid for that participant only', async () => {
  const group = await makeGroup(lectern);
  const ann = await enter(lectern.client(), group, { name: 'Ann', clientUniqueId: 'one' });
  const bob = await enter(lectern.client(), group, { name: 'Bob', clientUniqueId: 'two' });
  const asAnn = lectern.client(ann.access_token);
  const { spaceId } = group;
  await asAnn.issueSignalingToken({ spaceId, participantId: ann.id });
  await refused(asAnn.issueSignalingToken({ spaceId, participantId: bob.id }), 'forbidden');
  await refused(asAnn.issueSignalingToken({ spaceId: group.room.id, participantId: ann.id }), 'not_found');
  await refused(asAnn.joinRoom({ ...group.at, body: { participantId: bob.id } }), 'forbidden');
  const elsewhere = await makeGroup(lectern);
  await refused(asAnn.joinRoom({ ...elsewhere.at, body: { participantId: ann.id } }), 'not_found');
});

test('a participant who came by the address of a room cannot reconnect when it becomes private', async () => {
  const group = await makeGroup(lectern);
  const guest = await enter(lectern.client(), group, { name: 'Bob' });
  const byLink = await enter(await openLink(lectern, await linkOf(group), 'another'), group, {
    clientUniqueId: 'another',
  });
  await group.owner.updateRoom({ ...group.at, body: { isPublic: false } });
  const tokenFor = ({ id, access_token }: typeof guest) =>
    lectern.client(access_token).issueSignalingToken({ spaceId: group.spaceId, participantId: id });
  await refused(tokenFor(guest), 'forbidden');
  await tokenFor(byLink);
});

test('operations on people in the call are refused for participants who are not in it', async () => {
  const group = await makeGroup(lectern);
  const { id: participantId } = await enter(lectern.client(), group, { name: 'Bob' });
  const at = { spaceId: group.spaceId, participantId };
  const { owner } = group;
  await refused(owner.muteParticipant({ ...at, body: { source: 'camera' } }), 'participant_not_in_call');
  await refused(owner.removeParticipant(at), 'participant_not_in_call');
  await refused(owner.allowSpeaking(at), 'participant_not_in_call');
  await refused(owner.stopSpeaking(at), 'participant_not_in_call');
  assert.deepEqual(await owner.listParticipants(group.at), { items: [], total: 0 });
});
