import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Body } from '../../../../contract/routes.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { FakeMediaEngine } from '../../engines/media/testing/fake.ts';

let lectern: InProcess;
let group: TestGroup;
let moderator: InFakeCall;
let guest: InFakeCall;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};
const listen = async ({ api }: InFakeCall) => {
  const ear = await SocketListener.of(lectern, api, group.room.channelId);
  ends.push(() => ear.close());
  return ear;
};
const change = (body: Body<'updateCallPermissions'>, by = moderator) =>
  by.api.updateCallPermissions({ ...group.at, body });
const sending = ({ person }: InFakeCall) =>
  person
    .describe()
    .tracks.filter(({ muted }) => !muted)
    .map(({ source }) => source)
    .join(' ');

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  [moderator, guest] = [await come('Mo', 'moderator'), await come('Gus')];
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await lectern?.remove();
});

test('a moderator by link changes what others may do, in the running call and in later ones', async () => {
  const [ear, others] = [await listen(guest), await come('Ann')];
  for (const one of [guest, others, moderator]) {
    one.person.publish('microphone');
    one.person.publish('camera');
  }
  const permissions = {
    isMicrophonePublishingAllowed: false,
    isCameraPublishingAllowed: true,
    isCameraViewingAllowed: true,
    isScreensharingAllowed: true,
    isChatAllowed: true,
    isHandRaisingAllowed: true,
    isReactingAllowed: true,
    isRemoteDrawingAllowed: true,
  };
  assert.deepEqual(await change({ isMicrophonePublishingAllowed: false }), permissions);
  assert.deepEqual(
    [guest, others, moderator].map(sending),
    ['camera', 'camera', 'microphone camera'],
    'the media server ends what is no longer allowed',
  );
  assert.throws(() => guest.person.publish('microphone'));
  const [told] = await ear.hears('call-permissions');
  assert.deepEqual(told?.payload, { channelId: group.room.channelId, ...permissions });
  assert.equal((await group.owner.getRoom(group.at)).isMicrophonePublishingAllowed, false);
  const late = await come('Late');
  assert.throws(() => late.person.publish('microphone'));
  await change({ isMicrophonePublishingAllowed: true });
  late.person.publish('microphone');
  assert.equal((await ear.hears('call-permissions', 2)).length, 2);
});

test('cameras that only moderators see: for everybody in the call, for who comes later, and by the role', async () => {
  const isHidden = ({ person }: InFakeCall) => person.describe().publish.isCameraHidden;
  assert.equal((await change({ isCameraViewingAllowed: false })).isCameraViewingAllowed, false);
  const late = await come('Late');
  assert.deepEqual([moderator, guest, late].map(isHidden), [false, true, true]);
  assert.equal(isHidden({ ...guest, person: guest.person.reconnect() }), true);
  await moderator.api.updateParticipant({ ...late.at, body: { role: 'moderator' } });
  assert.equal(isHidden(late), false);
  await change({ isCameraViewingAllowed: true });
  assert.equal(isHidden(await come('Later')), false);
});

test('the permission to write is the switch of the chat, whoever sets it', async () => {
  const ear = await listen(guest);
  const write = () => guest.api.sendMessage({ body: { channelId: group.room.channelId, text: 'hello' } });
  await change({ isChatAllowed: false });
  await refused(write(), 'chat_off');
  await ear.hears('channel-settings');
  const channelId = group.room.channelId;
  await moderator.api.joinChannel({ body: { id: channelId } });
  await moderator.api.updateChannelSettings({ channelId, body: { isChatAllowed: true } });
  await write();
  const told = await ear.hears('call-permissions', 2);
  assert.deepEqual(
    told.map(({ payload }) => payload.isChatAllowed),
    [false, true],
  );
});

test('hands that are up go down when nobody may raise them, and reactions are refused', async () => {
  await guest.api.raiseHand(guest.at);
  await change({ isHandRaisingAllowed: false, isReactingAllowed: false });
  assert.deepEqual((await moderator.api.listHands(group.at)).items, []);
  await refused(guest.api.raiseHand(guest.at), 'hands_off');
  const react = ({ api }: InFakeCall) => api.sendStageReaction({ ...group.at, body: { emoji: '👍' } });
  await refused(react(guest), 'reactions_off');
  await moderator.api.raiseHand(moderator.at);
  await react(moderator);
});

