import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy } from '../../../testing/people/entering.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { WaitingPeople } from './testing/people.ts';

let lectern: InProcess;
const people = new WaitingPeople(() => lectern);
const { knock, lead, goIn, listen, later } = people;
before(async () => {
  lectern = await startInProcess({ LECTERN_CALL_END_GRACE_SECONDS: '0' });
});
afterEach(() => people.end());
after(async () => {
  await lectern?.remove();
});

const groupOf = (settings: Partial<Body<'createRoom'>> = {}) =>
  makeGroup(lectern, { isPublic: false, waitingRoomAudience: 'guests', ...settings });

const statusOf = async (who: { api: Client; at: { spaceId: string; participantId: string } }) =>
  (await who.api.getParticipant(who.at)).status;

const waitingIn = async ({ owner, at }: TestGroup) =>
  (await owner.listParticipants({ ...at, query: { status: 'waiting' } })).items.map(({ id }) => id);

test('a participant who waits can do nothing until a moderator admits them', async () => {
  const group = await groupOf();
  const moderator = await lead(group);
  const ann = await knock(group);
  assert.equal(await statusOf(ann), 'waiting');
  assert.deepEqual(await waitingIn(group), [ann.id]);
  await refused(ann.api.issueSignalingToken(ann.at), 'not_admitted');
  await refused(ann.api.joinRoom({ ...group.at, body: { participantId: ann.id } }), 'not_admitted');
  await refused(ann.api.joinChannel({ body: { id: group.room.channelId } }), 'forbidden');
  await refused(ann.api.getInitial(), 'forbidden');
  await refused(ann.api.listHands(group.at), 'forbidden');
  await refused(ann.api.listParticipants(group.at), 'forbidden');
  const admitted = await moderator.api.admitParticipant(ann.at);
  assert.deepEqual([admitted.id, admitted.status], [ann.id, 'admitted']);
  assert.equal((await moderator.api.admitParticipant(ann.at)).status, 'admitted');
  await refused(moderator.api.refuseParticipant(ann.at), 'participant_not_waiting');
  assert.deepEqual(await waitingIn(group), []);
  await goIn(group, ann);
  await ann.api.joinChannel({ body: { id: group.room.channelId } });
  const { items } = await group.owner.listParticipants({ ...group.at, query: { order: 'asc' } });
  assert.deepEqual(
    items.map(({ id, status }) => [id, status]),
    [moderator.id, ann.id].map((id) => [id, 'admitted']),
  );
});

test('a refused participant cannot return to this call, but to the next', async () => {
  const group = await groupOf();
  const moderator = await lead(group);
  const ann = await knock(group);
  assert.equal((await moderator.api.refuseParticipant(ann.at)).status, 'refused');
  assert.equal((await moderator.api.refuseParticipant(ann.at)).status, 'refused');
  await refused(moderator.api.admitParticipant(ann.at), 'participant_not_waiting');
  assert.equal(await statusOf(ann), 'refused');
  await refused(ann.api.issueSignalingToken(ann.at), 'entry_refused');
  await refused(enterBy(lectern, group, ann), 'entry_refused');
  await refused(ann.api.getSocketToken(), 'removed_from_call');
  await group.owner.finishActiveCall(group.at);
  const again = await enterBy(lectern, group, ann);
  assert.notEqual(again.id, ann.id);
  assert.equal(await statusOf(again), 'waiting');
});

test('a reload while waiting finds the same participant, in the browser that the link is bound to', async () => {
  const group = await groupOf();
  const ann = await knock(group);
  assert.equal((await enterBy(lectern, group, ann)).id, ann.id);
  assert.deepEqual(await waitingIn(group), [ann.id]);
  await refused(enterBy(lectern, group, { url: ann.url }), 'link_used');
});

