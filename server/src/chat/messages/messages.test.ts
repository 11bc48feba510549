import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Chatting, changesOf, enterChat, messagesOf } from '../../../testing/people/chat.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import type { Database } from '../../platform/db/db.ts';

let lectern: Lectern;
let database: Database;
let group: TestGroup;
let moderator: Chatting;
let ann: Chatting;
let bob: Chatting;
let channelId: string;

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  channelId = group.room.channelId;
  moderator = await enterChat(lectern, group, { username: 'Mo', role: 'moderator' });
  ann = await enterChat(lectern, group, { username: 'Ann' });
  bob = await enterChat(lectern, group, { username: 'Bob' });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const say = ({ api }: Chatting, text: string) => api.sendMessage({ body: { channelId, text } });
const edit = ({ api }: Chatting, messageId: string, text: string) =>
  api.editMessage({ messageId, body: { text } });
const remove = ({ api }: Chatting, messageId: string) => api.deleteMessage({ messageId });
const changes = () => changesOf(moderator.api, channelId);
const lastChange = async () => (await changes()).at(-1);

/** Makes the message this old. */
const setAge = (messageId: string, minutes: number) =>
  database.pool.query(
    `UPDATE chat_messages SET created_at = now() - make_interval(mins => $2) WHERE id = $1`,
    [messageId, minutes],
  );

test('an edited message is published with its text and marked as edited', async () => {
  const { id, seq } = await say(ann, 'teh first');
  const edited = await edit(ann, id, '  the first ');
  assert.equal(edited.text, 'the first');
  assert.equal(edited.seq, seq);
  assert.ok(edited.editedAt);
  assert.deepEqual(await lastChange(), {
    event: 'message-edited',
    payload: { channelId, message: edited },
    seq: seq + 1,
  });
  assert.deepEqual((await messagesOf(bob.api, channelId)).at(-1), edited);
  assert.deepEqual(await edit(ann, id, 'the first'), edited);
  assert.equal((await lastChange())?.seq, seq + 1, 'the same text again is no change');
});

test('authors edit their message for 15 minutes, moderators at any time', async () => {
  const { id } = await say(ann, 'hello');
  await refused(edit(bob, id, 'mine'), 'forbidden');
  await refused(remove(bob, id), 'forbidden');
  await setAge(id, 14);
  await edit(ann, id, 'hello!');
  await setAge(id, 16);
  await refused(edit(ann, id, 'too late'), 'edit_time_over');
  await refused(remove(ann, id), 'edit_time_over');
  assert.equal((await edit(moderator, id, 'moderated')).userId, ann.userId);
  await remove(moderator, id);
  await remove(ann, id);
  await refused(edit(moderator, id, 'again'), 'not_found');
});

test('a muted person cannot edit, nor can anybody while the chat is off', async () => {
  const { id } = await say(ann, 'hello');
  const put = (text: string) => edit(ann, id, text);
  await moderator.api.updateChannelSettings({ channelId, body: { linksAllowed: false } });
  await refused(put('see www.example.org'), 'links_not_allowed');
  await moderator.api.updateChannelSettings({ channelId, body: { isChatAllowed: false } });
  await refused(put('hi'), 'chat_off');
  await moderator.api.updateChannelSettings({ channelId, body: { isChatAllowed: true } });
  await moderator.api.muteChatUser({ channelId, body: { userId: ann.userId, seconds: 60 } });
  await refused(put('hi'), 'muted');
  await refused(ann.api.addReaction({ messageId: id, body: { emoji: '👍' } }), 'muted');
  await remove(ann, id);
});