test('a change that names nothing new is published to nobody', async () => {
  const ear = await listen(guest);
  await change({});
  await change({ isChatAllowed: true });
  await change({ isReactingAllowed: false });
  assert.equal((await ear.hears('call-permissions')).length, 1);
});

test('a change sets only the rights that differ, and a change back meanwhile wins', async (t) => {
  const { media } = lectern;
  const { setPublishing } = FakeMediaEngine.prototype;
  let changedBack: Promise<unknown> | undefined;
  const set = t.mock.method(media, 'setPublishing', async (...args: Parameters<typeof setPublishing>) => {
    changedBack ??= change({ isMicrophonePublishingAllowed: true });
    await changedBack;
    await setPublishing.apply(media, args);
  });
  await change({ isChatAllowed: false });
  assert.equal(set.mock.callCount(), 0);
  await change({ isMicrophonePublishingAllowed: false });
  const sets = set.mock.calls.map(({ arguments: [, whom, { microphone }] }) => [
    typeof whom === 'string' ? whom : whom.identity,
    microphone,
  ]);
  // The comparison with the media server, which runs all the time, may repeat one meanwhile.
  const [first, ...later] = sets;
  assert.deepEqual(first, [guest.id, false]);
  assert.deepEqual(later.at(-1), [guest.id, true]);
  assert.ok(sets.every(([id]) => id === guest.id));
  guest.person.publish('microphone');
});

test('only moderators change permissions, and no other field of the room', async () => {
  await refused(change({ isChatAllowed: false }, guest), 'forbidden');
  const more = { isChatAllowed: false, name: 'Mine', isRecordAllowed: false, isPublic: true };
  await change(more);
  const { name, isRecordAllowed, isPublic } = await group.owner.getRoom(group.at);
  assert.deepEqual([name, isRecordAllowed, isPublic], [group.room.name, true, false]);
  const bad = { isChatAllowed: [], isReactingAllowed: 'no' } as unknown as Body<'updateCallPermissions'>;
  await refusedFields(change(bad), 'isChatAllowed', 'isReactingAllowed');
});

test('everybody but the moderators is muted at once, told by whom, and may unmute', async () => {
  const other = await come('Max', 'moderator');
  const [ann, silent] = [await come('Ann'), await come('Sil')];
  const [ear, quietEar] = [await listen(ann), await listen(silent)];
  for (const one of [moderator, other, guest, ann]) one.person.publish('microphone');
  ann.person.publish('camera');
  const mute = () => moderator.api.muteEverybody({ ...group.at, body: { source: 'microphone' } });
  const { items, total } = await mute();
  assert.deepEqual([items.map(({ name }) => name).sort(), total], [['Ann', 'Gus'], 2]);
  assert.deepEqual([moderator, other, guest, ann].map(sending), ['microphone', 'microphone', '', 'camera']);
  const [told] = await ear.hears('muted-in-call');
  assert.deepEqual(told?.payload, {
    participantId: ann.id,
    roomId: group.room.id,
    source: 'microphone',
    by: 'Mo',
  });
  assert.deepEqual((await mute()).items, [], 'nobody is muted twice');
  ann.person.setMuted('microphone', false);
  assert.equal(sending(ann), 'microphone camera');
  await group.owner.muteParticipant({ ...ann.at, body: { source: 'microphone' } });
  assert.equal((await ear.hears('muted-in-call', 2))[1]?.payload.by, null);
  assert.deepEqual(quietEar.events('muted-in-call'), []);

  await moderator.api.askToUnmute(ann.at);
  const [asked] = await ear.hears('unmute-requested');
  assert.deepEqual(asked?.payload, { participantId: ann.id, roomId: group.room.id, by: 'Mo' });
});

