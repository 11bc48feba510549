import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import {
  type Chatting,
  changesOf,
  enterChat,
  type Machine,
  makeChatUser,
  makeMachine,
} from '../../../testing/people/chat.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';

let lectern: Lectern;
let group: TestGroup;
let machine: Machine;
let moderator: Chatting;
let channelId: string;

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern);
  channelId = group.room.channelId;
  machine = await makeMachine(lectern, group);
  moderator = await enterChat(lectern, group, { username: 'Mo', role: 'moderator' });
});
after(() => lectern?.remove());

const set = (body: Body<'updateChatSettings'>) =>
  group.owner.updateChatSettings({ spaceId: group.spaceId, body });
const byPassword = (username: string, password: string | null = 'secret words', app_id = machine.appId) =>
  lectern.client().signUp({ body: { app_id, username, password } });
const logIn = (username: string, password = 'secret words', app_id: string | number = machine.appId) =>
  lectern.client().logIn({ body: { app_id, username, password } });

const defaults = {
  createChannelAllowed: false,
  accessUnregisteredUsers: false,
  accessChatGuest: false,
  accessRegister: false,
  displayDirect: true,
  displayUserList: true,
  displayChannelList: true,
  displaySystemMessages: false,
  displayHeader: true,
  displayFooter: true,
};

test('everybody may read the settings of an application, and the owner may change them', async () => {
  const { appId } = machine;
  const anybody = lectern.client();
  const { socketUrl, ...settings } = await anybody.getChatApplicationSettings({ appId });
  assert.deepEqual(settings, defaults);
  assert.equal(new URL(socketUrl).pathname, '/connection/websocket');
  const changed = await set({ accessRegister: true, displayHeader: false });
  assert.deepEqual(changed, { ...defaults, accessRegister: true, displayHeader: false, socketUrl });
  await set({ displayFooter: false });
  await set({ unknown: true } as Body<'updateChatSettings'>);
  assert.deepEqual(await anybody.getChatApplicationSettings({ appId }), { ...changed, displayFooter: false });
  await refused(anybody.getChatApplicationSettings({ appId: '999999999999999999' }), 'not_found');
  await refusedFields(
    set({ displayHeader: 'yes', displayFooter: [] } as never),
    'displayFooter',
    'displayHeader',
  );
});

test('a machine token works until a new one is created', async () => {
  const { appId, api } = machine;
  assert.match(machine.token, /^lam_/);
  await api.createChatUser({ appId, body: { externalId: 'one' } });
  const next = await makeMachine(lectern, group);
  assert.equal(next.appId, appId);
  await refused(api.createChatUser({ appId, body: { externalId: 'two' } }), 'unauthorized');
  await next.api.createChatUser({ appId, body: { externalId: 'two' } });
  const elsewhere = await makeMachine(lectern, await makeGroup(lectern));
  await refused(elsewhere.api.createChatUser({ appId, body: { externalId: 'x' } }), 'not_found');
  await refused(elsewhere.api.issueChatToken({ appId, externalId: 'two' }), 'not_found');
  await refused(next.api.issueChatToken({ appId, externalId: 'nobody' }), 'not_found');
});

test("the integrator's server creates a person once and then changes the named fields", async () => {
  const { appId, api } = machine;
  const make = (body: Omit<Body<'createChatUser'>, 'externalId'>) =>
    api.createChatUser({ appId, body: { ...body, externalId: 'pupil@7' } });
  const made = await make({});
  assert.deepEqual(made, {
    ...{ id: made.id, role: 'user', username: 'pupil@7', displayName: 'pupil@7' },
    ...{ avatarUrl: null, lang: null, participantId: null },
  });
  const avatarUrl = `${lectern.url}/avatars/7.png`;
  const named = await make({ username: 'pia', displayName: ' Pia ', avatarUrl, role: 'moderator' });
  assert.deepEqual(named, { ...made, username: 'pia', displayName: 'Pia', avatarUrl, role: 'moderator' });
  assert.deepEqual(await make({}), named);
  assert.deepEqual(await make({ avatarUrl: null }), { ...named, avatarUrl: null });
  await refusedFields(make({ avatarUrl: 'https://elsewhere.example.org/7.png' }), 'avatarUrl');
  await refusedFields(make({ displayName: '  ' }), 'displayName');
});

