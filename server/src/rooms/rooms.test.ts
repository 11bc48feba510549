import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { initialFlags, roomFlagNames } from '../../../contract/operations/rooms.ts';
import { codeIn, shownCode } from '../../../contract/room-code.ts';
import { routes } from '../../../contract/routes.ts';
import { makeGroup, makeUser, openLink } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { refused, refusedFields } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern.remove());

const emailField = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
} as const;
const phoneField = {
  slug: 'phone',
  type: 'phone',
  title: 'admin.classrooms.phone',
  enabled: false,
  required: false,
  description: 'With the country code',
} as const;

test('a new room has the requested settings and defaults for the rest', async () => {
  const { room, spaceId, owner } = await makeGroup(lectern);
  const space = await owner.getSpace({ spaceId });
  assert.deepEqual(
    { ...room, id: '', alias: '', code: '', channelId: '', createdAt: '' },
    {
      id: '',
      kind: 'room',
      spaceId,
      alias: '',
      code: '',
      name: 'Algebra',
      type: 'lesson',
      isPublic: true,
      isChatAllowed: true,
      isRecordAllowed: true,
      isAutoRecordingAllowed: false,
      isMutedOnEntry: false,
      isMicrophonePublishingAllowed: true,
      isCameraPublishingAllowed: true,
      isCameraViewingAllowed: true,
      isScreenMediaPublishingAllowed: true,
      isScreensharingAllowed: true,
      isAvatarsAllowed: true,
      isDirectMessagingAllowed: true,
      isPeopleViewingAllowed: true,
      disabledFeatures: [],
      isSelfRenamingAllowed: true,
      isHandRaisingAllowed: true,
      isReactingAllowed: true,
      isRemoteDrawingAllowed: true,
      isTranscriptionAllowed: true,
      isRecordWatchingAllowed: false,
      opensWith: 'anybody',
      opensAt: null,
      closesAt: null,
      waitingRoomAudience: 'nobody',
      earlierChatAudience: 'members',
      attendanceEmail: 'nobody',
      transcriptionLanguage: 'auto',
      redirectUrl: null,
      joinSettings: { fields: [], customFields: [] },
      attendanceRule: { minShare: 0.85, minSeconds: 0 },
      appId: space.chatApplicationId,
      channelId: '',
      roleInRoom: 'role_room_owner',
      lastCallAt: null,
      activeCallStartedAt: null,
      bigBlueButtonMeetingId: null,
      createdAt: '',
    },
  );
  assert.notEqual(room.channelId, room.appId);
});

test('a room keeps every setting that it was created with', async () => {
  const { joinSettingsFields: _, joinSettingsCustomFields: __, ...sent } = routes.createRoom.example.body;
  const settings = {
    ...sent,
    ...Object.fromEntries(roomFlagNames.map((name) => [name, !initialFlags[name]])),
    type: 'webinar',
    isPublic: false,
    opensWith: 'moderator',
    opensAt: '2026-11-23T08:50:00.042Z',
    closesAt: '2026-11-23T09:30:00.000Z',
    attendanceEmail: 'moderators',
    redirectUrl: 'https://school.example.org/done?x=1',
    attendanceRule: { minShare: 0.5, minSeconds: 600 },
  } as const;
  const { owner, at, room } = await makeGroup(lectern, {
    ...settings,
    joinSettingsFields: [emailField, phoneField],
  });
  assert.deepEqual(room, { ...room, ...settings });
  assert.deepEqual(room.joinSettings.fields, [emailField, phoneField]);
  assert.deepEqual(await owner.getRoom(at), room);
});

