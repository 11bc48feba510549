import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DisconnectReason, dispose } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { connectToCall, type InCall, joinCall, mediaOf } from '../../testing/people/meeting.ts';
import { Person } from '../../testing/people/person.ts';
import { startReceiver } from '../../testing/receivers/receiver.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { finishedCalls, visitsIn } from './testing/queries.ts';

let lectern: LecternProcess;
const people: Person[] = [];
before(async () => {
  lectern = await startLectern();
});
after(async () => {
  for (const person of people) await person.leave();
  await dispose();
  await lectern?.remove();
});

const come = async (group: TestGroup, more: Partial<Body<'generateAccess'>> = {}): Promise<InCall> => {
  const inCall = await joinCall(lectern, group, more);
  people.push(inCall.person);
  return inCall;
};
const until = <T>(condition: () => T | Promise<T>, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });
const near = (text: string | null | undefined, moment: number, within = 1_000) =>
  assert.ok(
    Math.abs(Date.parse(text ?? '') - moment) <= within,
    `${text} is not near ${new Date(moment).toISOString()}`,
  );

/** Connects to the media server directly: our server would refuse an unknown participant. */
const engineUrl = () => mediaOf(lectern).url;

test('a call lasts from the first entry to the last exit, with its counts and events', async () => {
  const group = await makeGroup(lectern);
  const receiver = await startReceiver();
  await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
  const events = () => receiver.received.map(({ body }) => JSON.parse(body).body.eventName);
  await refused(group.owner.getActiveCall(group.at), 'call_not_active');
  const began = Date.now();
  const ann = await come(group, { externalUserId: 'lms-1' });
  // The same person of the LMS, with another link and browser.
  const also = await come(group, { externalUserId: 'lms-1' });
  const bob = await come(group, { role: 'moderator' });
  await until(() => events().length > 0, 'call_started to be delivered');
  assert.deepEqual(events(), ['call_started']);
  await bob.person.leave();
  const bobAgain = await connectToCall(group, bob);
  people.push(bobAgain.person);

  const active = await bobAgain.api.getActiveCall(group.at);
  const counts = [active.participantsCount, active.totalParticipantsCount, active.uniqueParticipantsCount];
  assert.deepEqual([active.active, active.finishedAt, ...counts], [true, null, 3, 4, 2]);
  assert.deepEqual(await group.owner.getActiveCall(group.at), active);
  assert.equal((await group.owner.getRoom(group.at)).activeCallStartedAt, active.startedAt);
  const { items: current } = await group.owner.listCurrentRooms();
  assert.ok(current.some(({ room }) => room.id === group.room.id));
  assert.deepEqual(await finishedCalls(group), []);
  const { names, ...presence } = await ann.api.getCallPresence(group.at);
  assert.deepEqual([presence, names.length], [{ count: 3 }, 3]);
  assert.deepEqual(await lectern.client().getCallPresence(group.at), { count: 3, names: [] });
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'guests' } });
  assert.deepEqual(await ann.api.getCallPresence(group.at), { count: 3, names: [] });
  assert.deepEqual((await group.owner.getCallPresence(group.at)).names, names);
  await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'nobody' } });

  for (const { person } of [ann, also, bobAgain]) await person.leave();
  const left = Date.now();
  await until(() => events().includes('call_finished'), 'call_finished to be delivered');
  const [call, ...more] = await finishedCalls(group);
  assert.deepEqual(more, []);
  assert.deepEqual(
    { ...call, startedAt: '', finishedAt: '' },
    {
      id: active.id,
      active: false,
      roomId: group.room.id,
      participantsCount: 3,
      totalParticipantsCount: 4,
      uniqueParticipantsCount: 2,
      isBreakoutRoom: false,
      isSample: false,
      isReportExpired: false,
      roomName: 'Algebra',
      planAlias: 'business',
      roomType: 'lesson',
      startedAt: '',
      finishedAt: '',
    },
  );
  near(call?.startedAt, began, 3_000);
  near(call?.finishedAt, left);
  assert.deepEqual(events(), ['call_started', 'call_finished']);
  const room = await group.owner.getRoom(group.at);
  assert.equal(room.lastCallAt, call?.startedAt);
  assert.equal(room.activeCallStartedAt, null);
  await receiver.close();
});

test('a reconnect of a client is not a new entry', async () => {
  const group = await makeGroup(lectern);
  const { db, close } = await databaseOf(lectern);
  const guest = await come(group);
  await guest.person.reconnect('resume');
  await guest.person.reconnect('full');
  await until(async () => (await visitsIn(db, guest.id)).length === 2, 'the second media session to be seen');
  await until(
    async () => (await group.owner.getActiveCall(group.at)).participantsCount === 1,
    'the older session to be over',
  );
  assert.equal((await group.owner.getActiveCall(group.at)).totalParticipantsCount, 1);
  await close();
});