test("the integrator's moderator leads every channel, and their user joins channels as a user", async () => {
  const head = await makeChatUser(lectern, machine, { externalId: 'head', role: 'moderator' });
  const pupil = await makeChatUser(lectern, machine, { externalId: 'pupil' });
  assert.match(head.token, /^lch_/);
  for (const [{ api }, role] of [
    [head, 'moderator'],
    [pupil, 'user'],
  ] as const) {
    assert.equal((await api.joinChannel({ body: { id: channelId } })).role, role);
  }
  await head.api.clearChannel({ channelId });
  await refused(pupil.api.clearChannel({ channelId }), 'forbidden');
  await machine.api.createChatUser({ appId: machine.appId, body: { externalId: 'head', role: 'user' } });
  await refused(head.api.clearChannel({ channelId }), 'forbidden');
});

test('people sign up only if the owner allows it, and a name belongs to one person', async () => {
  await refused(byPassword('Anna'), 'registration_off');
  await refused(byPassword('Anna', null), 'registration_off');
  await set({ accessRegister: true });
  const { access_token } = await byPassword(' Anna ');
  await refused(byPassword('Anna', null), 'registration_off');
  await refused(byPassword('aNNA', 'other words'), 'username_taken');
  await refusedFields(byPassword('Boris', 'iloveyou1'), 'password');
  const anna = lectern.client(access_token);
  assert.equal((await anna.getInitial()).user.displayName, 'Anna');
  await set({ accessChatGuest: true });
  const guests = [await byPassword('Anna', null), await byPassword('Anna', null)];
  const ids = await Promise.all(
    guests.map(async (guest) => {
      return (await lectern.client(guest.access_token).getInitial()).user.id;
    }),
  );
  assert.equal(new Set(ids).size, 2, 'a guest’s name is not reserved');
  await refused(byPassword('Anna', 'secret words', '999999999999999999'), 'not_found');
});

