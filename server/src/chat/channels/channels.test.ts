import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { countLockWaiters, databaseOf } from '../../../testing/database.ts';
import { statementsOf } from '../../../testing/engines/plans.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import {
  type Chatting,
  changesOf,
  enterChat,
  type Machine,
  makeChatUser,
  makeMachine,
  messagesOf,
} from '../../../testing/people/chat.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { ChatRequest } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { listDirects } from './directs.ts';
import { readInitial } from './open.ts';

let lectern: Lectern;
let group: TestGroup;
let machine: Machine;
let moderator: Chatting;
let ann: Chatting;
let channelId: string;
const ends: (() => unknown)[] = [];

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  channelId = group.room.channelId;
  machine = await makeMachine(lectern, group);
  moderator = await enterChat(lectern, group, { username: 'Mo', role: 'moderator' });
  ann = await enterChat(lectern, group, { username: 'Ann' });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(() => lectern?.remove());

const listen = async ({ api }: Chatting): Promise<SocketListener> => {
  const listener = await SocketListener.of(lectern, api, channelId);
  ends.push(() => listener.close());
  return listener;
};
const say = ({ api }: Chatting, text: string, to = channelId) =>
  api.sendMessage({ body: { channelId: to, text } });
const colleague = (externalId: string, more: Record<string, unknown> = {}) =>
  makeChatUser(lectern, machine, { externalId, ...more });

test('getInitial returns the channels, people and settings of a client', async () => {
  const sent = await say(moderator, 'welcome');
  const initial = await ann.api.getInitial();
  assert.deepEqual(
    initial.channels.map(({ id, messages, isJoined, role, type, externalId, name, seq }) => [
      ...[id, isJoined, role, type, externalId, name, seq],
      messages.map(({ text }) => text),
    ]),
    [[channelId, true, 'user', 'private', group.room.id, 'Algebra', sent.seq, ['welcome']]],
  );
  assert.equal(initial.user.id, ann.userId);
  assert.deepEqual(
    initial.users.map(({ displayName, role }) => [displayName, role]),
    [
      ['Ann', 'user'],
      ['Mo', 'moderator'],
    ],
  );
  assert.deepEqual(initial.publics, []);
  assert.match(initial.settings.socketUrl, /^ws:.*\/connection\/websocket$/);
});

test('public rooms are listed for everybody who may join them', async () => {
  const open = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Open day' } });
  const teacher = await colleague('teacher');
  const { publics, channels } = await teacher.api.getInitial();
  assert.deepEqual([publics, channels], [[{ id: open.channelId, name: 'Open day' }], []]);
  assert.deepEqual((await ann.api.getInitial()).publics, []);
  const joined = await teacher.api.joinExternalChannel({ externalId: open.id });
  assert.deepEqual([joined.id, joined.isJoined, joined.type], [open.channelId, true, 'public']);
  await refused(ann.api.joinExternalChannel({ externalId: open.id }), 'not_found');
  await refused(ann.api.joinExternalChannel({ externalId: 'nothing' }), 'not_found');
});

/** Makes this many direct channels with new people and this many messages each, by SQL for speed. */
async function haveDirects(userId: string, count: number, messages: number): Promise<void> {
  const { db, close } = await databaseOf(lectern);
  await sql`
    WITH people AS (
      INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, created_at)
      SELECT ${group.spaceId}, 'm2m:other-' || n, 'm2m', 'user', 'other', 'Other ' || n, now()
      FROM generate_series(1, ${count}::int) n RETURNING id
    ), opened AS (
      INSERT INTO chat_channels (space_id, direct_of, epoch, top, created_at)
      SELECT ${group.spaceId}, ${userId} || ':' || id, 'epoch', ${messages}::int, now() FROM people RETURNING id
    ), joined AS (
      INSERT INTO chat_members (channel_id, user_id, joined_at) SELECT id, ${userId}, now() FROM opened
    )
    INSERT INTO chat_messages (channel_id, seq, type, user_id, text, created_at)
    SELECT id, n, 'user', ${userId}, 'message ' || n, now() FROM opened, generate_series(1, ${messages}::int) n
    ORDER BY n, id`.execute(db);
  await close();
}

