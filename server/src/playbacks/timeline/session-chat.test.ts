import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { makeChatUser, makeMachine, messagesOf } from '../../../testing/people/chat.ts';
import type { Entered } from '../../../testing/people/entering.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { addPlayback, enterPlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { addSession, openInTable, type TestSession } from './testing/sessions.ts';

let lectern: Lectern;
let database: Database;
let webinar: TestPlayback;
let first: TestSession;
let second: TestSession;
const ends: (() => unknown)[] = [];

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  webinar = await addPlayback(await makeGroup(lectern, { isPublic: false }), { isPublic: false });
  first = await addSession(database.db, webinar, { begunAgo: 10 });
  second = await addSession(database.db, webinar, { begunAgo: -3600 });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Enters the webinar by a link and opens the session. */
async function watch(
  { id: sessionId }: TestSession,
  settings: { username?: string; role?: 'user' | 'moderator'; externalUserId?: string } = {},
): Promise<Entered> {
  const entered = await enterPlayback(lectern, webinar, settings);
  await openInTable(database.db, { sessionId, participantId: entered.id });
  return entered;
}
const join = ({ api }: Pick<Entered, 'api'>, { channelId }: TestSession) =>
  api.joinChannel({ body: { id: channelId } });
const say = ({ api }: Pick<Entered, 'api'>, { channelId }: TestSession, text: string) =>
  api.sendMessage({ body: { channelId, text } });
const texts = async ({ api }: Pick<Entered, 'api'>, { channelId }: TestSession) =>
  (await messagesOf(api, channelId)).map(({ text }) => text);

test('the viewers of a session share one channel, and each session has its own', async () => {
  const [ann, bob] = [await watch(first), await watch(first, { username: 'Bob' })];
  const joined = await join(ann, first);
  assert.deepEqual(
    [joined.name, joined.externalId, joined.type, joined.role, joined.isJoined],
    ['Algebra again', first.id, 'private', 'user', true],
  );
  await join(bob, first);
  const ear = await SocketListener.of(lectern, bob.api, first.channelId);
  ends.push(() => ear.close());
  const sent = await say(ann, first, 'hello');
  await waitUntil(() => ear.heard.some(({ seq }) => seq === sent.seq), {
    timeout: 20_000,
    message: 'the message arrives by the socket',
  });
  assert.deepEqual(await texts(bob, first), ['hello']);
  const elsewhere = await watch(second, { username: 'Eve' });
  await join(elsewhere, second);
  await say(elsewhere, second, 'later');
  assert.deepEqual(await texts(elsewhere, second), ['later']);
  assert.deepEqual(await texts(ann, first), ['hello']);
});

test('people who did not open a session do not find its channel', async () => {
  const [stranger, later] = [await enterPlayback(lectern, webinar), await watch(second)];
  const ann = await watch(first);
  await join(ann, first);
  for (const { api } of [stranger, later]) {
    await refused(join({ api }, first), 'not_found');
    await refused(api.joinExternalChannel({ externalId: first.id }), 'not_found');
    await refused(api.listMessages({ channelId: first.channelId }), 'not_found');
    await refused(say({ api }, first, 'hi'), 'not_found');
    await refused(api.listPolls({ query: { channelId: first.channelId } }), 'not_found');
    const { user } = await ann.api.getInitial();
    assert.deepEqual(await api.fetchChatUsers({ body: { ids: [user.id] } }), []);
    assert.deepEqual(await api.fetchChatUsers({ body: { participantIds: [ann.id] } }), []);
  }
});

test('viewers of one session see who the others are', async () => {
  const [ann, bob] = [await watch(first), await watch(first, { username: 'Bob' })];
  await join(ann, first);
  const { user } = await bob.api.getInitial();
  const byIds = await ann.api.fetchChatUsers({ body: { ids: [user.id] } });
  const byParticipants = await ann.api.fetchChatUsers({ body: { participantIds: [bob.id] } });
  assert.deepEqual(
    [...byIds, ...byParticipants].map(({ displayName }) => displayName),
    ['Bob', 'Bob'],
  );
});

test('moderators by link moderate the session that they watch, accounts that lead moderate all', async () => {
  const ann = await watch(first);
  await join(ann, first);
  const { id: messageId } = await say(ann, first, 'spam');
  const moderator = await watch(first, { username: 'Mo', role: 'moderator' });
  assert.equal((await join(moderator, first)).role, 'moderator');
  await refused(join(moderator, second), 'not_found');
  await moderator.api.deleteMessage({ messageId });
  assert.deepEqual(await texts(ann, first), []);

  const { spaceId, asRoom } = webinar;
  const { access_token } = await webinar.owner.createParticipant({
    spaceId,
    body: { ...asRoom, clientUniqueId: 'the browser of the owner', name: 'Olga' },
  });
  const owner = { api: lectern.client(access_token) };
  for (const session of [first, second]) assert.equal((await join(owner, session)).role, 'moderator');
  const { user } = await ann.api.getInitial();
  await owner.api.muteChatUser({ channelId: first.channelId, body: { userId: user.id } });
  await refused(say(ann, first, 'hi'), 'muted');
});