test('an update changes the named fields and leaves the rest', async () => {
  const { owner, at, room } = await makeGroup(lectern, {
    isChatAllowed: false,
    redirectUrl: 'https://example.org/',
    joinSettingsFields: [emailField],
  });
  const changed = await owner.updateRoom({ ...at, body: { name: 'Geometry', isPublic: false } });
  assert.deepEqual(changed, { ...room, name: 'Geometry', isPublic: false });
  assert.deepEqual(await owner.updateRoom({ ...at, body: {} }), changed);
  assert.deepEqual(await owner.updateRoom({ ...at, body: changed }), changed);
  const { attendanceRule } = await owner.updateRoom({ ...at, body: { attendanceRule: { minSeconds: 60 } } });
  assert.deepEqual(attendanceRule, { minShare: 0.85, minSeconds: 60 });
  const cleared = await owner.updateRoom({ ...at, body: { redirectUrl: null, joinSettingsFields: [] } });
  assert.deepEqual([cleared.redirectUrl, cleared.joinSettings.fields], [null, []]);
});

test('two concurrent updates both take effect', async () => {
  const { owner, at } = await makeGroup(lectern);
  await Promise.all([
    owner.updateRoom({ ...at, body: { isChatAllowed: false } }),
    owner.updateRoom({ ...at, body: { isRecordAllowed: false } }),
    owner.updateRoom({ ...at, body: { name: 'Physics' } }),
  ]);
  const { isChatAllowed, isRecordAllowed, name } = await owner.getRoom(at);
  assert.deepEqual([isChatAllowed, isRecordAllowed, name], [false, false, 'Physics']);
});

test('a refusal lists every fault of the join fields', async () => {
  const { owner, at } = await makeGroup(lectern);
  const wrong = { ...emailField, type: 'phone', title: 'admin.classrooms.phone' } as const;
  await refusedFields(
    owner.updateRoom({ ...at, body: { joinSettingsFields: [emailField, wrong] } }),
    'joinSettingsFields.1.slug',
    'joinSettingsFields.1.type',
    'joinSettingsFields.1.title',
  );
  assert.deepEqual((await owner.getRoom(at)).joinSettings.fields, []);
});

test('lists are newest first, in pages, and contain only rooms that the caller may see', async () => {
  const { owner, spaceId, room: first } = await makeGroup(lectern);
  const second = await owner.createRoom({ spaceId, body: { name: 'Hidden', isPublic: false } });
  const third = await owner.createRoom({ spaceId, body: { name: 'Open' } });
  const all = await owner.listRooms({ spaceId });
  assert.deepEqual(all, { items: [third, second, first], total: 3 });
  const page = await owner.listRooms({ spaceId, query: { limit: 1, offset: 1, order: 'asc' } });
  assert.deepEqual(page, { items: [second], total: 3 });
  const stranger = await makeUser(lectern, 'stranger');
  for (const api of [stranger.api, lectern.client(lectern.owner.clientToken)]) {
    const { items, total } = await api.listRooms({ spaceId });
    assert.deepEqual([items.map(({ id }) => id), total], [[third.id, first.id], 2]);
    assert.deepEqual(
      items.map(({ roleInRoom }) => roleInRoom),
      [null, null],
    );
  }
});

test('rooms that open within a week are listed over all groups of an account, in the order of their opening', async () => {
  const [first, second] = [await makeGroup(lectern), await makeGroup(lectern)];
  const user = await makeUser(lectern, 'member');
  for (const { owner, spaceId } of [first, second]) {
    const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
    await user.api.activateInvite({ spaceId, inviteId });
  }
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const rooms = [
    { of: first, name: 'Tomorrow', hours: 24 },
    { of: second, name: 'Soon', hours: 1 },
    { of: second, name: 'In two weeks', hours: 14 * 24 },
    { of: second, name: 'Hidden', hours: 2, isPublic: false },
  ];
  for (const { of, name, hours, isPublic = true } of rooms) {
    const body = { name, isPublic, opensAt: inHours(hours) };
    await of.owner.createRoom({ spaceId: of.spaceId, body });
  }
  const { items } = await user.api.listCurrentRooms();
  assert.deepEqual(
    items.map(({ room }) => room.name),
    ['Soon', 'Tomorrow'],
  );
  assert.equal(items[0]?.spaceName, (await second.owner.getSpace({ spaceId: second.spaceId })).name);
  assert.ok((await second.owner.listCurrentRooms()).items.some(({ room }) => room.name === 'Hidden'));
});

