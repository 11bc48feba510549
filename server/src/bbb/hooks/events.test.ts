import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { insertRecordOf } from '../../playbacks/timeline/testing/recorded.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { eventsAt, hearingOf } from '../testing/hook-receiver.ts';
import { connectToMeeting } from '../testing/joining.ts';
import { noteRecording } from './events.ts';

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_CALL_END_GRACE_SECONDS: '0' });
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.received.length = 0;
  group = await makeBbbGroup(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

const events = () => eventsAt(receiver, group.secret);
const listen = (eventID = '') =>
  group.bbb.call('hooks/create', { callbackURL: `${receiver.url}/hook`, ...(eventID && { eventID }) });

const hears = hearingOf(() => ({ receiver, secret: group.secret }));
const join = (fullName: string, role: 'MODERATOR' | 'VIEWER') =>
  connectToMeeting(lectern, group, { meetingID: 'mm', fullName, role, userID: fullName });

test('microphones, cameras and screens are events of their people, until they leave', async () => {
  await group.bbb.call('create', { meetingID: 'mm' });
  await listen();
  const teacher = await join('Ms Noether', 'MODERATOR');
  await hears(['user-joined', 'Ms Noether'], ['user-presenter-assigned', 'Ms Noether']);
  const pupil = await join('Ben', 'VIEWER');
  await hears(['user-joined', 'Ben']);
  pupil.person.publish('microphone');
  const [enabled] = await hears(['user-audio-voice-enabled', 'Ben']);
  const { muted, 'sharing-mic': sharing, 'listening-only': listening } = enabled?.attributes.user ?? {};
  assert.deepEqual([muted, sharing, listening], [false, true, false]);
  pupil.person.setMuted('microphone', true);
  assert.equal((await hears(['user-audio-muted', 'Ben']))[0]?.attributes.user?.muted, true);
  pupil.person.setMuted('microphone', false);
  assert.equal((await hears(['user-audio-unmuted', 'Ben']))[0]?.attributes.user?.muted, false);
  pupil.person.publish('camera');
  await hears(['user-cam-broadcast-start', 'Ben']);
  pupil.person.unpublish('camera');
  await hears(['user-cam-broadcast-end', 'Ben']);
  teacher.person.publish('screen');
  await hears(['meeting-screenshare-started', 'Ms Noether']);
  teacher.person.leave();
  await hears(['meeting-screenshare-stopped', 'Ms Noether'], ['user-left', 'Ms Noether']);
  pupil.person.unpublish('microphone');
  await hears(['user-audio-voice-disabled', 'Ben']);
  pupil.person.publish('microphone');
  await hears(['user-audio-voice-enabled', 'Ben']);
  await group.bbb.call('end', { meetingID: 'mm' });
  await hears(['user-audio-voice-disabled', 'Ben'], ['user-left', 'Ben'], ['meeting-ended']);
});

test('hands, reactions, messages and polls are events with what they say', async () => {
  await group.bbb.call('create', { meetingID: 'mm' });
  const teacher = await join('Ms Noether', 'MODERATOR');
  const pupil = await join('Ben', 'VIEWER');
  await listen();
  const moved = 'user-raise-hand-changed';
  await pupil.api.raiseHand(pupil.at);
  await teacher.api.raiseHand(teacher.at);
  await teacher.api.lowerAllHands(teacher.group.at);
  const hands = await hears([moved, 'Ben'], [moved, 'Ms Noether'], [moved, 'Ben'], [moved, 'Ms Noether']);
  assert.deepEqual(
    hands.map(({ attributes }) => attributes.user?.['raise-hand']),
    [true, true, false, false],
  );
  const emoji = '👍';
  await pupil.api.sendStageReaction({ ...pupil.group.at, body: { emoji } });
  assert.equal((await hears(['user-emoji-changed', 'Ben']))[0]?.attributes.user?.emoji, emoji);
  const { channelId } = pupil.group.room;
  await pupil.api.joinChannel({ body: { id: channelId } });
  await teacher.api.joinChannel({ body: { id: channelId } });
  const text = 'a & b = "c" 😀';
  const { id } = await pupil.api.sendMessage({ body: { channelId, text } });
  await group.bbb.call('sendChatMessage', { meetingID: 'mm', message: 'Ding', userName: 'Bell' });
  const [own, outside] = await hears(['chat-group-message-sent'], ['chat-group-message-sent']);
  assert.equal(own?.attributes['chat-id'], 'MAIN-PUBLIC-GROUP-CHAT');
  const message = own?.attributes['chat-message'] as {
    id: string;
    message: string;
    sender: { name: string };
  };
  assert.deepEqual([message.id, message.message, message.sender.name], [id, text, 'Ben']);
  const ofBell = outside?.attributes['chat-message'] as typeof message;
  assert.deepEqual([ofBell.message, ofBell.sender.name], ['Ding', 'Bell']);
  const body = { question: 'Prime?', options: [{ option: '7' }, { option: '8' }] };
  const poll = await teacher.api.createRoomPoll({ ...teacher.group.at, body });
  await teacher.api.startPoll({ pollId: poll.id });
  await pupil.api.votePoll({ body: { ids: [poll.options[1]?.id ?? ''] } });
  const [started, responded] = await hears(['poll-started', 'Ms Noether'], ['poll-responded', 'Ben']);
  assert.deepEqual(started?.attributes.poll, {
    ...{ id: poll.id, question: 'Prime?' },
    answers: [
      { id: 0, key: '7' },
      { id: 1, key: '8' },
    ],
  });
  assert.deepEqual(responded?.attributes.poll, { id: poll.id, answerIds: [1] });
});

test('direct conversations and rooms without a meeting have no events', async () => {
  await group.bbb.call('create', { meetingID: 'mm' });
  await listen('chat-group-message-sent,user-joined');
  const [ben, ann] = [await join('Ben', 'MODERATOR'), await join('Ann', 'MODERATOR')];
  await hears(['user-joined', 'Ben'], ['user-joined', 'Ann']);
  const { channelId } = ben.group.room;
  for (const { api } of [ben, ann]) await api.joinChannel({ body: { id: channelId } });
  const { rows } = await database.pool.query(
    'SELECT user_id FROM chat_user_participants WHERE participant_id = $1',
    [ann.id],
  );
  const direct = await ben.api.createDirect({ body: { userId: rows[0].user_id } });
  await ben.api.sendMessage({ body: { channelId: direct.id, text: 'secret' } });
  await ben.api.sendMessage({ body: { channelId, text: 'public' } });
  const [sent] = await hears(['chat-group-message-sent']);
  assert.ok(!JSON.stringify(sent).includes('secret'));
});

test('a deleted message and an erased person are in no later attempt, and not in the log', async () => {
  await group.bbb.call('create', { meetingID: 'mm' });
  const ben = await join('Ben Erased', 'VIEWER');
  await listen('chat-group-message-sent,user-raise-hand-changed');
  receiver.behave((response) => response.writeHead(500).end());
  const { channelId } = ben.group.room;
  await ben.api.joinChannel({ body: { id: channelId } });
  const { id } = await ben.api.sendMessage({ body: { channelId, text: 'regretted' } });
  await ben.api.raiseHand(ben.at);
  await waitUntil(() => receiver.received.length > 0, { timeout: 20_000, message: 'an attempt' });
  await ben.api.deleteMessage({ messageId: id });
  const { spaceId, owner } = group;
  await owner.erasePerson({ externalUserId: 'Ben Erased' });
  receiver.received.length = 0;
  receiver.behave((response) => response.writeHead(200).end());
  const { items } = await owner.listBigBlueButtonDeliveries({ spaceId });
  const message = items.find(({ eventName }) => eventName === 'chat-group-message-sent');
  await owner.redeliverBigBlueButton({ spaceId, callbackId: message?.id ?? '' });
  await waitUntil(() => receiver.received.length === 2, { timeout: 20_000, message: 'both deliveries' });
  const bodies = await Promise.all(
    items.map(({ id: callbackId }) => owner.getBigBlueButtonDelivery({ spaceId, callbackId })),
  );
  const { rows } = await database.pool.query('SELECT to_jsonb(d) AS row FROM bbb_deliveries d');
  for (const text of [JSON.stringify(events()), JSON.stringify(bodies), JSON.stringify(rows)])
    assert.ok(!/regretted|Ben Erased/.test(text), text);
});

test('a recording has events while it is made, published, hidden and deleted', async () => {
  const created = await group.bbb.call('create', {
    meetingID: 'mm',
    name: 'Algebra',
    record: 'true',
    meta_a: 'b',
  });
  const recordId = created.field('internalMeetingID') ?? '';
  await listen(
    'rap-process-started,rap-process-ended,rap-publish-ended,rap-published,rap-unpublished,rap-deleted',
  );
  const { db } = database;
  const { room_id: roomId } = await db
    .selectFrom('bbb_meetings')
    .select('room_id')
    .where('internal_id', '=', recordId)
    .where('space_id', '=', group.spaceId)
    .executeTakeFirstOrThrow();
  const place = { spaceId: group.spaceId, room: { ...group.room, id: roomId } };
  await insertRecordOf(db, place, { startedAt: new Date(), seconds: 90 });
  await group.bbb.call('end', { meetingID: 'mm' });
  const [, processed, published] = await hears(
    ...[['rap-process-started'], ['rap-process-ended'], ['rap-publish-ended']].map(([id = '']): [string] => [
      id,
    ]),
  );
  assert.deepEqual([processed?.attributes['record-id'], processed?.attributes.success], [recordId, true]);
  const recording = published?.attributes.recording as { name: string; playback: Record<string, unknown> };
  assert.equal(recording.name, 'Algebra');
  assert.deepEqual([recording.playback.format, recording.playback.duration], ['video', 90_000]);
  assert.equal((await fetch(String(recording.playback.link), { method: 'HEAD' })).status, 200);
  const publish = (value: string) =>
    group.bbb.call('publishRecordings', { recordID: recordId, publish: value });
  await publish('false');
  await publish('false');
  await publish('true');
  await group.bbb.call('deleteRecordings', { recordID: recordId });
  await hears(['rap-unpublished'], ['rap-published'], ['rap-deleted']);
});

test('a recording that starts and stops is an event of its meeting, also one that was noticed late', async () => {
  await group.bbb.call('create', { meetingID: 'mm' });
  await listen();
  const { db } = database;
  const { room_id: roomId } = await db
    .selectFrom('bbb_meetings')
    .select('room_id')
    .where('space_id', '=', group.spaceId)
    .executeTakeFirstOrThrow();
  const startedAt = new Date();
  const move = (from: string, state: string) =>
    inTransaction(db, (trx) => noteRecording(trx, { record: { roomId, state, startedAt }, from }));
  await move('none', 'new');
  await move('new', 'recording');
  await move('recording', 'processing');
  await move('processing', 'finished');
  await move('new', 'processing');
  await move('processing', 'processing');
  await hears(
    ['meeting-recording-started'],
    ['meeting-recording-stopped'],
    ['meeting-recording-started'],
    ['meeting-recording-stopped'],
  );
});