test('an admitted participant stays admitted for the call and waits again in the next', async () => {
  const group = await groupOf();
  await lead(group);
  const ann = await knock(group);
  await group.owner.admitParticipant(ann.at);
  assert.equal((await enterBy(lectern, group, ann)).id, ann.id);
  const first = await goIn(group, ann);
  await first.person.leave();
  const back = await enterBy(lectern, group, ann);
  assert.deepEqual([back.id, await statusOf(back)], [ann.id, 'admitted']);
  await goIn(group, back);
  const ear = await SocketListener.of(lectern, ann.api, group.room.channelId);
  later(() => ear.close());
  await group.owner.finishActiveCall(group.at);
  await waitUntil(() => ![...ear.channels].some((channel) => channel.startsWith('chat:')), {
    timeout: 5000,
    message: 'the chat to be closed to the participant admitted to the ended call',
  });
  await refused(ann.api.getInitial(), 'forbidden');
  await refused(ann.api.issueSignalingToken(ann.at), 'not_admitted');
  assert.equal(await statusOf(ann), 'waiting');
  assert.deepEqual(await waitingIn(group), [ann.id]);
});

test('an admission before the call is valid for that call only', async () => {
  const group = await groupOf();
  const ann = await knock(group);
  await group.owner.admitParticipant(ann.at);
  await lead(group);
  await ann.api.issueSignalingToken(ann.at);
  await group.owner.finishActiveCall(group.at);
  await refused(ann.api.issueSignalingToken(ann.at), 'not_admitted');
});

test('guests wait and accounts with a role do not; or everyone but moderators waits', async () => {
  const group = await makeGroup(lectern, { waitingRoomAudience: 'guests' });
  const enter = async (api: Client, browser: string) =>
    api.createParticipant({
      spaceId: group.spaceId,
      body: { roomId: group.room.id, clientUniqueId: browser, name: 'Somebody' },
    });
  const [granted, stranger] = [await makeUser(lectern, 'granted'), await makeUser(lectern, 'stranger')];
  await group.owner.grantRole({ ...group.at, body: { targetUserId: granted.id, role: 'role_room_user' } });
  const client = lectern.client(lectern.owner.clientToken);
  const statuses = async (browser: string) => {
    const all = [group.owner, granted.api, stranger.api, client, lectern.client()];
    return Promise.all(all.map(async (api, index) => (await enter(api, `${browser} ${index}`)).status));
  };
  assert.deepEqual(await statuses('guests'), ['admitted', 'admitted', 'waiting', 'waiting', 'waiting']);
  assert.equal(await statusOf(await knock(group, { role: 'moderator' })), 'admitted');
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'everyone' } });
  assert.deepEqual(await statuses('everyone'), ['admitted', 'waiting', 'waiting', 'waiting', 'waiting']);
  assert.equal(await statusOf(await knock(group, { role: 'moderator' })), 'admitted');
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'nobody' } });
  assert.deepEqual(await statuses('everyone'), Array(5).fill('admitted'));
});

test('a change of the settings admits people who need not wait any more and holds back others', async () => {
  const group = await groupOf({ waitingRoomAudience: 'everyone' });
  const ann = await knock(group);
  const ear = await listen(ann);
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'nobody' } });
  const [{ payload } = { payload: {} }] = await ear.hears('admission');
  assert.deepEqual(payload, { participantId: ann.id, roomId: group.room.id, status: 'admitted' });
  await goIn(group, ann);
  const bob = await knock(group, { username: 'Bob' });
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'guests' } });
  assert.deepEqual([await statusOf(ann), await statusOf(bob)], ['admitted', 'waiting']);
  await refused(bob.api.issueSignalingToken(bob.at), 'not_admitted');
  await ann.api.issueSignalingToken(ann.at);
  await group.owner.finishActiveCall(group.at);
  assert.equal(await statusOf(ann), 'waiting');
});

