import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { dispose, RoomEvent } from '@livekit/rtc-node';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../../testing/lectern.ts';
import { enterBy } from '../../../testing/people/entering.ts';
import { engineOf, type InCall, joinCall, mediaOf } from '../../../testing/people/meeting.ts';
import { Person } from '../../../testing/people/person.ts';
import { SignallingOnly } from '../../../testing/people/signalling-only.ts';
import { waitUntil } from '../../../testing/wait.ts';

// Clients that ignore what the page forbids, on a real media server. It refuses a source without permission (media.contract.test.ts).
let lectern: LecternProcess;
let group: TestGroup;
let moderator: InCall;
let guest: InCall;
const people: Pick<Person, 'leave'>[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinCall(lectern, group, { username, role });
  people.push(inCall.person);
  return inCall;
};
const listed = async ({ id }: InCall) => {
  const all = await engineOf(lectern).listParticipants(group.room.id);
  return all.find(({ identity }) => identity === id);
};
const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });

before(async () => {
  lectern = await startLectern();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  [moderator, guest] = [await come('Mo', 'moderator'), await come('Gus')];
});
afterEach(() => Promise.all(people.splice(0).map((person) => person.leave())));
after(async () => {
  await dispose();
  await lectern?.remove();
});

test('the server disconnects a client that sends sound as a camera track, or a picture as a microphone', async () => {
  const other = await come('Ann');
  const allow = (body: object) => moderator.api.updateCallPermissions({ ...group.at, body });
  await allow({ isMicrophonePublishingAllowed: false });
  await guest.person.publish('camera', { isMislabelled: true });
  await until(() => guest.person.endedBecause !== undefined, 'the first to be disconnected');
  await allow({ isMicrophonePublishingAllowed: true, isCameraPublishingAllowed: false });
  await other.person.publish('microphone', { isMislabelled: true });
  await until(() => other.person.endedBecause !== undefined, 'the second to be disconnected');
  assert.deepEqual((await listed(moderator))?.tracks, []);
  assert.equal(moderator.person.endedBecause, undefined);
  // They are not removed from the call.
  const { signalingToken, url } = await guest.api.issueSignalingToken(guest.at);
  people.push(await Person.join(url, signalingToken));
});

test('the server disconnects a client that sends two microphones, and nobody else', async () => {
  const other = await come('Ann');
  await other.person.publish('microphone');
  for (let n = 0; n < 3; n += 1) await guest.person.publish('microphone');
  await until(() => guest.person.endedBecause !== undefined, 'the client to be disconnected');
  assert.equal((await listed(other))?.tracks.length, 1);
  assert.equal(other.person.endedBecause, undefined);
});

test('a name of more bytes than the media server takes keeps nobody out, and no right of others from changing', async () => {
  const long = await come('\u{1f600}'.repeat(100));
  assert.equal((await listed(long))?.name, '\u{1f600}'.repeat(64));
  await engineOf(lectern).setName(group.room.id, long.id, 'x'.repeat(300));
  await until(async () => (await listed(long))?.name.startsWith('\u{1f600}'), 'the name to be corrected');
  await moderator.api.updateCallPermissions({ ...group.at, body: { isMicrophonePublishingAllowed: false } });
  await until(
    async () => (await listed(guest))?.publish.microphone === false,
    'the right of the other to end',
  );
});

test('nobody gives themselves a role, a name or the spotlight, or sends data to others', async () => {
  const before = await listed(guest);
  const local = guest.person.room.localParticipant;
  assert.ok(before && local);
  let received = 0;
  for (const event of [RoomEvent.DataReceived, RoomEvent.ParticipantAttributesChanged] as const) {
    moderator.person.room.on(event, () => {
      received += 1;
    });
  }
  const more = { role: 'moderator', spotlight: '2026-11-27T20:00:00.042Z', entry: moderator.id };
  await Promise.allSettled([
    local.setAttributes(more),
    local.updateName('Mo'),
    local.updateMetadata('{"role":"moderator"}'),
    local.publishData(Buffer.from('hello'), { reliable: true }),
    local.publishData(Buffer.from('hello'), { reliable: false }),
    local.sendText('hello', { topic: 'chat' }),
  ]);
  await guest.person.publish('microphone');
  const isHeard = () => moderator.person.room.remoteParticipants.get(guest.id)?.trackPublications.size === 1;
  await until(isHeard, 'what was sent afterwards to arrive');
  assert.equal(received, 0);
  assert.deepEqual({ ...(await listed(guest)), tracks: [] }, before);
});

test('an older token, with what was allowed before, gives no more than is allowed now', async () => {
  const { signalingToken, url } = await guest.api.issueSignalingToken(guest.at);
  await moderator.api.updateCallPermissions({ ...group.at, body: { isMicrophonePublishingAllowed: false } });
  for (const address of [url, mediaOf(lectern).url]) {
    const back = await Person.join(address, signalingToken);
    people.push(back);
    // It is published if it arrives before the permission.
    void back.publish('microphone').catch(() => undefined);
    await until(async () => (await listed(guest))?.publish.microphone === false, 'the permission to end');
    await until(async () => (await listed(guest))?.tracks.length === 0, 'the microphone to end');
  }
});

/** Participants whom the page of the moderator shows. */
const seen = () => [...moderator.person.room.remoteParticipants.keys()];
const listedIds = async () =>
  (await engineOf(lectern).listParticipants(group.room.id)).map(({ identity }) => identity);

test('one token makes one participant, and further ones are disconnected', async () => {
  const { signalingToken, url } = await guest.api.issueSignalingToken(guest.at);
  for (const at of [1, 2, 3]) people.push(await SignallingOnly.open(url, signalingToken, `publish=x${at}`));
  assert.deepEqual(new Set(await listedIds()), new Set([moderator.id, guest.id]));
  // Where browsers reach the media server itself, it lets them in.
  const direct = await SignallingOnly.open(mediaOf(lectern).url, signalingToken, 'publish=y');
  people.push(direct);
  await until(() => direct.hasEnded, 'the second participant to be disconnected');
  await until(() => seen().every((id) => id === guest.id), 'the moderator to see nobody else');
});

test('a person who is only in signalling can be removed, and is disconnected when the link is revoked', async () => {
  const make = async (username: string) => {
    const { id, url } = await group.owner.generateAccess({ ...group.at, body: { username, role: 'user' } });
    const entered = await enterBy(lectern, group, { url });
    const { signalingToken, url: media } = await entered.api.issueSignalingToken(entered.at);
    const client = await SignallingOnly.open(media, signalingToken);
    people.push(client);
    await until(() => seen().includes(entered.id), 'the moderator to see them');
    return { entered, linkId: id, client };
  };
  const [first, second] = [await make('Una'), await make('Ulf')];
  const { status } = await moderator.api.removeParticipant(first.entered.at);
  assert.equal(status, 'removed');
  await until(() => first.client.hasEnded, 'the removed person to be disconnected');
  await group.owner.revokeAccessLink({ ...group.at, linkId: second.linkId });
  await until(() => second.client.hasEnded, 'the person of the revoked link to be disconnected');
  await until(() => seen().every((id) => id === guest.id), 'the moderator to see nobody else');
});