test('of two people who sign up with one name at once one gets it', async () => {
  await set({ accessRegister: true });
  const outcomes = await Promise.allSettled([byPassword('Otto'), byPassword('OTTO'), byPassword('otto')]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a log-in takes name and password, and does not reveal which of them was wrong', async () => {
  await set({ accessRegister: true, accessChatGuest: true });
  const first = await byPassword('Rita');
  await byPassword('Guest', null);
  const again = await logIn('RITA', 'secret words', Number(machine.appId));
  const idBy = async (token: string) => (await lectern.client(token).getInitial()).user.id;
  assert.equal(await idBy(again.access_token), await idBy(first.access_token));
  const wrong = await refused(logIn('Rita', 'secret word'), 'wrong_password');
  const unknown = await refused(logIn('Nobody'), 'wrong_password');
  assert.equal(unknown.message, wrong.message);
  await refused(logIn('Guest'), 'wrong_password');
  await refused(logIn('Rita', 'secret words', '999999999999999999'), 'not_found');
});

test('people who signed up see public rooms whose chat is on, and no private ones', async () => {
  await set({ accessRegister: true });
  const api = lectern.client((await byPassword('Vera')).access_token);
  const join = () => api.joinChannel({ body: { id: channelId } });
  const hidden = await group.owner.createRoom({
    spaceId: group.spaceId,
    body: { name: 'Staff', isPublic: false },
  });
  await refused(api.joinChannel({ body: { id: hidden.channelId } }), 'not_found');
  assert.equal((await join()).role, 'user');
  await api.sendMessage({ body: { channelId, text: 'hello' } });
  await moderator.api.updateChannelSettings({ channelId, body: { isChatAllowed: false } });
  await refused(api.listMessages({ channelId }), 'not_found');
  await moderator.api.updateChannelSettings({ channelId, body: { isChatAllowed: true } });
  await group.owner.updateRoom({ ...group.at, body: { isPublic: false } });
  await refused(join(), 'not_found');
});

test("people are found by their ids and participant ids, in the caller's application only", async () => {
  const ann = await enterChat(lectern, group);
  const foreign = await enterChat(lectern, await makeGroup(lectern));
  const fetchBy = (body: Body<'fetchChatUsers'>) => ann.api.fetchChatUsers({ body });
  const named = async (body: Body<'fetchChatUsers'>) =>
    (await fetchBy(body)).map(({ id, participantId, role }) => [id, participantId, role]);
  const asAnn = [ann.userId, ann.id, 'user'];
  const everybody = [Number(moderator.userId), ann.userId, foreign.userId, '999999999999999999'];
  assert.equal((await named({ ids: everybody })).length, 2);
  assert.deepEqual(await named({ ids: [ann.userId] }), [asAnn]);
  assert.deepEqual(await named({ participantIds: [ann.id, foreign.id] }), [asAnn]);
  assert.deepEqual(await named({ ids: [] }), []);
  await refusedFields(fetchBy({}), 'ids');
  await refusedFields(fetchBy({ ids: Array.from({ length: 101 }, () => '1') }), 'ids');
});

test('people are found only in channels that the caller can see', async () => {
  const other = await group.owner.createRoom({
    ...{ spaceId: group.spaceId },
    body: { name: 'Closed', isPublic: false },
  });
  const elsewhere: TestGroup = { ...group, room: other, at: { spaceId: group.spaceId, roomId: other.id } };
  const [ann, bea] = [await enterChat(lectern, group), await enterChat(lectern, group)];
  const cid = await enterChat(lectern, elsewhere);
  const machine = await makeMachine(lectern, group);
  const [dan, eve] = [
    await makeChatUser(lectern, machine, { externalId: 'dan' }),
    await makeChatUser(lectern, machine, { externalId: 'eve' }),
  ];
  const silent = await enterBy(lectern, group, { url: await makeLink(group) });
  await silent.api.getInitial();
  const names = new Map([ann, bea, cid, dan, eve].map(({ userId }, at) => [userId, 'abcde'[at] ?? '']));
  const ids = [...names.keys()];
  const seenBy = async ({ api }: { api: Client }) =>
    (await api.fetchChatUsers({ body: { ids } }))
      .map(({ id }) => names.get(id))
      .sort()
      .join('');
  assert.equal(await seenBy(ann), 'ab');
  assert.equal(await seenBy(cid), 'c');
  assert.equal(await seenBy(dan), 'abcd', 'the integrator’s people see every room and themselves');
  const asParticipants = async (api: Client) => {
    const found = await api.fetchChatUsers({ body: { participantIds: [ann.id, cid.id, silent.id] } });
    return found.map(({ participantId }) => participantId).sort();
  };
  assert.deepEqual(await asParticipants(ann.api), [ann.id, silent.id].sort());
  assert.deepEqual(await asParticipants(cid.api), [cid.id]);
  await dan.api.createDirect({ body: { userId: eve.userId } });
  assert.equal(await seenBy(dan), 'abcde');
  await eve.api.joinChannel({ body: { id: group.room.channelId } });
  assert.equal(await seenBy(ann), 'abe');
  await bea.api.leaveChannel({ body: { id: group.room.channelId } });
  await eve.api.leaveChannel({ body: { id: group.room.channelId } });
  assert.equal(await seenBy(ann), 'abe', 'the author of an earlier message is still shown with a name');
});

test('a new name or picture is published in every channel that the person joined', async () => {
  const ann = await enterChat(lectern, group);
  const update = (body: Body<'updateProfile'>) => ann.api.updateProfile({ body });
  const avatarUrl = `${lectern.url}/avatars/ann.png`;
  const changed = await update({ displayName: ' Anna ', avatarUrl });
  assert.deepEqual([changed.displayName, changed.avatarUrl, changed.username], ['Anna', avatarUrl, 'Ann']);
  await update({ displayName: 'Anna' });
  await update({});
  await update({ avatarUrl: null });
  const { userId } = ann;
  assert.deepEqual(await changesOf(moderator.api, channelId), [
    { event: 'user-update-profile', payload: { channelId, userId, displayName: 'Anna', avatarUrl }, seq: 1 },
    { event: 'user-update-profile', payload: { channelId, userId, avatarUrl: null }, seq: 2 },
  ]);
  await refusedFields(update({ avatarUrl: 'https://elsewhere.example.org/a.png' }), 'avatarUrl');
  await refusedFields(update({ displayName: ' ' }), 'displayName');
  await group.owner.updateRoom({ ...group.at, body: { isSelfRenamingAllowed: false } });
  await refused(update({ displayName: 'Queen' }), 'forbidden');
});

test('a person who returns under another name is renamed for everybody who sees them', async () => {
  const ann = await enterChat(lectern, group);
  const session = await openLink(lectern, ann.url, ann.browser);
  const body = { roomId: group.room.id, clientUniqueId: ann.browser, name: 'Dr Ann' };
  const { access_token } = await session.createParticipant({ spaceId: group.spaceId, body });
  const initial = await lectern.client(access_token).getInitial();
  assert.deepEqual([initial.user.id, initial.user.displayName], [ann.userId, 'Dr Ann']);
  assert.deepEqual(await changesOf(moderator.api, channelId), [
    {
      event: 'user-update-profile',
      payload: { channelId, userId: ann.userId, displayName: 'Dr Ann' },
      seq: 1,
    },
  ]);
});

/** Enters by a link with this external id. */
const enterAs = async (externalUserId: string, more: Partial<Body<'generateAccess'>> = {}, of = group) => {
  const entered = await enterBy(lectern, of, { url: await makeLink(of, { externalUserId, ...more }) });
  await entered.api.joinChannel({ body: { id: of.room.channelId } });
  return { ...entered, userId: (await entered.api.getInitial()).user.id };
};

test('the same external id is one chat user by links into any room of the group and by the machine token', async () => {
  const first = await enterAs('pupil-7');
  const made = await makeChatUser(lectern, machine, { externalId: 'pupil-7', displayName: 'Pupil Seven' });
  const room = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Other room' } });
  const other = { ...group, room, at: { ...group.at, roomId: room.id } };
  const elsewhere = await enterAs('pupil-7', { isPermanent: true }, other);
  assert.deepEqual([made.userId, elsewhere.userId], [first.userId, first.userId]);
  const { userId } = await first.api.sendMessage({ body: { channelId, text: 'by a link' } });
  await made.api.joinChannel({ body: { id: channelId } });
  const byToken = await made.api.sendMessage({ body: { channelId, text: 'by the token' } });
  assert.deepEqual([userId, byToken.userId], [first.userId, first.userId]);
  assert.notEqual((await enterAs('pupil-8')).userId, first.userId);
});

test('a session by a link has the rights of its participant, and not those of the token of the same person', async () => {
  const made = await makeChatUser(lectern, machine, { externalId: 'teacher-1', role: 'moderator' });
  const hidden = await group.owner.createRoom({
    spaceId: group.spaceId,
    body: { name: 'Hidden', isPublic: false },
  });
  await made.api.joinChannel({ body: { id: hidden.channelId } });
  const guest = await enterAs('teacher-1');
  assert.equal(guest.userId, made.userId);
  await refused(guest.api.listMessages({ channelId: hidden.channelId }), 'not_found');
  await refused(guest.api.updateChannelSettings({ channelId, body: { slowModeSeconds: 5 } }), 'forbidden');
  const other = await makeChatUser(lectern, machine, { externalId: 'pupil-9' });
  await refused(guest.api.createDirect({ body: { userId: other.userId } }), 'forbidden');
  await made.api.createDirect({ body: { userId: other.userId } });
});

test('a person who only came by links has no token until the machine creates them', async () => {
  await enterAs('pupil-10');
  const { appId, api } = machine;
  await refused(api.issueChatToken({ appId, externalId: 'pupil-10' }), 'not_found');
  await makeChatUser(lectern, machine, { externalId: 'pupil-10' });
});

test('a person of the integrator whose link is revoked leaves the chat of the room, and may join by their own token', async () => {
  const made = await makeChatUser(lectern, machine, { externalId: 'pupil-11' });
  await made.api.joinChannel({ body: { id: channelId } });
  const link = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Eve', role: 'user', externalUserId: 'pupil-11' },
  });
  const entered = await enterBy(lectern, group, { url: link.url });
  assert.equal((await entered.api.getInitial()).user.id, made.userId);
  await group.owner.revokeAccessLink({ ...group.at, linkId: link.id });
  await refused(made.api.listMessages({ channelId }), 'not_joined');
  await made.api.joinChannel({ body: { id: channelId } });
});

test('a link that only a leader of the room made does not speak for a person of the whole group', async () => {
  const made = await makeChatUser(lectern, machine, { externalId: 'pupil-12' });
  const leader = await makeUser(lectern, 'leads-one-room');
  await group.owner.grantRole({
    ...group.at,
    body: { targetUserId: leader.id, role: 'role_room_moderator' },
  });
  const { url } = await leader.api.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user', externalUserId: 'pupil-12' },
  });
  const entered = await enterBy(lectern, group, { url });
  assert.notEqual((await entered.api.getInitial()).user.id, made.userId);
});