test('moderators get the count of people who wait; these get their admission and then the channel', async () => {
  const group = await groupOf();
  const moderator = await lead(group);
  const ear = await SocketListener.of(lectern, moderator.api, group.room.channelId);
  later(() => ear.close());
  const counts = () => ear.events('waiting-room').map(({ payload }) => payload.waiting);
  const [ann, bob] = [await knock(group), await knock(group, { username: 'Bob' })];
  await waitUntil(() => counts().at(-1) === 2, { timeout: 5000, message: 'a count of two' });
  const ears = [ann, bob].map(({ api }) => new SocketListener(lectern, api));
  for (const one of ears) {
    later(() => one.close());
    await one.connected();
    assert.ok([...one.channels].every((channel) => channel.startsWith('user:')));
  }
  await moderator.api.admitParticipant(ann.at);
  await moderator.api.refuseParticipant(bob.at);
  assert.equal((await ears[0]?.hears('admission'))?.[0]?.payload.status, 'admitted');
  assert.equal((await ears[1]?.hears('admission'))?.[0]?.payload.status, 'refused');
  await waitUntil(() => counts().at(-1) === 0, { timeout: 5000, message: 'a count of zero' });
  await ann.api.joinChannel({ body: { id: group.room.channelId } });
  await waitUntil(() => ears[0]?.channels.has(`chat:${group.room.channelId}`), {
    timeout: 5000,
    message: 'the channel to be added to the same connection',
  });
  await waitUntil(() => ears[1]?.closedBy !== undefined, {
    timeout: 5000,
    message: 'the socket of the refused participant to be closed',
  });
});

test('revoking the link, or a removal, ends the waiting', async () => {
  const group = await groupOf();
  const moderator = await lead(group);
  const { id: linkId, url } = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user' },
  });
  const [ann, bob] = [await enterBy(lectern, group, { url }), await knock(group, { username: 'Bob' })];
  const ear = await listen(ann);
  await group.owner.revokeAccessLink({ ...group.at, linkId });
  assert.equal((await ear.hears('admission'))[0]?.payload.status, 'removed');
  assert.equal(await statusOf(ann), 'removed');
  await refused(moderator.api.admitParticipant(ann.at), 'participant_not_waiting');
  await moderator.api.removeParticipant(bob.at);
  assert.deepEqual(await waitingIn(group), []);
  await refused(enterBy(lectern, group, bob), 'removed_from_call');
});

test('an account that gets a role in the room is admitted at once', async () => {
  const group = await makeGroup(lectern, { waitingRoomAudience: 'guests' });
  const user = await makeUser(lectern, 'somebody-who-waits');
  const { id, status, access_token } = await user.api.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: 'a browser' },
  });
  assert.equal(status, 'waiting');
  const api = lectern.client(access_token);
  const ear = await listen({ api });
  await group.owner.grantRole({ ...group.at, body: { targetUserId: user.id, role: 'role_room_user' } });
  assert.deepEqual((await ear.hears('admission'))[0]?.payload, {
    participantId: id,
    roomId: group.room.id,
    status: 'admitted',
  });
  await api.issueSignalingToken({ spaceId: group.spaceId, participantId: id });
});

test('of two concurrent decisions on one person one takes effect, and of two that admit all each admits others', async () => {
  const group = await groupOf();
  const [one, other] = [await lead(group), await lead(group)];
  for (let round = 0; round < 5; round += 1) {
    const ann = await knock(group);
    const outcomes = await Promise.allSettled([
      one.api.admitParticipant(ann.at),
      other.api.refuseParticipant(ann.at),
    ]);
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    assert.equal(won.length, 1);
    assert.equal(await statusOf(ann), won[0]?.value.status);
  }
  const waiting = await Promise.all(Array.from({ length: 10 }, () => knock(group)));
  const both = await Promise.all([one, other].map(({ api }) => api.admitEverybody(group.at)));
  const ids = both.flatMap(({ items }) => items.map(({ id }) => id));
  assert.deepEqual(ids.sort(), waiting.map(({ id }) => id).sort());
  assert.equal(
    both.reduce((sum, { total }) => sum + total, 0),
    10,
  );
});

test('only callers who lead the call decide, and not by a link session', async () => {
  const group = await groupOf();
  await lead(group);
  const [ann, bob] = [await knock(group), await knock(group)];
  await refused(bob.api.admitParticipant(ann.at), 'forbidden');
  await refused(ann.api.admitParticipant(ann.at), 'forbidden');
  await refused(ann.api.admitEverybody(group.at), 'forbidden');
  await refused(bob.api.getParticipant(ann.at), 'forbidden');
  const elsewhere = await lead(await groupOf());
  await refused(elsewhere.api.admitParticipant(ann.at), 'not_found');
});