test('the switch for the chat of a webinar holds in all its sessions', async () => {
  const [ann, later] = [await watch(first), await watch(second)];
  const moderator = await watch(first, { username: 'Mo', role: 'moderator' });
  for (const who of [ann, moderator]) await join(who, first);
  await join(later, second);
  await moderator.api.updateChannelSettings({
    channelId: first.channelId,
    body: { isChatAllowed: false, slowModeSeconds: 5 },
  });
  await refused(say(ann, first, 'hi'), 'chat_off');
  await refused(say(later, second, 'hi'), 'chat_off');
  await say(moderator, first, 'quiet, please');
  const told = await later.api.listMessages({ channelId: second.channelId, query: { since: 0 } });
  assert.deepEqual(
    told.map((change) => 'payload' in change && [change.event, Object(change.payload).settings]),
    [
      [
        'channel-settings',
        {
          ...{ isChatAllowed: false, slowModeSeconds: 0, linksAllowed: true },
          ...{ isOff: false, directMessages: 'everyone' },
        },
      ],
    ],
  );
});

test("a playback's own room has no channel, and no list of public channels names it", async () => {
  const open = await addPlayback(webinar, { isPublic: true });
  const { rows } = await database.pool.query('SELECT channel_id AS id FROM rooms WHERE id = $1', [
    open.playback.id,
  ]);
  const { api } = await enterPlayback(lectern, open);
  await refused(api.joinChannel({ body: { id: rows[0].id } }), 'not_found');
  await refused(api.joinExternalChannel({ externalId: open.playback.id }), 'not_found');
  assert.deepEqual((await api.getInitial()).publics, []);
});

test("of the integrator's people only moderators see the channels of sessions", async () => {
  const machine = await makeMachine(lectern, {
    ...webinar,
    at: webinar.asRoom,
    room: await webinar.owner.createRoom({ spaceId: webinar.spaceId, body: { name: 'Other' } }),
  });
  const learner = await makeChatUser(lectern, machine, { externalId: 'learner' });
  const teacher = await makeChatUser(lectern, machine, { externalId: 'teacher', role: 'moderator' });
  await refused(join(learner, first), 'not_found');
  assert.equal((await join(teacher, first)).role, 'moderator');
  assert.equal((await teacher.api.joinExternalChannel({ externalId: second.id })).id, second.channelId);
});

test('polls, reactions and pins work in the channel of a session', async () => {
  const ann = await watch(first);
  const moderator = await watch(first, { username: 'Mo', role: 'moderator' });
  for (const who of [ann, moderator]) await join(who, first);
  const { channelId } = first;
  const options = [{ option: 'yes' }, { option: 'no' }];
  const poll = await moderator.api.createPoll({ body: { channelId, question: 'Clear?', options } });
  await moderator.api.startPoll({ pollId: poll.id });
  const [yes] = poll.options;
  await ann.api.votePoll({ body: { ids: [yes?.id ?? ''] } });
  assert.equal((await moderator.api.getPoll({ pollId: poll.id })).votes, 1);
  const { id: messageId } = await say(ann, first, 'thanks');
  await moderator.api.addReaction({ messageId, body: { emoji: '👍' } });
  await moderator.api.pinMessage({ body: { channelId, messageId } });
  assert.deepEqual(
    (await ann.api.listPinnedMessages({ channelId })).map((pin) => pin.messageId),
    [messageId],
  );
});

test('moderators who watch a session learn at once of polls that another one prepares, viewers do not', async () => {
  const [ann, mo, max] = [
    await watch(first),
    await watch(first, { username: 'Mo', role: 'moderator' }),
    await watch(first, { username: 'Max', role: 'moderator' }),
  ];
  for (const who of [ann, mo, max]) await join(who, first);
  const { channelId } = first;
  const listen = async ({ api }: Entered) => {
    const ear = await SocketListener.of(lectern, api, channelId);
    ends.push(() => ear.close());
    return ear;
  };
  const [ofMax, ofAnn] = [await listen(max), await listen(ann)];
  const options = [{ option: 'yes' }, { option: 'no' }];
  await mo.api.createPoll({ body: { channelId, question: 'Secret?', options } });
  const [news] = await ofMax.hears('prepared-polls');
  assert.deepEqual(news?.payload, { channelId });
  await say(mo, first, 'after it');
  await ofAnn.hears('message');
  assert.doesNotMatch(JSON.stringify(ofAnn.heard), /prepared-polls|Secret/);
});

test('an erased viewer is erased from the channels of their sessions', async () => {
  const ann = await watch(first, { username: 'Anna Kowalska', externalUserId: 'anna' });
  const bob = await watch(first, { username: 'Bob' });
  for (const who of [ann, bob]) await join(who, first);
  await say(ann, first, 'my address is Green Street 5');
  await webinar.owner.erasePerson({ externalUserId: 'anna' });
  const told = JSON.stringify([
    await bob.api.listMessages({ channelId: first.channelId, query: { since: 0 } }),
    await join(bob, first),
  ]);
  assert.ok(!told.includes('Green') && !told.includes('Kowalska'), told);
});
