import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, openLink, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterChat, fillChannel, makeChatUser, makeMachine } from '../../testing/people/chat.ts';
import { type CredentialOutcome, checkEachCredential } from '../../testing/people/credentials.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { newId } from '../platform/ids.ts';

/** A client for each kind of credential, relative to the chat of one private room. */
const credentials = [
  ...['nobody', 'forged', 'client', 'owner', 'link', 'application'],
  ...['outsider', 'foreigner', 'unjoined', 'guest', 'moderator', 'head'],
] as const;
type Credential = (typeof credentials)[number] & string;
type Table = Record<string, CredentialOutcome>;

let lectern: Lectern;
let group: TestGroup;
let to: Record<Credential, Client>;
let ids: Awaited<ReturnType<typeof fillChannel>>['ids'];
let guestId: string;
let headToken: string;
let channelId: string;

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  group = await makeGroup(lectern, { isPublic: false });
  channelId = group.room.channelId;
  const channel = await fillChannel(lectern, group);
  ids = channel.ids;
  headToken = channel.tokens.chat;
  const application = lectern.client(channel.tokens.application);
  const machine = { appId: ids.appId, token: channel.tokens.application, api: application };
  const { url } = await group.owner.generateAccess({ ...group.at, body: { username: 'Lin', role: 'user' } });
  const room = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Other' } });
  const otherRoom = { ...group, room, at: { spaceId: group.spaceId, roomId: room.id } };
  const guest = await enterChat(lectern, group);
  guestId = guest.userId;
  to = {
    nobody: lectern.client(),
    forged: lectern.client(`lch_${'A'.repeat(67)}`),
    client: lectern.client(lectern.owner.clientToken),
    owner: group.owner,
    link: await openLink(lectern, url, 'some browser'),
    application,
    outsider: (await enterChat(lectern, otherRoom, { role: 'moderator' })).api,
    foreigner: (await enterChat(lectern, await makeGroup(lectern), { role: 'moderator' })).api,
    unjoined: (await makeChatUser(lectern, machine, { externalId: 'pupil' })).api,
    guest: guest.api,
    moderator: (await enterChat(lectern, group, { role: 'moderator' })).api,
    head: lectern.client(headToken),
  };
});
after(() => lectern?.remove());

const none: Table = {
  ...{ nobody: 'unauthorized', forged: 'unauthorized' },
  ...{ client: 'forbidden', owner: 'forbidden', link: 'forbidden', application: 'forbidden' },
};
/** Outcomes by kind of person: of other rooms, not joined, joined, moderator. */
const people = (
  outside: CredentialOutcome,
  unjoined: CredentialOutcome,
  [guest, leader]: [CredentialOutcome, CredentialOutcome],
): Table => ({
  ...none,
  ...{ outsider: outside, foreigner: outside, unjoined, guest, moderator: leader, head: leader },
});
const everybody = people('ok', 'ok', ['ok', 'ok']);
const joined = people('not_found', 'not_joined', ['ok', 'ok']);
const leaders = people('not_found', 'not_joined', ['forbidden', 'ok']);

const tells = (ask: (api: Client) => Promise<unknown>, table: Table) =>
  checkEachCredential<string>(to, ask, table);
const freshMessage = async () => (await to.head.sendMessage({ body: { channelId, text: 'something' } })).id;
const freshPoll = async () => {
  const options = [{ option: 'yes' }, { option: 'no' }];
  return to.head.createPoll({ body: { channelId, question: 'Well?', options } });
};

test('everybody in a chat uses their own endpoints, and no other credential does', async () => {
  await tells((api) => api.getSocketToken(), everybody);
  await tells((api) => api.getInitial(), everybody);
  await tells((api) => api.listDirects(), everybody);
  await tells((api) => api.updateProfile({ body: {} }), everybody);
  await tells((api) => api.fetchChatUsers({ body: { ids: [guestId] } }), everybody);
});