test('both lists of channels run the same number of statements for 5 and for 200 channels', async () => {
  const { db, close } = await databaseOf(lectern);
  ends.push(close);
  const parts = { db, socket: { url: 'ws://localhost' } } as unknown as ChatParts;
  const counts: number[][] = [];
  for (const count of [5, 200]) {
    const { userId } = await colleague(`has-${count}`);
    await haveDirects(userId, count, 60);
    const by = { db, caller: { kind: 'chat', chatUserId: userId } } as ChatRequest;
    const page = { limit: 1000, offset: 0 };
    const found: number[] = [];
    const directs = await statementsOf(db, async (asked) => {
      found.push((await listDirects(parts, { ...by, db: asked }, page)).length);
    });
    const initial = await statementsOf(db, async (asked) => {
      found.push((await readInitial(parts, { ...by, db: asked }, page)).channels.length);
    });
    assert.deepEqual(found, [count, count]);
    counts.push([directs.length, initial.length]);
    await sql`DELETE FROM chat_users WHERE username = 'other'`.execute(db);
  }
  assert.deepEqual(counts[0], counts[1]);
  assert.ok(Math.max(...counts.flat()) <= 10, `${counts}`);
});

test('every page of 20 channels contains 50 messages in total, shared out evenly', async () => {
  const { api, userId } = await colleague('busy');
  await haveDirects(userId, 45, 60);
  for (const channels of [await api.listDirects(), (await api.getInitial()).channels]) {
    const lengths = channels.map(({ messages }) => messages.length);
    const totals = [0, 20, 40].map((from) =>
      lengths.slice(from, from + 20).reduce((sum, one) => sum + one, 0),
    );
    assert.deepEqual([channels.length, totals], [45, [50, 50, 50]]);
    assert.ok(lengths.slice(0, 40).every((one) => one === 2 || one === 3));
    assert.ok(lengths.slice(40).every((one) => one === 10));
    for (const { messages } of channels) {
      const latest = Array.from({ length: messages.length }, (_, n) => 60 - messages.length + n + 1);
      assert.deepEqual(
        messages.map(({ seq }) => seq),
        latest,
      );
    }
  }
  const all = (await api.listDirects()).map(({ id }) => id);
  const paged = await api.listDirects({ query: { limit: 20, offset: 20 } });
  assert.deepEqual(
    paged.map(({ id }) => id),
    all.slice(20, 40),
  );
  const [one] = (await api.getInitial({ query: { limit: 1, offset: 44 } })).channels;
  assert.deepEqual([one?.id, one?.messages.length], [all[44], 50]);
  for (const query of [{ limit: 0 }, { limit: 1001 }]) {
    await refusedFields(api.listDirects({ query }), 'limit');
    await refusedFields(api.getInitial({ query }), 'limit');
  }
  await refusedFields(api.listDirects({ query: { offset: -1 } }), 'offset');
});

test('a moderator and a participant of their room have a direct channel, and both get its messages', async () => {
  const [hers, theirs] = [await listen(ann), await listen(moderator)];
  const direct = await moderator.api.createDirect({ body: { userId: ann.userId } });
  assert.deepEqual(
    [direct.type, direct.name, direct.externalId, direct.users.map(({ id }) => id).sort()],
    ['direct', 'Ann', null, [ann.userId, moderator.userId].sort()],
  );
  const [news] = await hers.hears('new-direct');
  assert.deepEqual(
    [news?.channel, news?.payload.id, news?.payload.name],
    [`user:${ann.userId}`, direct.id, 'Mo'],
  );
  await theirs.hears('new-direct');
  await waitUntil(() => theirs.channels.has(`chat:${direct.id}`), {
    timeout: 30_000,
    message: 'the moderator to be subscribed to the direct channel',
  });
  const sent = await say(ann, 'may I ask?', direct.id);
  const [heard] = (await theirs.hears('message')).slice(-1);
  assert.deepEqual(heard?.payload, { channelId: direct.id, message: sent });
  const again = await ann.api.createDirect({ body: { userId: Number(moderator.userId) } });
  assert.deepEqual([again.id, again.name, again.messages], [direct.id, 'Mo', [sent]]);
  assert.equal(hers.events('new-direct').length, 1);
  assert.deepEqual(
    (await ann.api.listDirects()).map(({ id }) => id),
    [direct.id],
  );
  await refused(ann.api.clearChannel({ channelId: direct.id }), 'forbidden');
  await refused(
    moderator.api.muteChatUser({ channelId: direct.id, body: { userId: ann.userId } }),
    'forbidden',
  );
});

