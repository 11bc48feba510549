import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { changesOf, makeChatUser, makeMachine, messagesOf } from '../../../testing/people/chat.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
let channelId: string;
/** The moderator and a guest of the first call, and what was written in it. */
let moderator: InFakeCall;
let first: InFakeCall;
let early: string;
const ends: (() => unknown)[] = [];

const enter = async (by: { username: string } | { url: string; browser: string }) => {
  const link = 'url' in by ? by : { url: await makeLink(group, by) };
  const entered = await enterBy(lectern, group, link);
  await entered.api.joinChannel({ body: { id: channelId } });
  return entered;
};
const say = async ({ api }: { api: Client }, text: string) =>
  (await api.sendMessage({ body: { channelId, text } })).id;
const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);
const reads = async ({ api }: { api: Client }) => texts(await messagesOf(api, channelId));

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  channelId = group.room.channelId;
  moderator = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  first = await joinFakeCall(lectern, group, { username: 'Gus' });
  for (const { api } of [moderator, first]) await api.joinChannel({ body: { id: channelId } });
  early = await say(first, 'my mark');
  await moderator.api.pinMessage({ body: { channelId, messageId: early } });
  assert.ok((await group.owner.finishActiveCall(group.at)).finishedAt);
  await say(moderator, 'homework');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(() => lectern?.remove());

test('a guest sees the chat since the end of the last call before their own first one', async () => {
  const late = await enter({ username: 'Late' });
  const { messages, callsStartedAt } = await late.api.joinChannel({ body: { id: channelId } });
  assert.deepEqual([texts(messages), callsStartedAt?.length], [['homework'], 1]);
  assert.deepEqual(texts((await late.api.getInitial()).channels[0]?.messages ?? []), ['homework']);
  const newest = messages[0]?.id ?? '';
  const query = { before: newest, until: early };
  assert.deepEqual(await late.api.listMessages({ channelId, query }), []);
  assert.deepEqual(await late.api.listMessages({ channelId, query: { before: newest } }), []);
  assert.deepEqual(texts((await late.api.listMessages({ channelId, query: { after: '1' } })) as never), [
    'homework',
  ]);
  assert.deepEqual(await late.api.listPinnedMessages({ channelId }), []);
  await refused(late.api.addReaction({ messageId: early, body: { emoji: '👍' } }), 'not_found');
  const changes = await changesOf(late.api, channelId);
  assert.deepEqual([...new Set(changes.slice(0, -1).map(({ event }) => event))], ['trimmed']);
  assert.doesNotMatch(JSON.stringify(changes), /my mark/);
  assert.match(JSON.stringify(changes.at(-1)), /homework/);

  // The person stays, and their first call remains the first.
  ends.push(async () => (await connectToFakeCall(lectern, group, late)).person.leave());
  assert.deepEqual(await reads(late), ['homework']);
});

test('people of earlier calls, moderators, members and accounts of the integrator see all of it', async () => {
  const all = ['my mark', 'homework'];
  assert.deepEqual(await reads(first), all);
  assert.deepEqual(await reads(moderator), all);
  assert.deepEqual(await reads(await enter(first)), all);
  const machine = await makeMachine(lectern, group);
  const account = await makeChatUser(lectern, machine, { externalId: 'one' });
  await account.api.joinChannel({ body: { id: channelId } });
  assert.deepEqual(await reads(account), all);
  const member = await makeUser(lectern, 'member');
  await group.owner.grantRole({ ...group.at, body: { targetUserId: member.id, role: 'role_room_user' } });
  const { access_token } = await member.api.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'the browser of the member' },
  });
  const inside = { api: lectern.client(access_token) };
  await inside.api.joinChannel({ body: { id: channelId } });
  assert.deepEqual(await reads(inside), all);
  await group.owner.updateRoom({ ...group.at, body: { earlierChatAudience: 'nobody' } });
  assert.deepEqual([await reads(inside), await reads(moderator)], [['homework'], all]);
});

test('a page that joined the chat before its call learns of the start, and later pages which call is running', async () => {
  const late = await enter({ username: 'Late' });
  const join = () => late.api.joinChannel({ body: { id: channelId } });
  const before = await join();
  assert.deepEqual([before.callsStartedAt?.length, before.isCallRunning], [1, false]);
  const { person } = await connectToFakeCall(lectern, group, late);
  ends.push(() => person.leave());
  const after = await join();
  assert.deepEqual([after.callsStartedAt?.length, after.isCallRunning], [2, true]);
  const [started] = await changesOf(late.api, channelId, before.seq);
  const payload = { channelId, startedAt: after.callsStartedAt?.[1] };
  assert.deepEqual(started, { event: 'call-started', payload, seq: before.seq + 1 });
});

test('the setting shows guests all of it', async () => {
  await group.owner.updateRoom({ ...group.at, body: { earlierChatAudience: 'everyone' } });
  assert.deepEqual(await reads(await enter({ username: 'Late' })), ['my mark', 'homework']);
});

test('the socket recovers nothing of a call that is over', async () => {
  const late = await enter({ username: 'Late' });
  const listener = new SocketListener(lectern, late.api);
  ends.push(() => listener.close());
  await waitUntil(() => listener.channels.has(`chat:${channelId}`), {
    timeout: 30_000,
    message: 'the subscription',
  });
  const { publications } = await listener.history(`chat:${channelId}`);
  assert.doesNotMatch(JSON.stringify(publications), /my mark/);
  assert.match(JSON.stringify(publications), /homework/);
});