test('only people who joined a channel read it and write in it', async () => {
  const { messageId, emoji } = ids;
  await tells((api) => api.listMessages({ channelId }), joined);
  await tells((api) => api.sendMessage({ body: { channelId, text: 'hello' } }), joined);
  await tells((api) => api.addReaction({ messageId, body: { emoji } }), joined);
  await tells((api) => api.removeReaction({ messageId, emoji }), joined);
  await tells((api) => api.listPinnedMessages({ channelId }), joined);
  await tells((api) => api.listPolls({ query: { channelId } }), joined);
  await tells(async (api) => {
    const { id: pollId, options } = await freshPoll();
    await to.head.startPoll({ pollId });
    await api.getPoll({ pollId });
    await api.votePoll({ body: { ids: [options[0]?.id ?? ''] } });
  }, joined);
});

test('a vote in a channel of others is validation_failed', async () => {
  await tells(
    async (api) => {
      const { id: pollId, options } = await freshPoll();
      await to.head.startPoll({ pollId });
      await api.votePoll({ body: { ids: [options[0]?.id ?? ''] } });
    },
    people('validation_failed', 'not_joined', ['ok', 'ok']),
  );
});

test('only moderators lead a channel', async () => {
  const isMuted = { userId: guestId, seconds: 0 };
  await tells((api) => api.muteChatUser({ channelId, body: isMuted }), leaders);
  await tells((api) => api.updateChannelSettings({ channelId, body: {} }), leaders);
  await tells(
    async (api) => api.pinMessage({ body: { channelId, messageId: await freshMessage() } }),
    leaders,
  );
  await tells(async (api) => {
    const { id } = await to.head.pinMessage({ body: { channelId, messageId: await freshMessage() } });
    await api.unpinMessage({ pinId: id });
  }, leaders);
  await tells(
    async (api) => api.editMessage({ messageId: await freshMessage(), body: { text: 'x' } }),
    leaders,
  );
  await tells(async (api) => api.deleteMessage({ messageId: await freshMessage() }), leaders);
  const options = [{ option: 'yes' }, { option: 'no' }];
  await tells((api) => api.createPoll({ body: { channelId, question: 'Well?', options } }), leaders);
  await tells(async (api) => api.startPoll({ pollId: (await freshPoll()).id }), leaders);
  await tells(async (api) => {
    const { id: pollId } = await freshPoll();
    await to.head.startPoll({ pollId });
    await api.stopPoll({ pollId });
  }, leaders);
  await tells(async (api) => api.deletePoll({ pollId: (await freshPoll()).id }), leaders);
  await tells((api) => api.clearChannel({ channelId }), leaders);
});

test('people who may see the channel may join it', async () => {
  const seen = people('not_found', 'ok', ['ok', 'ok']);
  await tells((api) => api.joinChannel({ body: { id: channelId } }), seen);
  await tells((api) => api.joinExternalChannel({ externalId: group.room.id }), seen);
  await tells((api) => api.createDirect({ body: { userId: guestId } }), {
    ...people('not_found', 'forbidden', ['validation_failed', 'ok']),
    outsider: 'forbidden',
  });
  await tells(async (api) => {
    await api.leaveChannel({ body: { id: channelId } });
    await api.joinChannel({ body: { id: channelId } });
  }, seen);
  await to.unjoined.leaveChannel({ body: { id: channelId } });
});

test('the application belongs to its machine token, its settings to the owner', async () => {
  const { appId } = ids;
  const { spaceId } = group;
  const nobodyElse = people('forbidden', 'forbidden', ['forbidden', 'forbidden']);
  const machines: Table = { ...nobodyElse, application: 'ok' };
  await tells((api) => api.createChatUser({ appId, body: { externalId: 'x' } }), machines);
  await tells((api) => api.issueChatToken({ appId, externalId: 'x' }), machines);
  const owners: Table = { ...nobodyElse, owner: 'ok' };
  const settings = { displayHeader: true };
  // Credentials other than an account's do not belong to the group, which is public.
  await tells((api) => api.updateChatSettings({ spaceId, body: settings }), owners);
  const other = await makeGroup(lectern);
  await tells((api) => api.createChatM2mToken({ spaceId: other.spaceId }), owners);
  const settingsOf = (api: Client) => api.getChatApplicationSettings({ appId });
  await tells(settingsOf, {
    ...Object.fromEntries(credentials.map((name) => [name, 'ok' as const])),
    forged: 'unauthorized',
  });
});