test('two people who open a direct channel at once get the same one', async () => {
  const [one, two] = [await colleague('one'), await colleague('two')];
  const opened = await Promise.all([
    one.api.createDirect({ body: { userId: two.userId } }),
    two.api.createDirect({ body: { userId: one.userId } }),
    one.api.createDirect({ body: { userId: two.userId } }),
  ]);
  assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
  assert.equal((await two.api.listDirects()).length, 1);
});

test('a person who shares no moderated room with another cannot open a direct channel', async () => {
  const bob = await enterChat(lectern, group, { username: 'Bob' });
  const open = ({ api }: Chatting, userId: string) => api.createDirect({ body: { userId } });
  await refused(open(ann, bob.userId), 'forbidden');
  const student = await colleague('student');
  await refused(open(ann, student.userId), 'forbidden');
  await open(ann, (await colleague('head', { role: 'moderator' })).userId);
  const room = await group.owner.createRoom({
    spaceId: group.spaceId,
    body: { name: 'Other', isPublic: false },
  });
  const otherRoom: TestGroup = { ...group, room, at: { spaceId: group.spaceId, roomId: room.id } };
  const elsewhere = await enterChat(lectern, otherRoom, { role: 'moderator' });
  await refused(open(elsewhere, ann.userId), 'forbidden');
  await refused(open(ann, elsewhere.userId), 'forbidden');
  await refusedFields(open(ann, ann.userId), 'userId');
  await refused(open(ann, '999999999999999999'), 'not_found');
  const foreign = await makeGroup(lectern);
  await refused(open(ann, (await enterChat(lectern, foreign, { role: 'moderator' })).userId), 'not_found');
});

test('where the owner disables direct messages nobody sends any, also in channels opened before', async () => {
  const direct = await ann.api.createDirect({ body: { userId: moderator.userId } });
  await group.owner.updateChatSettings({ spaceId: group.spaceId, body: { displayDirect: false } });
  await refused(ann.api.createDirect({ body: { userId: moderator.userId } }), 'forbidden');
  await refused(say(ann, 'hello?', direct.id), 'chat_off');
  await say(ann, 'hello');
});

test('only its two people see a direct channel', async () => {
  const direct = await ann.api.createDirect({ body: { userId: moderator.userId } });
  const bob = await enterChat(lectern, group, { username: 'Bob', role: 'moderator' });
  await refused(bob.api.listMessages({ channelId: direct.id }), 'not_found');
  await refused(bob.api.joinChannel({ body: { id: direct.id } }), 'not_found');
});

test('a muted person cannot write until the end of the mute, and only they are notified', async () => {
  const [hers, others] = [await listen(ann), await listen(moderator)];
  const mute = (body: { userId: string; seconds?: number }) =>
    moderator.api.muteChatUser({ channelId, body });
  const settings = await mute({ userId: ann.userId });
  assert.deepEqual(settings, {
    ...{ isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true },
    ...{ isOff: false, directMessages: 'everyone' },
  });
  const [news] = await hers.hears('muted');
  assert.deepEqual(news, {
    channel: `user:${ann.userId}`,
    event: 'muted',
    payload: { channelId, mutedUntil: '9999-12-31T00:00:00.000Z' },
  });
  await refused(say(ann, 'hello?'), 'muted');
  const joined = ({ api }: Chatting) => api.joinChannel({ body: { id: channelId } });
  const until = { userId: ann.userId, mutedUntil: '9999-12-31T00:00:00.000Z' };
  assert.deepEqual((await joined(moderator)).mutedUsers, [until]);
  assert.equal((await joined(ann)).mutedUsers, undefined);
  await ann.api.leaveChannel({ body: { id: channelId } });
  await ann.api.joinChannel({ body: { id: channelId } });
  await refused(say(ann, 'hello?'), 'muted');
  await mute({ userId: ann.userId, seconds: 0 });
  await hers.hears('muted', 2);
  assert.deepEqual((await joined(moderator)).mutedUsers, []);
  await say(ann, 'hello');
  await others.hears('message');
  assert.equal(others.events('muted').length, 0);
  await refused(mute({ userId: moderator.userId }), 'forbidden');
  await refused(ann.api.muteChatUser({ channelId, body: { userId: moderator.userId } }), 'forbidden');
  await refused(mute({ userId: '999999999999999999' }), 'not_found');
});