test('a code leads to a room as its alias does, however it is typed', async () => {
  const { owner, at, room } = await makeGroup(lectern);
  assert.equal(codeIn(room.code), room.code);
  const shown = shownCode(room.code);
  for (const alias of [room.code, shown, shown.toUpperCase(), shown.replace('-', '')]) {
    assert.equal((await lectern.client().getRoomByAlias({ alias })).alias, room.alias);
  }
  const { room: other } = await makeGroup(lectern);
  assert.notEqual(other.code, room.code);
  await owner.updateRoom({ ...at, body: { ...room, isPublic: false } });
  await refused(lectern.client().getRoomByAlias({ alias: room.code }), 'not_found');
  assert.equal((await owner.getRoomByAlias({ alias: room.code })).id, room.id);
});

test('anybody finds a public room by its address, and only people with a role find a private one', async () => {
  const { owner, at, room } = await makeGroup(lectern);
  const alias = room.alias;
  const { url } = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'moderator' } });
  const byLink = await openLink(lectern, url, 'browser of ann');
  const entered = await byLink.createParticipant({
    spaceId: at.spaceId,
    body: { roomId: at.roomId, clientUniqueId: 'browser of ann' },
  });
  const inCall = lectern.client(entered.access_token);
  const stranger = await makeUser(lectern, 'passer-by');
  const strangers = [lectern.client(), lectern.client(lectern.owner.clientToken), stranger.api];
  for (const api of [...strangers, owner, byLink, inCall]) {
    assert.equal((await api.getRoomByAlias({ alias })).id, room.id);
  }
  await owner.updateRoom({ ...at, body: { isPublic: false } });
  for (const api of strangers) await refused(api.getRoomByAlias({ alias }), 'not_found');
  const roles = await Promise.all([owner, byLink, inCall].map((api) => api.getRoomByAlias({ alias })));
  assert.deepEqual(
    roles.map(({ roleInRoom }) => roleInRoom),
    ['role_room_owner', 'role_room_moderator', 'role_room_moderator'],
  );
});

test('a deleted room is gone for everybody, and so are its links', async () => {
  const { owner, at, room } = await makeGroup(lectern);
  const { url } = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
  const session = await openLink(lectern, url, 'a browser');
  await owner.deleteRoom(at);
  await refused(owner.getRoom(at), 'not_found');
  await refused(owner.deleteRoom(at), 'not_found');
  await refused(session.getRoomByAlias({ alias: room.alias }), 'not_found');
  await refused(openLink(lectern, url, 'a browser'), 'link_expired');
});

test('rooms are deleted with their group', async () => {
  const { owner, at, spaceId } = await makeGroup(lectern);
  await owner.createRoom({ spaceId, body: { name: 'Another' } });
  await owner.deleteSpace({ spaceId });
  await refused(owner.getRoom(at), 'not_found');
});

test('a repeated Idempotency-Key creates one room', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const options = { idempotencyKey: 'room-1' };
  const first = await owner.createRoom({ spaceId, body: { name: 'Once' } }, options);
  assert.deepEqual(await owner.createRoom({ spaceId, body: { name: 'Once' } }, options), first);
  await refused(owner.createRoom({ spaceId, body: { name: 'Other' } }, options), 'idempotency_key_reused');
});

test('a search finds rooms by a part of the name, in any case, and counts them', async () => {
  const { owner, spaceId } = await makeGroup(lectern, { name: 'Algebra 100%' });
  for (const name of ['Алгебра', 'algebra_2', 'Biology']) await owner.createRoom({ spaceId, body: { name } });
  const found = async (search: string) => {
    const { items, total } = await owner.listRooms({ spaceId, query: { search, order: 'asc' } });
    assert.equal(total, items.length);
    return items.map(({ name }) => name);
  };
  assert.deepEqual(await found('ALG'), ['Algebra 100%', 'algebra_2']);
  assert.deepEqual(await found('алг'), ['Алгебра']);
  assert.deepEqual(await found('%'), ['Algebra 100%']);
  assert.deepEqual(await found('_'), ['algebra_2']);
  assert.deepEqual(await found('chemistry'), []);
});
