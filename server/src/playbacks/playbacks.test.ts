import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeUser } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { addPlayback, makePlayback } from '../../testing/playbacks.ts';
import { refused, refusedFields } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

const emailField = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
} as const;
const cityField = {
  id: '3f2b8c1e-6d47-4a95-b0e8-71c9d25fa634',
  type: 'string',
  title: 'City',
  enabled: true,
  required: false,
  order: 0,
} as const;

test('a new playback is a draft without content, with defaults for the rest', async () => {
  const { owner, spaceId, playback, at } = await makePlayback(lectern);
  const space = await owner.getSpace({ spaceId });
  assert.deepEqual(
    { ...playback, id: '', alias: '', code: '', timelineId: '', createdAt: '', readinessStatusChangedAt: '' },
    {
      id: '',
      spaceId,
      alias: '',
      code: '',
      name: 'Algebra again',
      type: 'webinar',
      isPublic: true,
      assetId: null,
      recordId: null,
      timelineId: '',
      chatApplicationId: space.chatApplicationId,
      readinessStatus: 'draft',
      readinessStatusChangedAt: '',
      readinessReason: null,
      readinessProgress: null,
      posterUrl: null,
      mediaUrl: null,
      duration: null,
      contentName: null,
      nextStartDate: null,
      runningSession: null,
      isChatReplayed: true,
      isReplayAllowed: false,
      replayDays: null,
      redirectUrl: null,
      joinSettings: { fields: [], customFields: [] },
      createdAt: '',
    },
  );
  assert.deepEqual(await owner.getPlayback(at), playback);
});

test('a playback keeps every setting, in each of the forms of join fields', async () => {
  const settings = {
    name: 'The exam',
    type: 'conference',
    isPublic: false,
    isChatReplayed: false,
    isReplayAllowed: true,
    replayDays: 30,
    redirectUrl: 'https://school.example.org/done',
  } as const;
  const joinSettings = { fields: [emailField], customFields: [cityField] };
  const { owner, at, playback } = await makePlayback(lectern, {
    ...settings,
    joinSettingsFields: [emailField],
    joinSettingsCustomFields: [cityField],
  });
  assert.deepEqual(playback, { ...playback, ...settings, joinSettings });
  const cleared = await owner.updatePlayback({
    ...at,
    body: { joinSettings: { fields: [], customFields: [] }, redirectUrl: null, replayDays: null },
  });
  const empty = { joinSettings: { fields: [], customFields: [] }, redirectUrl: null, replayDays: null };
  assert.deepEqual(cleared, { ...playback, ...empty });
  const named = await owner.updatePlayback({ ...at, body: { name: 'The second exam' } });
  assert.deepEqual(named, { ...cleared, name: 'The second exam' });
  assert.deepEqual(await owner.updatePlayback({ ...at, body: named }), named);
});

test('a refusal names every fault', async () => {
  const { owner, spaceId, at } = await makePlayback(lectern);
  const type = 'lesson' as 'webinar';
  await refusedFields(owner.createPlayback({ spaceId, body: { name: ' ', type } }), 'name', 'type');
  await refusedFields(
    owner.updatePlayback({ ...at, body: { type, replayDays: 0, redirectUrl: 'ftp://example.org' } }),
    'type',
    'replayDays',
    'redirectUrl',
  );
  const wrong = { ...emailField, type: 'phone' } as const;
  await refusedFields(
    owner.updatePlayback({ ...at, body: { joinSettingsFields: [wrong], replayDays: 3 } }),
    'joinSettingsFields.0.type',
  );
  assert.equal((await owner.getPlayback(at)).replayDays, null);
});

test('lists are newest first, in pages and by a part of the name', async () => {
  const group = await makePlayback(lectern);
  const { owner, spaceId, playback: first } = group;
  const { playback: second } = await addPlayback(group, { name: 'Biology', isPublic: false });
  assert.deepEqual(await owner.listPlaybacks({ spaceId }), { items: [second, first], total: 2 });
  const page = await owner.listPlaybacks({ spaceId, query: { limit: 1, order: 'asc' } });
  assert.deepEqual(page, { items: [first], total: 2 });
  const found = await owner.listPlaybacks({ spaceId, query: { search: 'BIO' } });
  assert.deepEqual(found, { items: [second], total: 1 });
});