test('a person who is muted while their message is under way gets the refusal', async () => {
  const database = await databaseOf(lectern);
  ends.push(() => database.close());
  const { pool } = database;
  const waiting = (count: number) =>
    waitUntil(async () => (await countLockWaiters(database.db)) === count, {
      timeout: 30_000,
      message: `${count} to wait for the channel`,
    });
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM chat_channels WHERE id = $1 FOR NO KEY UPDATE', [channelId]);
  const mute = moderator.api.muteChatUser({ channelId, body: { userId: ann.userId } });
  await waiting(1);
  const late = refused(say(ann, 'too late'), 'muted');
  await waiting(2);
  await holder.query('COMMIT');
  holder.release();
  await Promise.all([mute, late]);
  assert.deepEqual(await changesOf(moderator.api, channelId), []);
});

test('a person who is muted before joining is muted from the start', async () => {
  const late = await enterBy(lectern, group, { url: await makeLink(group, { username: 'Late' }) });
  const { id: userId } = (await late.api.getInitial()).user;
  await moderator.api.muteChatUser({ channelId, body: { userId, seconds: 600 } });
  await refused(late.api.listMessages({ channelId }), 'not_joined');
  const joined = await late.api.joinChannel({ body: { id: channelId } });
  assert.ok(joined.mutedUntil);
  await refused(late.api.sendMessage({ body: { channelId, text: 'hi' } }), 'muted');
});

test("a moderator's settings of the channel take effect at once and are published once", async () => {
  const set = (body: Record<string, unknown>) => moderator.api.updateChannelSettings({ channelId, body });
  const off = { isChatAllowed: false, slowModeSeconds: 30, linksAllowed: false };
  const changed = { ...off, isOff: false, directMessages: 'everyone' };
  assert.deepEqual(await set(off), changed);
  assert.deepEqual(await set(off), changed);
  assert.deepEqual(await set({}), changed);
  const [settings, permissions, ...more] = await changesOf(ann.api, channelId);
  assert.deepEqual(settings, {
    event: 'channel-settings',
    payload: { channelId, settings: changed },
    seq: 1,
  });
  assert.equal(permissions?.event, 'call-permissions');
  assert.deepEqual(more, []);
  assert.equal((await group.owner.getRoom(group.at)).isChatAllowed, false);
  await refused(say(ann, 'hi'), 'chat_off');
  await set({ isChatAllowed: true });
  await say(ann, 'hi');
  const slow = await refused(say(ann, 'hi again'), 'slow_mode');
  assert.ok((slow.retryAfter ?? 0) > 20);
  await refused(ann.api.updateChannelSettings({ channelId, body: off }), 'forbidden');
});

test('if the owner wants it, the channel announces who joined', async () => {
  await group.owner.updateChatSettings({ spaceId: group.spaceId, body: { displaySystemMessages: true } });
  const bob = await enterChat(lectern, group, { username: 'Bob' });
  await bob.api.joinChannel({ body: { id: channelId } });
  const [told, ...more] = await changesOf(ann.api, channelId);
  const [message] = await messagesOf(ann.api, channelId);
  assert.deepEqual([told, more], [{ event: 'system:message', payload: { channelId, message }, seq: 1 }, []]);
  assert.deepEqual(
    [message?.type, message?.userId, message?.meta],
    ['system', null, { event: 'user-joined', data: { userId: bob.userId } }],
  );
  const id = message?.id ?? '';
  await refused(moderator.api.editMessage({ messageId: id, body: { text: 'x' } }), 'forbidden');
  await refused(bob.api.deleteMessage({ messageId: id }), 'forbidden');
  await moderator.api.deleteMessage({ messageId: id });
});