test('only moderators mute everybody, a removed one no longer, and nothing happens without a call', async () => {
  const body = { source: 'microphone' } as const;
  await refused(guest.api.muteEverybody({ ...group.at, body }), 'forbidden');
  await refusedFields(
    moderator.api.muteEverybody({ ...group.at, body: { source: 'voice' as never } }),
    'source',
  );
  const max = await come('Max', 'moderator');
  await moderator.api.removeParticipant(max.at);
  await refused(max.api.muteEverybody({ ...group.at, body }), 'forbidden');
  await refused(change({ isChatAllowed: false }, max), 'forbidden');
  await group.owner.finishActiveCall(group.at);
  assert.deepEqual((await group.owner.muteEverybody({ ...group.at, body })).items, []);
});

test('a change while the media server is away is applied when it is back', async () => {
  guest.person.publish('camera');
  lectern.media.isAway = true;
  try {
    assert.equal((await change({ isCameraPublishingAllowed: false })).isCameraPublishingAllowed, false);
    const body = { source: 'microphone' } as const;
    await refused(moderator.api.muteEverybody({ ...group.at, body }), 'engine_away');
  } finally {
    lectern.media.isAway = false;
  }
  await waitUntil(() => sending(guest) === '', { timeout: 10_000, message: 'the camera to be off' });
});

const update = (whom: InFakeCall, body: Body<'updateParticipant'>, by = moderator) =>
  by.api.updateParticipant({ ...whom.at, body });

test('a moderator makes a guest a moderator of this call, and a guest again, with everything that follows', async () => {
  await group.owner.updateRoom({ ...group.at, body: { type: 'webinar' } });
  const ear = await listen(guest);
  const channelId = group.room.channelId;
  assert.equal((await update(guest, { role: 'moderator' })).role, 'moderator');
  await guest.api.listParticipants(group.at);
  assert.equal((await guest.api.joinChannel({ body: { id: channelId } })).role, 'moderator');
  assert.equal(guest.person.describe().role, 'moderator');
  guest.person.publish('camera');
  const others = await come('Ann');
  await refused(update(moderator, { role: 'user' }, others), 'forbidden');
  assert.equal((await update(moderator, { role: 'user' }, guest)).role, 'user');
  await refused(moderator.api.listParticipants(group.at), 'forbidden');
  await refused(moderator.api.removeParticipant(guest.at), 'forbidden');
  assert.equal((await update(guest, { role: 'user' }, guest)).role, 'user');
  await refused(guest.api.listParticipants(group.at), 'forbidden');
  assert.equal((await guest.api.joinChannel({ body: { id: channelId } })).role, 'user');
  assert.deepEqual([guest.person.describe().role, sending(guest)], ['user', '']);
  const told = await ear.hears('role-changed', 2);
  assert.deepEqual(
    told.map(({ payload }) => payload.role),
    ['moderator', 'user'],
  );
});

test('a given role stays for a person who comes back, and ends with the call', async () => {
  await update(guest, { role: 'moderator' });
  await guest.person.leave();
  const again = await connectToFakeCall(lectern, group, await enterBy(lectern, group, guest));
  ends.push(() => again.person.leave());
  assert.deepEqual([again.id, again.person.describe().role], [guest.id, 'moderator']);
  await again.api.listParticipants(group.at);
  await again.api.finishActiveCall(group.at);
  await refused(again.api.listParticipants(group.at), 'forbidden');
  await refused(guest.api.listParticipants(group.at), 'forbidden');
  const next = await enterBy(lectern, group, guest);
  assert.notEqual(next.id, guest.id);
  assert.equal((await next.api.getParticipant(next.at)).role, 'user');
});

test('a new role of the link or the account ends a given role', async () => {
  const { url, id: linkId } = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Lin', role: 'user' },
  });
  const lin = await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url }));
  ends.push(() => lin.person.leave());
  await update(lin, { role: 'moderator' });
  await group.owner.updateAccessLink({ ...group.at, linkId, body: { role: 'moderator' } });
  await group.owner.updateAccessLink({ ...group.at, linkId, body: { role: 'user' } });
  await refused(lin.api.listParticipants(group.at), 'forbidden');
  assert.equal(lin.person.describe().role, 'user');
});

