import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countLockWaiters, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { changesOf } from '../../../testing/people/chat.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting } from '../testing/joining.ts';

let lectern: InProcess;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeBbbGroup(lectern);
});
after(() => lectern?.remove());

/** A meeting with a moderator and a viewer in it, who joined the chat. */
async function meet(meetingID: string, parameters: Record<string, string>) {
  await group.bbb.call('create', { meetingID, ...parameters });
  const come = async (fullName: string, role: string) => {
    const person = await connectToMeeting(lectern, group, { meetingID, fullName, role });
    await person.api.joinChannel({ body: { id: person.group.room.channelId } });
    const { id: userId } = (await person.api.getInitial()).user;
    return { ...person, userId };
  };
  const moderator = await come('Mo', 'MODERATOR');
  const viewer = await come('Vi', 'VIEWER');
  return { moderator, viewer, come, room: moderator.group.room };
}

type Person = Awaited<ReturnType<typeof meet>>['moderator'];

const publishOf = async (roomId: string, id: string) =>
  (await lectern.media.findParticipant(roomId, id))?.publish;

test('disabled features are off for everybody, moderators too', async () => {
  const disabledFeatures = 'chat, polls,screenshare,raiseHand,userReactions,constructor,nonsense';
  const { moderator, viewer, room } = await meet('off', { disabledFeatures });
  assert.deepEqual(room.disabledFeatures, ['chat', 'polls', 'screenSharing', 'handRaising', 'reactions']);
  const { channelId } = room;
  const poll = { channelId, question: 'Ready?', options: [{ option: 'Yes' }, { option: 'No' }] };
  for (const { api, at, id, group: of } of [moderator, viewer]) {
    await refused(api.sendMessage({ body: { channelId, text: 'x' } }), 'chat_off');
    await refused(api.raiseHand(at), 'hands_off');
    await refused(api.sendStageReaction({ ...of.at, body: { emoji: '👏' } }), 'reactions_off');
    await refused(api.setFeedback({ ...at, body: { answer: 'yes' } }), 'reactions_off');
    const publish = await publishOf(room.id, id);
    assert.deepEqual(
      [publish?.microphone, publish?.camera, publish?.screen, publish?.screen_audio],
      [true, true, false, false],
    );
  }
  await refused(moderator.api.createPoll({ body: poll }), 'polls_off');
  await refused(viewer.api.createPoll({ body: poll }), 'forbidden');
  assert.equal((await moderator.api.joinChannel({ body: { id: channelId } })).settings.isOff, true);
  // Programs write all the same, and everybody reads it.
  const sent = await group.bbb.call('sendChatMessage', { meetingID: 'off', message: 'Soon' });
  assert.equal(sent.field('returncode'), 'SUCCESS');
  await group.bbb.call('end', { meetingID: 'off' });
});

test('a prepared poll does not start where polls are off', async () => {
  const { moderator, room } = await meet('prepared', { disabledFeatures: 'polls' });
  const body = { question: 'Ready?', options: [{ option: 'Yes' }, { option: 'No' }] };
  const { id: pollId } = await group.owner.createRoomPoll({ ...moderator.group.at, body });
  await refused(moderator.api.startPoll({ pollId }), 'polls_off');
  assert.deepEqual(room.disabledFeatures, ['polls']);
  await group.bbb.call('end', { meetingID: 'prepared' });
});

test('what the next meeting turns off ends for people who are in its room already', async (t) => {
  const { group: of } = (await meet('next', {})).moderator;
  const { channelId } = of.room;
  await group.bbb.call('end', { meetingID: 'next' });
  const early = await joinFakeCall(lectern, of, { username: 'Early', role: 'moderator' });
  const ear = await SocketListener.of(lectern, early.api, channelId);
  t.after(() => ear.close());
  await early.api.raiseHand(early.at);
  await early.api.setFeedback({ ...early.at, body: { answer: 'yes' } });
  await ear.hears('hand');
  const disabledFeatures = 'chat,privateChat,raiseHand,userReactions';
  await group.bbb.call('create', { meetingID: 'next', disabledFeatures });
  const [heard] = await ear.hears('channel-settings');
  const settings = heard?.payload.settings as Record<string, unknown> | undefined;
  assert.deepEqual([settings?.isOff, settings?.directMessages], [true, 'nobody']);
  await ear.hears('hands-lowered');
  assert.deepEqual((await group.owner.listHands(of.at)).items, []);
  assert.deepEqual((await group.owner.listFeedback(of.at)).items, []);
  await group.bbb.call('end', { meetingID: 'next' });
});