test('unknown ids in a path are 404 before the body is checked', async () => {
  const { head } = to;
  const body = {} as never;
  for (const id of ['0', '-1', 'x', '1e3', '9'.repeat(19), newId(), '999999999999999999']) {
    const [channel, messageId, pollId] = [{ channelId: id }, id, id];
    await refused(head.listMessages(channel), 'not_found');
    await refused(head.muteChatUser({ ...channel, body }), 'not_found');
    await refused(head.updateChannelSettings({ ...channel, body }), 'not_found');
    await refused(head.clearChannel(channel), 'not_found');
    await refused(head.listPinnedMessages(channel), 'not_found');
    await refused(head.editMessage({ messageId, body }), 'not_found');
    await refused(head.deleteMessage({ messageId }), 'not_found');
    await refused(head.addReaction({ messageId, body }), 'not_found');
    await refused(head.removeReaction({ messageId, emoji: '👍' }), 'not_found');
    await refused(head.getPoll({ pollId }), 'not_found');
    await refused(head.startPoll({ pollId }), 'not_found');
    await refused(head.stopPoll({ pollId }), 'not_found');
    await refused(head.deletePoll({ pollId }), 'not_found');
    await refused(head.getChatApplicationSettings({ appId: id }), 'not_found');
    await refused(to.application.createChatUser({ appId: id, body }), 'not_found');
  }
});

test('well-formed but unknown ids in a body are 404', async () => {
  const { head } = to;
  for (const id of ['999999999999999999', 9_007_199_254_740_991]) {
    await refused(head.joinChannel({ body: { id } }), 'not_found');
    await refused(head.leaveChannel({ body: { id } }), 'not_found');
    await refused(head.sendMessage({ body: { channelId: id, text: 'x' } }), 'not_found');
    await refused(head.createDirect({ body: { userId: id } }), 'not_found');
    await refused(head.muteChatUser({ channelId, body: { userId: id } }), 'not_found');
    await refused(head.pinMessage({ body: { channelId: id, messageId: '1' } }), 'not_found');
    await refused(head.listPolls({ query: { channelId: '999999999999999999' } }), 'not_found');
    await refused(head.votePoll({ body: { poll_id: id, answer: 'x' } }), 'not_found');
    await refusedFields(head.pinMessage({ body: { channelId, messageId: id } }), 'messageId');
    await refusedFields(head.sendMessage({ body: { channelId, text: 'x', replyTo: id } }), 'replyTo');
  }
});

/** A body in which every field is wrong. */
const bad = <T>(body: Record<string, unknown>) => body as unknown as T;