test('nobody takes the role from an account that leads the room, and nothing changes outside the call', async () => {
  const { id, access_token } = await group.owner.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'the browser of the owner' },
  });
  const at = { spaceId: group.spaceId, participantId: id };
  await refused(
    moderator.api.updateParticipant({ ...at, body: { role: 'user' } }),
    'participant_not_in_call',
  );
  const entered = { id, at, api: lectern.client(access_token), browser: '', url: '' };
  const owner = await connectToFakeCall(lectern, group, entered);
  ends.push(() => owner.person.leave());
  await refused(update(owner, { role: 'user' }), 'leads_room');
  await owner.api.listParticipants(group.at);
  await refused(update(guest, { name: 'Me' }, guest), 'forbidden');
  const bad = { name: ' ', role: 'owner' } as unknown as Body<'updateParticipant'>;
  await refusedFields(update(guest, bad), 'name', 'role');
  await moderator.api.removeParticipant(guest.at);
  await refused(update(guest, { name: 'Gone' }), 'participant_not_in_call');
});

test('a moderator renames a person: in the call, the list, the hands and the chat, also when they come back', async () => {
  const ear = await listen(moderator);
  const channelId = group.room.channelId;
  await guest.api.joinChannel({ body: { id: channelId } });
  await guest.api.sendMessage({ body: { channelId, text: 'hello' } });
  await guest.api.raiseHand(guest.at);
  assert.equal((await update(guest, { name: '  Boris Ivanov ' })).name, 'Boris Ivanov');
  assert.equal(guest.person.describe().name, 'Boris Ivanov');
  const [told] = await ear.hears('user-update-profile');
  assert.equal(told?.payload.displayName, 'Boris Ivanov');
  const names = async () => [
    (await moderator.api.listHands(group.at)).items.map(({ name }) => name),
    (await moderator.api.joinChannel({ body: { id: channelId } })).users.map(
      ({ displayName }) => displayName,
    ),
  ];
  assert.deepEqual(await names(), [['Boris Ivanov'], ['Boris Ivanov']]);
  await guest.person.leave();
  const again = await connectToFakeCall(lectern, group, await enterBy(lectern, group, guest));
  ends.push(() => again.person.leave());
  assert.equal(again.person.describe().name, 'Boris Ivanov');
  // A client that connects with an older token.
  await lectern.media.setName(group.room.id, guest.id, 'Gus');
  await waitUntil(() => again.person.describe().name === 'Boris Ivanov', {
    timeout: 10_000,
    message: 'the name to be applied again',
  });
});

test('a moderator puts several people into the spotlight, which ends for each alone and with their session', async () => {
  const ann = await come('Ann');
  const spotlit = async () =>
    (await lectern.media.listParticipants(group.room.id))
      .filter(({ spotlitSince }) => spotlitSince !== undefined)
      .sort((a, b) => String(a.spotlitSince).localeCompare(String(b.spotlitSince)))
      .map(({ name }) => name);
  await refused(guest.api.spotlightParticipant(guest.at), 'forbidden');
  await moderator.api.spotlightParticipant(ann.at);
  await waitUntil(async () => (await spotlit()).length === 1, { timeout: 5_000, message: 'the first' });
  await moderator.api.spotlightParticipant(guest.at);
  await moderator.api.spotlightParticipant(ann.at);
  assert.deepEqual(await spotlit(), ['Ann', 'Gus'], 'a repetition changes nothing');
  await refused(guest.api.endSpotlight(ann.at), 'forbidden');
  await moderator.api.endSpotlight(ann.at);
  await moderator.api.endSpotlight(ann.at);
  assert.deepEqual(await spotlit(), ['Gus']);
  await guest.person.leave();
  assert.deepEqual(await spotlit(), []);
  await refused(moderator.api.spotlightParticipant(guest.at), 'participant_not_in_call');
  await moderator.api.endSpotlight(guest.at);
});