test('the record of a playback has the start of its next session, also in lists', async () => {
  const { owner, spaceId, room, playback, at } = await makePlayback(lectern);
  await addPlayback({ owner, spaceId, room });
  const add = (startDate: string) =>
    owner.createPlaybackEvent({ spaceId, body: { playbackId: playback.id, startDate } });
  await add('2020-01-01T10:00:00.000Z');
  await add('2098-03-01T10:00:00.000Z');
  const next = await add('2097-03-01T10:00:00.000Z');
  const starts = async () =>
    (await owner.listPlaybacks({ spaceId, query: { order: 'asc' } })).items.map((one) => one.nextStartDate);
  assert.deepEqual(await starts(), [next.startDate, null]);
  assert.equal((await owner.getPlayback(at)).nextStartDate, next.startDate);
  await owner.deletePlaybackEvent({ spaceId, playbackEventId: next.id });
  assert.deepEqual(await starts(), ['2098-03-01T10:00:00.000Z', null]);
});

test('its rooms and its playbacks are in separate lists of the group', async () => {
  const { owner, spaceId, playback } = await makePlayback(lectern);
  const rooms = await owner.listRooms({ spaceId });
  assert.deepEqual([rooms.total, rooms.items.map(({ kind }) => kind)], [1, ['room']]);
  const { items } = await owner.listPlaybacks({ spaceId });
  assert.deepEqual(
    items.map(({ id }) => id),
    [playback.id],
  );
});

test('the page finds a playback by its alias, as a room of this kind', async () => {
  const { playback, owner, at } = await makePlayback(lectern, { type: 'conference' });
  const room = await lectern.client().getRoomByAlias({ alias: playback.alias });
  assert.deepEqual(
    [room.id, room.kind, room.type, room.roleInRoom],
    [playback.id, 'playback', 'webinar', null],
  );
  await owner.updatePlayback({ ...at, body: { isPublic: false } });
  await refused(lectern.client().getRoomByAlias({ alias: playback.alias }), 'not_found');
  assert.equal((await owner.getRoomByAlias({ alias: playback.alias })).roleInRoom, 'role_room_owner');
});

test('the owner and the moderators of the group lead its playbacks; who created one and left the role does not', async () => {
  const group = await makePlayback(lectern);
  const { owner, spaceId } = group;
  const { api, id: userId } = await makeUser(lectern, 'leads-playbacks');
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: 'role_space_moderator' } });
  await api.activateInvite({ spaceId, inviteId });
  const { at, asRoom } = await addPlayback({ ...group, owner: api });
  await api.updatePlayback({ ...at, body: { name: 'By a moderator' } });
  await owner.updateMember({ spaceId, userId, body: { role: 'role_space_user' } });
  const requests = [
    () => api.getPlayback(at),
    () => api.updatePlayback({ ...at, body: {} }),
    () => api.deletePlayback(at),
    () => api.listPlaybacks({ spaceId }),
    () => api.createPlayback({ spaceId, body: { name: 'Another', type: 'webinar' } }),
    () => api.generateAccess({ ...asRoom, body: { username: 'Ann', role: 'user' } }),
  ];
  for (const request of requests) await refused(request(), 'forbidden');
  const stranger = await makeUser(lectern, 'no-leader-of-playbacks');
  await refused(stranger.api.getPlayback(at), 'forbidden');
  await owner.updatePlayback({ ...at, body: { isPublic: false } });
  await refused(stranger.api.getPlayback(at), 'not_found');
  assert.equal((await owner.getPlayback(at)).name, 'By a moderator');
});

test('a deleted playback is gone for everybody, also with its group', async () => {
  const group = await makePlayback(lectern);
  const { owner, spaceId, at, playback } = group;
  const other = await addPlayback(group);
  await owner.deletePlayback(at);
  await refused(owner.getPlayback(at), 'not_found');
  await refused(owner.deletePlayback(at), 'not_found');
  await refused(owner.getRoomByAlias({ alias: playback.alias }), 'not_found');
  await owner.deleteSpace({ spaceId });
  await refused(owner.getPlayback(other.at), 'not_found');
});

test('a repeated Idempotency-Key creates one playback', async () => {
  const { owner, spaceId } = await makePlayback(lectern);
  const options = { idempotencyKey: 'playback-1' };
  const body = { name: 'Once', type: 'webinar' } as const;
  const first = await owner.createPlayback({ spaceId, body }, options);
  assert.deepEqual(await owner.createPlayback({ spaceId, body }, options), first);
});