test('a refusal lists every field that is wrong', async () => {
  const { head, application, nobody, owner } = to;
  const { appId } = ids;
  const messageId = await freshMessage();
  await refusedFields(head.sendMessage({ body: bad({}) }), 'channelId', 'text');
  const message = { channelId: 'x', text: [], clientMessageId: 'x'.repeat(65), replyTo: {} };
  await refusedFields(head.sendMessage({ body: bad(message) }), ...Object.keys(message));
  await refusedFields(head.sendMessage({ body: { channelId, text: '\n\t ' } }), 'text');
  await refusedFields(head.sendMessage({ body: { channelId, text: '😀'.repeat(4001) } }), 'text');
  await refusedFields(head.editMessage({ messageId, body: { text: 'x'.repeat(8001) } }), 'text');
  await refusedFields(head.addReaction({ messageId, body: bad({ emoji: 7 }) }), 'emoji');
  await refusedFields(head.pinMessage({ body: bad({ channelId: '0' }) }), 'channelId', 'messageId');
  await refusedFields(head.joinChannel({ body: bad({ id: 1.5 }) }), 'id');
  await refusedFields(head.leaveChannel({ body: bad({}) }), 'id');
  await refusedFields(head.createDirect({ body: bad({ userId: -1 }) }), 'userId');
  const mute = bad<{ userId: string }>({ userId: '01', seconds: 31_536_001 });
  await refusedFields(head.muteChatUser({ channelId, body: mute }), 'seconds', 'userId');
  const settings = { isChatAllowed: 'yes', slowModeSeconds: 3601, linksAllowed: -1 };
  await refusedFields(
    head.updateChannelSettings({ channelId, body: bad(settings) }),
    ...Object.keys(settings),
  );
  const query = { before: 'x', until: '0', after: '1'.repeat(19), since: -1, limit: 1001 };
  await refusedFields(head.listMessages({ channelId, query }), ...Object.keys(query));
  await refusedFields(head.listMessages({ channelId, query: { limit: 201 } }), 'limit');
  await refusedFields(head.listMessages({ channelId, query: { until: messageId } }), 'until');
  await refusedFields(
    head.votePoll({ body: bad({ ids: [], poll_id: 'x', answer: [] }) }),
    'answer',
    'ids',
    'poll_id',
  );
  const people = { ids: 'x', participantIds: ['x'] };
  await refusedFields(head.fetchChatUsers({ body: bad(people) }), 'ids', 'participantIds.0');
  const looks = { displayName: 'x'.repeat(101), avatarUrl: 'javascript:alert(1)' };
  await refusedFields(head.updateProfile({ body: looks }), ...Object.keys(looks));
  const user = { externalId: 'a\tb', username: [], displayName: [], avatarUrl: 'x', role: 'king' };
  await refusedFields(application.createChatUser({ appId, body: bad(user) }), ...Object.keys(user));
  await refusedFields(
    nobody.signUp({ body: bad({ username: 'ab', password: '12345' }) }),
    'app_id',
    'password',
    'username',
  );
  await refusedFields(nobody.logIn({ body: bad({}) }), 'app_id', 'password', 'username');
  const { spaceId } = group;
  await refusedFields(
    owner.updateChatSettings({ spaceId, body: bad({ displayDirect: 'no' }) }),
    'displayDirect',
  );
});

test('no request body causes a 5xx, and both addresses of an operation respond', async (t) => {
  const seed = seedOf(t);
  const { userId, appId } = ids;
  const messageId = await freshMessage();
  const send = async (
    path: string,
    good: Record<string, unknown>,
    more: { method?: string; token?: string } = {},
  ) => {
    for (const body of oddBodies(good, { seed, count: 9 })) {
      const text = JSON.stringify(body);
      const address = `${text.length % 2 ? '/v1' : '/chat'}${path}`;
      const request = { token: headToken, type: 'application/json', body: text, ...more };
      const answer = await sendRaw(lectern.url, { ...request, path: address });
      assert.ok(
        [200, 201, 403, 404, 409, 422].includes(answer.status),
        `${seed} ${address} ${text} ${answer.text}`,
      );
    }
  };
  await send('/messages/send', { channelId, text: 'x', clientMessageId: 'y', replyTo: messageId });
  await send(`/messages/${messageId}`, { text: 'x' }, { method: 'PATCH' });
  await send(`/messages/${messageId}/reactions`, { emoji: '👍' });
  await send('/messages-pinned', { channelId, messageId });
  await send('/channels/join', { id: channelId });
  await send('/channels/create-direct', { userId });
  await send(`/channels/${channelId}/mute`, { userId: guestId, seconds: 0 });
  await send(
    `/channels/${channelId}/settings`,
    { isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true },
    { method: 'PUT' },
  );
  await send('/polls/create', {
    ...{ channelId, question: 'x', withAnswer: true, isOpenEnded: false, templateId: 5 },
    ...{ options: [{ option: 'a' }, { option: 'b', valid: true }], validOptions: [true, false] },
  });
  await send('/polls/vote', { ids: ['1'], poll_id: ids.pollId, answer: 'x' });
  await send('/users/fetch', { ids: [userId], participantIds: [newId()] });
  await send('/profile', { displayName: 'x', avatarUrl: lectern.url }, { method: 'PATCH' });
  const machine = await makeMachine(lectern, group);
  const user = { externalId: 'odd', username: 'x', displayName: 'y', avatarUrl: lectern.url, role: 'user' };
  await send(`/m2m/${appId}/users/create`, user, { token: machine.token });
  await group.owner.updateChatSettings({
    spaceId: group.spaceId,
    body: { accessChatGuest: true, accessRegister: true },
  });
  const sign = { app_id: appId, username: 'Somebody' };
  await send('/signup', sign);
});
