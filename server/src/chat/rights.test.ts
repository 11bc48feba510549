import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../contract/client/index.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { makeChatUser, makeMachine } from '../../testing/people/chat.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: InProcess;
let group: TestGroup;
let moderator: InFakeCall;
let guest: InFakeCall;
let channelId: string;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};
const listen = async (api: Client) => {
  const listener = await SocketListener.of(lectern, api, channelId);
  ends.push(() => listener.close());
  return listener;
};
const say = (api: Client, text: string) => api.sendMessage({ body: { channelId, text } });
const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });

before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  channelId = group.room.channelId;
  [moderator, guest] = [await come('Mo', 'moderator'), await come('Gus')];
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await lectern?.remove();
});

/** Every operation that is refused for an excluded person. */
async function isExcludedFromAll(api: Client): Promise<void> {
  await refused(say(api, 'still here'), 'removed_from_call');
  await refused(api.getSocketToken(), 'removed_from_call');
  await refused(api.joinChannel({ body: { id: channelId } }), 'removed_from_call');
  await refused(api.listMessages({ channelId }), 'removed_from_call');
}

test('a removed participant receives and sends nothing from that moment on', async () => {
  const [ears, others] = [await listen(guest.api), await listen(moderator.api)];
  await say(guest.api, 'hello');
  await ears.hears('message');
  await moderator.api.removeParticipant(guest.at);
  await until(() => ears.closedBy !== undefined, 'the socket to be closed for good');
  await say(moderator.api, 'after');
  await others.hears('message', 2);
  assert.equal(ears.events('message').length, 1);
  assert.equal(ears.closedBy, 3507);
  await isExcludedFromAll(guest.api);
});

test('a participant whose link is revoked is removed from call and chat', async () => {
  const link = await group.owner.generateAccess({ ...group.at, body: { username: 'Lin', role: 'user' } });
  const lin = await enterBy(lectern, group, { url: link.url });
  const ears = await listen(lin.api);
  await group.owner.revokeAccessLink({ ...group.at, linkId: link.id });
  await until(() => ears.closedBy !== undefined, 'the socket to be closed for good');
  await isExcludedFromAll(lin.api);
  await refused(
    lectern.client().openAccessLink({
      body: { accessToken: new URL(link.url).searchParams.get('accessToken') ?? '', clientUniqueId: 'x' },
    }),
    'link_revoked',
  );
  await group.owner.revokeAccessLink({ ...group.at, linkId: link.id });
});

test('a removed participant is excluded with every link of the same person', async () => {
  const more = { username: 'Tom', externalUserId: 'tom-7' };
  const first = await joinFakeCall(lectern, group, more);
  ends.push(() => first.person.leave());
  const second = await enterBy(lectern, group, { url: await makeLink(group, more) });
  const ears = await listen(second.api);
  await moderator.api.removeParticipant(first.at);
  await until(() => ears.closedBy !== undefined, 'the other socket to be closed for good');
  await isExcludedFromAll(second.api);
});

test('a person of the integrator whom a moderator removed has no way into the channel by their token until the call is over', async () => {
  const machine = await makeMachine(lectern, group);
  const made = await makeChatUser(lectern, machine, { externalId: 'tom-8' });
  const tom = await joinFakeCall(lectern, group, { username: 'Tom', externalUserId: 'tom-8' });
  ends.push(() => tom.person.leave());
  const ears = await listen(tom.api);
  await made.api.listMessages({ channelId });
  await moderator.api.removeParticipant(tom.at);
  await until(() => !ears.channels.has(`chat:${channelId}`), 'the channel to be gone');
  await isExcludedFromAll(tom.api);
  await refused(made.api.listMessages({ channelId }), 'not_found');
  await refused(made.api.joinChannel({ body: { id: channelId } }), 'not_found');
  await moderator.api.readmitParticipant(tom.at);
  await made.api.joinChannel({ body: { id: channelId } });
});

test('the recheck disconnects an excluded participant whom nobody reported to the socket', async () => {
  const ears = await listen(guest.api);
  const database = await databaseOf(lectern);
  ends.push(() => database.close());
  await sql`UPDATE participants SET removed_at = now(), call_id = (
    SELECT id FROM calls WHERE room_id = ${group.room.id} AND finished_at IS NULL) WHERE id = ${guest.id}`.execute(
    database.db,
  );
  await until(() => ears.closedBy !== undefined, 'the socket to be closed for good');
});

test('a person who leaves the channel neither receives nor reads it until they join again', async () => {
  const [ears, others] = [await listen(guest.api), await listen(moderator.api)];
  await guest.api.leaveChannel({ body: { id: channelId } });
  await until(() => !ears.channels.has(`chat:${channelId}`), 'the subscription to end');
  await refused(say(guest.api, 'x'), 'not_joined');
  await refused(guest.api.listMessages({ channelId }), 'not_joined');
  await say(moderator.api, 'while away');
  await others.hears('message');
  assert.equal(ears.events('message').length, 0);
  const again = await guest.api.joinChannel({ body: { id: channelId } });
  assert.deepEqual(
    again.messages.map(({ text }) => text),
    ['while away'],
  );
  // The subscription returns after the response; a client reads over HTTP what came before it.
  await until(() => ears.channels.has(`chat:${channelId}`), 'the subscription to return');
  await say(moderator.api, 'back');
  await ears.hears('message');
});

test('a deleted room takes its channel with it', async () => {
  const ears = await listen(guest.api);
  await group.owner.deleteRoom(group.at);
  await until(() => ears.closedBy !== undefined || ears.channels.size === 0, 'the channel to be gone');
  await refused(say(guest.api, 'x'), 'unauthorized');
});

test("the room's switch closes the chat for everybody but moderators, and is published", async () => {
  const ears = await listen(guest.api);
  await moderator.api.joinChannel({ body: { id: channelId } });
  await group.owner.updateRoom({ ...group.at, body: { name: 'Another name' } });
  await group.owner.updateRoom({ ...group.at, body: { isChatAllowed: false } });
  const [told] = await ears.hears('channel-settings');
  assert.deepEqual(told?.payload.settings, {
    ...{ isChatAllowed: false, slowModeSeconds: 0, linksAllowed: true },
    ...{ isOff: false, directMessages: 'everyone' },
  });
  assert.equal(ears.events('channel-settings').length, 1);
  await refused(say(guest.api, 'x'), 'chat_off');
  await say(moderator.api, 'listen, please');
  await ears.hears('message');
});

test('a person of another room cannot see a channel, and nobody writes without joining', async () => {
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  const other = await enterBy(lectern, elsewhere, { url: await makeLink(elsewhere) });
  await refused(other.api.joinChannel({ body: { id: channelId } }), 'not_found');
  await refused(say(other.api, 'x'), 'not_found');
  await refused(other.api.listMessages({ channelId }), 'not_found');
  await refused(say(guest.api, 'x'), 'not_joined');
});
