import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { changesOf, messagesOf } from '../../../testing/people/chat.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting } from '../testing/joining.ts';

let lectern: InProcess;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeBbbGroup(lectern);
});
after(() => lectern?.remove());

const send = (parameters: Record<string, string>) => group.bbb.call('sendChatMessage', parameters);
const keyOf = async (parameters: Record<string, string>) => (await send(parameters)).field('messageKey');

test('a message of a program is in the chat of the call, in order, as plain text with its name', async () => {
  const meetingID = 'chat';
  await group.bbb.call('create', { meetingID });
  assert.equal(await keyOf({ meetingID, message: 'early' }), 'notFound');
  const teacher = await connectToMeeting(lectern, group, { meetingID, fullName: 'T', role: 'MODERATOR' });
  const { channelId } = teacher.group.room;
  await teacher.api.joinChannel({ body: { id: channelId } });
  const sent = await send({ meetingID, message: ' <b>Ten</b> minutes ', userName: 'Bell <i>' });
  assert.deepEqual(['returncode', 'messageKey', 'message'].map(sent.field), ['SUCCESS', '', ''], sent.text);
  await teacher.api.sendMessage({ body: { channelId, text: 'Thanks' } });
  await Promise.all(Array.from({ length: 10 }, (_, index) => send({ meetingID, message: `${index}` })));
  const [first, second, third] = await messagesOf(teacher.api, channelId);
  assert.deepEqual(
    [first?.text, first?.type, first?.userId, first?.meta],
    ['<b>Ten</b> minutes', 'user', null, { outside: true, author: 'Bell <i>' }],
  );
  assert.equal(second?.text, 'Thanks');
  assert.deepEqual(third?.meta, { outside: true, author: 'System' });
  const changes = (await changesOf(teacher.api, channelId)).filter(({ event }) => event === 'message');
  assert.equal(changes.length, 12);
  assert.deepEqual(
    changes.map(({ seq }) => seq),
    Array.from({ length: 12 }, (_, index) => (changes[0]?.seq ?? 0) + index),
  );
  await group.bbb.call('end', { meetingID });
  assert.equal(await keyOf({ meetingID, message: 'late' }), 'notFound');
});

test('the report of the call names the program', async () => {
  const meetingID = 'report';
  await group.bbb.call('create', { meetingID });
  const { at } = (await connectToMeeting(lectern, group, { meetingID, fullName: 'A', role: 'VIEWER' })).group;
  await send({ meetingID, message: 'x', userName: 'Bell' });
  const { id: callId } = await group.owner.getActiveCall(at);
  await group.bbb.call('end', { meetingID });
  const { items } = await group.owner.listAnalyticsCallMessages({ spaceId: group.spaceId, callId });
  assert.deepEqual(
    items.map(({ name, chatUserId }) => [name, chatUserId]),
    [['Bell', null]],
  );
});

test('messages and names that are missing or too long are refused', async () => {
  const meetingID = 'limits';
  await group.bbb.call('create', { meetingID });
  await connectToMeeting(lectern, group, { meetingID, fullName: 'A', role: 'VIEWER' });
  assert.equal(await keyOf({ meetingID }), 'missingParamMessage');
  assert.equal(await keyOf({ meetingID, message: '  ' }), 'missingParamMessage');
  assert.equal(await keyOf({ meetingID, message: 'x'.repeat(501) }), 'validationError');
  assert.equal(await keyOf({ meetingID, message: 'x', userName: 'x'.repeat(256) }), 'validationError');
  assert.equal(await keyOf({ meetingID, message: '🎓'.repeat(500), userName: 'x'.repeat(255) }), '');
  assert.equal(await keyOf({ message: 'x' }), 'missingParamMeetingID');
  assert.equal(await keyOf({ meetingID: 'unknown', message: 'x' }), 'notFound');
  await group.bbb.call('end', { meetingID });
});