test('a deleted text is gone from the page, the stored changes and the table', async () => {
  const { id } = await say(ann, 'a secret');
  await edit(ann, id, 'another secret');
  await ann.api.addReaction({ messageId: id, body: { emoji: '👍' } });
  await moderator.api.pinMessage({ body: { channelId, messageId: id } });
  await remove(ann, id);
  await remove(ann, id);
  const told = await changes();
  assert.deepEqual(
    told.map(({ event }) => event),
    ['message', 'message-edited', 'message-reactions', 'message-pinned', 'message-pinned', 'delete-messages'],
  );
  assert.deepEqual(
    told.map(({ seq }) => seq),
    [1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(told[4]?.payload, { channelId, messageId: id, isPinned: false });
  assert.deepEqual(told[5]?.payload, { channelId, ids: [id] });
  for (const { payload } of told.slice(0, 2)) {
    const { text, deleted } = payload.message as Record<string, unknown>;
    assert.deepEqual({ text, deleted }, { text: '', deleted: true });
  }
  assert.deepEqual(await messagesOf(bob.api, channelId), []);
  assert.deepEqual(await bob.api.listPinnedMessages({ channelId }), []);
  const { rows } = await database.pool.query(
    `SELECT text FROM chat_messages WHERE id = $1
     UNION ALL SELECT payload::text FROM chat_events WHERE channel_id = $2`,
    [id, channelId],
  );
  assert.doesNotMatch(JSON.stringify(rows), /secret/);
});

test('a moderator clears the whole channel', async () => {
  await moderator.api.clearChannel({ channelId });
  assert.deepEqual(await changes(), [], 'clearing an empty channel changes nothing');
  const [first] = [await say(ann, 'one secret'), await say(bob, 'two secrets')];
  await moderator.api.pinMessage({ body: { channelId, messageId: first.id } });
  await refused(ann.api.clearChannel({ channelId }), 'forbidden');
  await moderator.api.clearChannel({ channelId });
  const told = await changes();
  assert.deepEqual(told.at(-1), { event: 'clean-channel-messages', payload: { channelId }, seq: 4 });
  assert.doesNotMatch(JSON.stringify(told), /secret/);
  assert.deepEqual(await messagesOf(ann.api, channelId), []);
  assert.deepEqual(await ann.api.listPinnedMessages({ channelId }), []);
  assert.equal((await say(ann, 'anew')).seq, 5);
});

test('reactions are counted by emoji in the order of their first use', async () => {
  const { id, seq } = await say(ann, 'hello');
  const react = ({ api }: Chatting, emoji: string) => api.addReaction({ messageId: id, body: { emoji } });
  await react(bob, '👍');
  await react(ann, '🇫🇷');
  const { reactions } = await react(moderator, '👍');
  const expected = [
    { emoji: '👍', count: 2, userIds: [bob.userId, moderator.userId] },
    { emoji: '🇫🇷', count: 1, userIds: [ann.userId] },
  ];
  assert.deepEqual(reactions, expected);
  assert.deepEqual(await lastChange(), {
    event: 'message-reactions',
    payload: { channelId, messageId: id, reactions: expected },
    seq: seq + 3,
  });
  assert.deepEqual((await react(bob, '👍')).reactions, expected);
  await bob.api.removeReaction({ messageId: id, emoji: '🇫🇷' });
  assert.equal((await lastChange())?.seq, seq + 3, 'a request without effect takes no number');
  const left = await ann.api.removeReaction({ messageId: id, emoji: '🇫🇷' });
  assert.deepEqual(left.reactions, expected.slice(0, 1));
});

test('any single emoji is accepted, whatever it is composed of; text is refused', async () => {
  const { id: messageId } = await say(ann, 'hello');
  const react = (emoji: string) => ann.api.addReaction({ messageId, body: { emoji } });
  for (const emoji of ['👍🏽', '👨‍👩‍👧‍👦', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🫠']) await react(emoji);
  const none = ['a', '1', '👍👍', '👍a', '🇫', '\u200d', '\ufe0f', '#', '👍\u0301', '<b>'];
  for (const text of none) await refusedFields(react(text), 'emoji');
  await refused(ann.api.removeReaction({ messageId, emoji: 'a' }), 'not_found');
});

test('a message has at most 20 different reactions', async () => {
  const { id: messageId } = await say(ann, 'hello');
  const react = ({ api }: Chatting, emoji: string) => api.addReaction({ messageId, body: { emoji } });
  for (let code = 0x1f600; code < 0x1f600 + 20; code += 1) await react(ann, String.fromCodePoint(code));
  await refusedFields(react(ann, '👍'), 'emoji');
  assert.equal((await react(bob, '😀')).reactions?.length, 20);
});

test('a reaction added twice at once counts once', async () => {
  const { id: messageId, seq } = await say(ann, 'hello');
  const react = () => bob.api.addReaction({ messageId, body: { emoji: '👍' } });
  await Promise.all([react(), react(), react()]);
  assert.equal((await lastChange())?.seq, seq + 1);
});

test('a moderator pins and unpins, and everybody sees it', async () => {
  const [one, two] = [await say(ann, 'one'), await say(bob, 'two')];
  const pin = ({ api }: { api: Client }, messageId: string) =>
    api.pinMessage({ body: { channelId, messageId } });
  await refused(pin(ann, one.id), 'forbidden');
  const first = await pin(moderator, one.id);
  assert.deepEqual({ ...first, id: '' }, { id: '', channelId, messageId: one.id, message: one });
  assert.deepEqual(await pin(moderator, one.id), first);
  const second = await pin(moderator, two.id);
  assert.deepEqual(await ann.api.listPinnedMessages({ channelId }), [second, first]);
  await refused(ann.api.unpinMessage({ pinId: first.id }), 'forbidden');
  await moderator.api.unpinMessage({ pinId: first.id });
  await moderator.api.unpinMessage({ pinId: first.id });
  assert.deepEqual(await ann.api.listPinnedMessages({ channelId }), [second]);
  assert.deepEqual(
    (await changes()).slice(2).map(({ payload }) => [payload.messageId, payload.isPinned]),
    [
      [one.id, true],
      [two.id, true],
      [one.id, false],
    ],
  );
});

test('two concurrent pins of one message create one; a channel has at most 50', async () => {
  const { id: messageId } = await say(ann, 'one');
  const pin = () => moderator.api.pinMessage({ body: { channelId, messageId } });
  const [one, two] = await Promise.all([pin(), pin()]);
  assert.equal(one.id, two.id);
  for (let count = 1; count < 50; count += 1) {
    const { id } = await say(ann, `pinned ${count}`);
    await moderator.api.pinMessage({ body: { channelId, messageId: id } });
  }
  const { id } = await say(ann, 'one too many');
  await refusedFields(moderator.api.pinMessage({ body: { channelId, messageId: id } }), 'messageId');
  const elsewhere = await makeGroup(lectern);
  const other = await enterChat(lectern, elsewhere, { role: 'moderator' });
  const theirs = await other.api.sendMessage({ body: { channelId: elsewhere.room.channelId, text: 'x' } });
  await refusedFields(moderator.api.pinMessage({ body: { channelId, messageId: theirs.id } }), 'messageId');
});

test('a clientMessageId sent from two connections at once creates one message', async () => {
  const body = { channelId, text: 'once', clientMessageId: 'mine-1' };
  const sent = await Promise.all(
    [0, 1, 2, 3].map((index) =>
      ann.api.sendMessage({ body }, index > 1 ? { idempotencyKey: `key-${index}` } : {}),
    ),
  );
  assert.equal(new Set(sent.map(({ id }) => id)).size, 1);
  assert.equal((await changes()).length, 1);
});