test('a message or poll that is under way while its feature is turned off is refused', async () => {
  const { moderator, room } = await meet('turned', {});
  const { channelId } = room;
  const poll = { question: 'Ready?', options: [{ option: 'Yes' }, { option: 'No' }] };
  const { id: pollId } = await group.owner.createRoomPoll({ ...moderator.group.at, body: poll });
  const database = await databaseOf(lectern);
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM chat_channels WHERE id = $1 FOR NO KEY UPDATE', [channelId]);
    const { api } = moderator;
    const late = Promise.all([
      refused(api.sendMessage({ body: { channelId, text: 'too late' } }), 'chat_off'),
      refused(api.createPoll({ body: { channelId, ...poll } }), 'polls_off'),
      refused(api.startPoll({ pollId }), 'polls_off'),
    ]);
    await Promise.race([
      late,
      waitUntil(async () => (await countLockWaiters(database.db)) >= 3, {
        timeout: 30_000,
        message: 'three requests to wait for the channel',
      }),
    ]);
    await holder.query("UPDATE rooms SET disabled_features = '{chat,polls}' WHERE id = $1", [room.id]);
    await holder.query('COMMIT');
    await late;
  } finally {
    holder.release();
    await database.close();
  }
  await group.bbb.call('end', { meetingID: 'turned' });
});

const writeTo = (from: Person, to: Person) => from.api.createDirect({ body: { userId: to.userId } });

test('private messages are off for viewers, or for everybody', async () => {
  const locked = await meet('locked', { lockSettingsDisablePrivateChat: 'true' });
  await refused(writeTo(locked.viewer, locked.moderator), 'forbidden');
  const { id: channelId } = await writeTo(locked.moderator, locked.viewer);
  await locked.moderator.api.sendMessage({ body: { channelId, text: 'You may leave.' } });
  await refused(locked.viewer.api.sendMessage({ body: { channelId, text: 'x' } }), 'chat_off');
  const off = await meet('none', { disabledFeatures: 'privateChat' });
  await refused(writeTo(off.viewer, off.moderator), 'forbidden');
  await refused(writeTo(off.moderator, off.viewer), 'forbidden');
  const open = await meet('open', {
    lockSettingsDisablePrivateChat: 'true',
    lockSettingsLockOnJoin: 'false',
  });
  await writeTo(open.viewer, open.moderator);
  for (const meetingID of ['locked', 'none', 'open']) await group.bbb.call('end', { meetingID });
});

test('a private conversation of an open meeting ends where the next one has none', async () => {
  const { moderator, viewer } = await meet('closing', {});
  const { id: channelId } = await writeTo(viewer, moderator);
  const { at } = moderator.group;
  await group.owner.updateRoom({ ...at, body: { isDirectMessagingAllowed: false } });
  await refused(viewer.api.sendMessage({ body: { channelId, text: 'x' } }), 'chat_off');
  const changes = await changesOf(viewer.api, moderator.group.room.channelId);
  const settings = changes.findLast(({ event }) => event === 'channel-settings')?.payload.settings;
  assert.equal((settings as { directMessages?: string }).directMessages, 'moderators');
  await group.bbb.call('end', { meetingID: 'closing' });
});

test('where the list of users is hidden, viewers learn no names of other viewers', async () => {
  const { moderator, viewer, come, room } = await meet('hidden', { lockSettingsHideUserList: 'true' });
  assert.equal(room.isPeopleViewingAllowed, false);
  const other = await come('Other', 'VIEWER');
  for (const person of [viewer, other, moderator]) {
    await person.api.raiseHand(person.at);
    await person.api.setFeedback({ ...person.at, body: { answer: 'yes' } });
  }
  const { at } = moderator.group;
  assert.deepEqual(await viewer.api.getCallPresence(at), { count: 3, names: [] });
  assert.deepEqual((await moderator.api.getCallPresence(at)).names.sort(), ['Mo', 'Other', 'Vi']);
  const namesFor = async ({ api }: Person) => [
    (await api.listHands(at)).items.map(({ name }) => name),
    (await api.listFeedback(at)).items.map(({ name }) => name).sort(),
  ];
  assert.deepEqual(await namesFor(viewer), [
    ['Vi', '', 'Mo'],
    ['', 'Mo', 'Vi'],
  ]);
  assert.deepEqual(await namesFor(moderator), [
    ['Vi', 'Other', 'Mo'],
    ['Mo', 'Other', 'Vi'],
  ]);
  const changes = await changesOf(viewer.api, room.channelId);
  const told = changes.filter(({ event }) => event === 'hand').map(({ payload }) => payload.name);
  assert.deepEqual(told, ['', '', 'Mo']);
  await group.bbb.call('end', { meetingID: 'hidden' });
});