test('a moderator ends the call for all: everybody is disconnected at once, and a later entry starts another call', async () => {
  const group = await makeGroup(lectern);
  const [moderator, guest] = [await come(group, { role: 'moderator' }), await come(group)];
  await refused(guest.api.finishActiveCall(group.at), 'forbidden');
  const once = { idempotencyKey: 'the-end-for-all' };
  const asked = Date.now();
  const finished = await moderator.api.finishActiveCall(group.at, once);
  assert.deepEqual(
    [finished.active, finished.participantsCount, finished.totalParticipantsCount],
    [false, 2, 2],
  );
  near(finished.finishedAt, asked);
  for (const { person } of [moderator, guest]) {
    await until(
      () => person.endedBecause === DisconnectReason.ROOM_DELETED,
      'everybody to be told of the end',
    );
  }
  assert.deepEqual(await moderator.api.finishActiveCall(group.at, once), finished);
  await refused(moderator.api.finishActiveCall(group.at), 'call_not_active');
  const again = await connectToCall(group, guest);
  people.push(again.person);
  assert.notEqual((await group.owner.getActiveCall(group.at)).id, finished.id);
  await again.person.leave();
  await until(async () => (await finishedCalls(group)).length === 2, 'the second call to end');
});

test('a hidden service neither starts a call nor keeps it active', async () => {
  const group = await makeGroup(lectern);
  const { apiKey, apiSecret } = mediaOf(lectern);
  const token = new AccessToken(apiKey, apiSecret, { identity: 'recorder' });
  token.addGrant({ roomJoin: true, room: group.room.id, hidden: true, recorder: true, canPublish: false });
  const service = await Person.join(engineUrl(), await token.toJwt());
  people.push(service);
  const guest = await come(group);
  const active = await group.owner.getActiveCall(group.at);
  assert.deepEqual([active.participantsCount, active.totalParticipantsCount], [1, 1]);
  await guest.person.leave();
  await until(async () => (await finishedCalls(group)).length === 1, 'the call to end without the service');
  assert.equal(service.endedBecause, undefined);
  await refused(group.owner.getActiveCall(group.at), 'call_not_active');
});

test('a participant whom the media server admits and the database does not know is removed', async () => {
  const group = await makeGroup(lectern);
  const { apiKey, apiSecret } = mediaOf(lectern);
  const token = new AccessToken(apiKey, apiSecret, { identity: '0123456789abcdef01234567' });
  token.addGrant({ roomJoin: true, room: group.room.id });
  const stranger = await Person.join(engineUrl(), await token.toJwt());
  people.push(stranger);
  await until(
    () => stranger.endedBecause === DisconnectReason.PARTICIPANT_REMOVED,
    'the stranger to be put out',
  );
  await refused(group.owner.getActiveCall(group.at), 'call_not_active');
});

test('deleting a room during its call disconnects everybody and publishes the end', async () => {
  const group = await makeGroup(lectern);
  const receiver = await startReceiver();
  await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
  const guest = await come(group);
  await group.owner.deleteRoom(group.at);
  await until(() => guest.person.endedBecause !== undefined, 'the guest to be out');
  const finished = () => receiver.received.some(({ body }) => body.includes('call_finished'));
  await until(finished, 'call_finished to be delivered');
  await receiver.close();
});

test('deleting a group during a call disconnects everybody and publishes the end', async () => {
  const group = await makeGroup(lectern);
  const receiver = await startReceiver();
  await group.owner.createWebhook({ spaceId: group.spaceId, body: { url: receiver.url } });
  const guest = await come(group);
  await group.owner.deleteSpace({ spaceId: group.spaceId });
  await until(() => guest.person.endedBecause !== undefined, 'the guest to be out');
  const finished = () => receiver.received.some(({ body }) => body.includes('call_finished'));
  await until(finished, 'call_finished to be delivered');
  await receiver.close();
});

test('a webhook that the media server did not sign is refused', async () => {
  const { apiKey, apiSecret } = mediaOf(lectern);
  const body = JSON.stringify({ event: 'room_started', id: 'EV_1', createdAt: '1', room: { name: 'x' } });
  const post = (headers: Record<string, string>, sent = body) =>
    fetch(`${lectern.url}/engine/livekit`, { method: 'POST', headers, body: sent });
  const signed = async (text: string, secret = apiSecret) => {
    const token = new AccessToken(apiKey, secret);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    token.sha256 = Buffer.from(hash).toString('base64');
    return { authorization: await token.toJwt(), 'content-type': 'application/webhook+json' };
  };
  assert.equal((await post(await signed(body))).status, 200);
  const bad = [
    post({ 'content-type': 'application/webhook+json' }),
    post({ authorization: 'nonsense', 'content-type': 'application/webhook+json' }),
    post(await signed(body, 'another secret that is long enough')),
    post(await signed(body), `${body} `),
    post(await signed(''), ''),
  ];
  for (const answer of await Promise.all(bad)) assert.equal(answer.status, 401);
});
