import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import type { ApiError } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, openLink, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { enterBy, isPresent, makeLink } from '../../testing/people/entering.ts';
import { connectToCall, engineOf, type InCall, joinCall, mediaOf } from '../../testing/people/meeting.ts';
import { Person } from '../../testing/people/person.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: LecternProcess;
let group: TestGroup;
let moderator: InCall;
const people: Person[] = [];

before(async () => {
  lectern = await startLectern();
});
afterEach(() => Promise.all(people.splice(0).map((person) => person.leave())));
after(async () => {
  await dispose();
  await lectern?.remove();
});

const come = async (more: Partial<Body<'generateAccess'>> = {}) => {
  const inCall = await joinCall(lectern, group, more);
  people.push(inCall.person);
  return inCall;
};

const meet = async (settings: Partial<Body<'createRoom'>> = {}) => {
  group = await makeGroup(lectern, { isPublic: false, ...settings });
  moderator = await come({ role: 'moderator', username: 'Mo' });
};
beforeEach(() => meet());

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 10_000, message });
const isOut = ({ person }: InCall) => until(() => person.endedBecause !== undefined, 'the person to be out');

/** The sources that the media server allows a participant to send. */
async function sends({ id }: InCall): Promise<string> {
  const listed = await engineOf(lectern).listParticipants(group.room.id);
  const rights = listed.find(({ identity }) => identity === id)?.publish;
  return Object.entries(rights ?? {})
    .filter(([, may]) => may)
    .map(([source]) => source)
    .join(' ');
}
const everything = 'microphone camera screen screen_audio';
const untilSends = (inCall: InCall, what: string) =>
  until(async () => (await sends(inCall)) === what, `the media server to let them send: ${what}`);

test('a participant gets a media server token for their room, with our own address', async () => {
  const webinar = await makeGroup(lectern, { type: 'webinar' });
  const grantOf = async (role: 'user' | 'moderator') => {
    const { id, api, at } = await enterBy(lectern, webinar, { url: await makeLink(webinar, { role }) });
    const { signalingToken, url } = await api.issueSignalingToken(at);
    assert.equal(url, lectern.url.replace('http:', 'ws:'));
    const claims = JSON.parse(Buffer.from(signalingToken.split('.')[1] ?? '', 'base64url').toString());
    assert.deepEqual([claims.sub, claims.name, claims.video.room], [id, 'Ann', webinar.room.id]);
    assert.equal(claims.attributes.role, role);
    assert.match(claims.attributes.entry, /^[0-9a-f]{24}$/);
    assert.ok(claims.exp - Date.now() / 1000 <= 60);
    assert.equal((await api.getParticipant(at)).isSpeakingAllowed, claims.video.canPublish);
    return claims.video;
  };
  assert.equal((await grantOf('moderator')).canPublish, true);
  assert.equal((await grantOf('user')).canPublish, false);
});

test('moderators in the call and of the room list its participants, guests do not', async () => {
  const guest = await come({ username: 'Gus' });
  for (const api of [moderator.api, group.owner]) {
    const { items, total } = await api.listParticipants(group.at);
    assert.deepEqual(
      items.map(({ name, role, isPresent, status }) => [name, role, isPresent, status]),
      [
        ['Gus', 'user', true, 'admitted'],
        ['Mo', 'moderator', true, 'admitted'],
      ],
    );
    assert.equal(total, 2);
  }
  const page = await group.owner.listParticipants({ ...group.at, query: { limit: 1, order: 'asc' } });
  assert.deepEqual([page.items.map(({ id }) => id), page.total], [[moderator.id], 2]);
  await refused(guest.api.listParticipants(group.at), 'forbidden');
  await guest.person.leave();
  await until(async () => !(await isPresent(group, guest.id)), 'the guest to be gone from the list');
});

test('a moderator mutes a source, and a source that is not sent is refused', async () => {
  const guest = await come();
  const mute = (source: 'microphone' | 'camera' | 'screen', by = moderator.api) =>
    by.muteParticipant({ ...guest.at, body: { source } });
  await refused(mute('microphone'), 'nothing_to_mute');
  await guest.person.publish('microphone');
  await guest.person.publish('screen');
  const published = () => [...(guest.person.room.localParticipant?.trackPublications.values() ?? [])];
  await until(() => mute('microphone').then(() => true), 'the microphone to be muted');
  await until(() => published().some(({ muted }) => muted), 'the guest to learn of it');
  // The client may unmute a microphone once more that was muted while it was being published.
  const isRefused = async () =>
    (await mute('microphone').catch((error) => (error as ApiError).code)) === 'nothing_to_mute';
  await until(isRefused, 'the microphone to stay muted');
  await refused(mute('microphone'), 'nothing_to_mute');
  await refused(mute('camera'), 'nothing_to_mute');
  // The camera is published after the microphone, so the media server may not know it yet.
  await until(
    async () => (await mute('screen', group.owner)).id === guest.id,
    'the shared screen to be muted by the owner',
  );
});

test('a microphone that is on at the entry is muted by the media server', async () => {
  await meet({ isMutedOnEntry: true });
  await moderator.person.publish('microphone');
  const guest = await come();
  await guest.person.publish('microphone');
  const isMuted = async ({ id }: InCall) => {
    const listed = await engineOf(lectern).listParticipants(group.room.id);
    return listed.find(({ identity }) => identity === id)?.tracks[0]?.muted;
  };
  await until(() => isMuted(guest), 'the microphone to be muted');
  const published = () => [...(guest.person.room.localParticipant?.trackPublications.values() ?? [])];
  await until(() => published().every(({ muted }) => muted), 'the guest to learn of it');
  assert.equal(await isMuted(moderator), false);
});

test('a removed participant is out at once and cannot return to that call by their link', async () => {
  const guest = await come();
  const spare = await guest.api.issueSignalingToken(guest.at);
  const removed = await moderator.api.removeParticipant(guest.at);
  assert.deepEqual([removed.id, removed.status, removed.isPresent], [guest.id, 'removed', false]);
  await isOut(guest);
  await refused(guest.api.issueSignalingToken(guest.at), 'removed_from_call');
  await refused(guest.api.joinRoom({ ...group.at, body: { participantId: guest.id } }), 'removed_from_call');
  await refused(enterBy(lectern, group, guest), 'removed_from_call');
  const session = await openLink(lectern, guest.url, guest.browser);
  assert.equal((await session.getRoomByAlias({ alias: group.room.alias })).id, group.room.id);
  await assert.rejects(Person.join(spare.url, spare.signalingToken), /removed_from_call/);
  // Several tokens in one request are refused, whichever the media server would use.
  const { signalingToken: good } = await moderator.api.issueSignalingToken(moderator.at);
  const [first, second] = [good, spare.signalingToken].map((token) => `access_token=${token}`);
  const ways = [`${first}&${second}`, `${second}&${first}`, first];
  for (const query of ways) {
    const { status, body } = await sendRaw(lectern.url, {
      method: 'GET',
      path: `/rtc/validate?${query}`,
      ...(query === first && { token: spare.signalingToken }),
    });
    assert.deepEqual([status, body.code], [401, 'unauthorized']);
  }
  // A client that connects to the media server directly with an old token is removed again.
  const back = await Person.join(mediaOf(lectern).url, spare.signalingToken);
  people.push(back);
  await until(() => back.endedBecause !== undefined, 'who came back to be put out');
  assert.equal((await moderator.api.removeParticipant(guest.at)).status, 'removed');
  assert.equal((await group.owner.listParticipants(group.at)).total, 1);
});

test('a moderator sees whom they removed and lets them enter again, by every link of theirs', async () => {
  const guest = await come({ externalUserId: 'student-9', username: 'Ann' });
  const removed = async () =>
    (await moderator.api.listParticipants({ ...group.at, query: { status: 'removed' } })).items;
  assert.deepEqual(await removed(), []);
  await moderator.api.removeParticipant(guest.at);
  assert.deepEqual(
    (await removed()).map(({ id, name, status }) => [id, name, status]),
    [[guest.id, 'Ann', 'removed']],
  );
  await refused(guest.api.readmitParticipant(guest.at), 'forbidden');
  const other = await makeLink(group, { externalUserId: 'student-9' });
  await refused(enterBy(lectern, group, { url: other }), 'removed_from_call');
  for (let round = 0; round < 2; round += 1) {
    assert.equal((await moderator.api.readmitParticipant(guest.at)).status, 'admitted');
  }
  assert.deepEqual(await removed(), []);
  assert.equal((await enterBy(lectern, group, guest)).id, guest.id);
  people.push((await connectToCall(group, guest)).person);
  await enterBy(lectern, group, { url: other });
});

test('a moderator of the call releases the link of a participant for another browser', async () => {
  const guest = await come();
  await refused(openLink(lectern, guest.url, 'a phone'), 'link_used');
  await refused(guest.api.releaseParticipantLink(guest.at), 'forbidden');
  await moderator.api.releaseParticipantLink(guest.at);
  const onPhone = await enterBy(lectern, group, { url: guest.url, browser: 'a phone' });
  assert.notEqual(onPhone.id, guest.id);
  assert.ok(await isPresent(group, guest.id));
});

test('a new role of a link reaches its participant in the call, in the media server, too', async () => {
  await meet({ type: 'webinar' });
  const { url, id: linkId } = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user' },
  });
  const ann = await connectToCall(group, await enterBy(lectern, group, { url }));
  people.push(ann.person);
  await untilSends(ann, '');
  await group.owner.updateAccessLink({ ...group.at, linkId, body: { role: 'moderator' } });
  await untilSends(ann, everything);
  await ann.api.listParticipants(group.at);
});

test('a removed participant may enter the next call as a new one', async () => {
  const guest = await come();
  await moderator.api.removeParticipant(guest.at);
  await moderator.api.finishActiveCall(group.at);
  const again = await enterBy(lectern, group, guest);
  assert.notEqual(again.id, guest.id);
  people.push((await connectToCall(group, again)).person);
});

test('a removed browser cannot return by a permanent link, another browser may enter', async () => {
  const url = await makeLink(group, { isPermanent: true });
  const [gus, eve] = [await enterBy(lectern, group, { url }), await enterBy(lectern, group, { url })];
  for (const entered of [gus, eve]) people.push((await connectToCall(group, entered)).person);
  await moderator.api.removeParticipant(gus.at);
  await refused(enterBy(lectern, group, gus), 'removed_from_call');
  await enterBy(lectern, group, { url });
  await eve.api.issueSignalingToken(eve.at);
  await group.owner.updateRoom({ ...group.at, body: { isPublic: true } });
  const byAddress = (clientUniqueId: string) =>
    lectern.client().createParticipant({
      spaceId: group.spaceId,
      body: { roomId: group.room.id, clientUniqueId, name: 'Gus' },
    });
  await refused(byAddress(gus.browser), 'removed_from_call');
  await byAddress('a fresh browser');
});

test('a removed person with the same external id cannot return by any link', async () => {
  const guest = await come({ externalUserId: 'student-7' });
  const alsoThere = await come({ externalUserId: 'student-7', username: 'Ann on the phone' });
  await moderator.api.removeParticipant(guest.at);
  await isOut(alsoThere);
  const url = await makeLink(group, { externalUserId: 'student-7' });
  await refused(enterBy(lectern, group, { url }), 'removed_from_call');
  await enterBy(lectern, group, { url: await makeLink(group, { externalUserId: 'student-8' }) });
});

test('a removed moderator no longer leads the call, with any of their sessions', async () => {
  const asMax = { externalUserId: 'teacher-7', role: 'moderator' as const };
  const [guest, max] = [await come(), await come({ ...asMax, username: 'Max' })];
  const also = await enterBy(lectern, group, { url: await makeLink(group, asMax) });
  await also.api.listParticipants(group.at);
  await moderator.api.removeParticipant(max.at);
  for (const action of [
    () => also.api.listParticipants(group.at),
    () => also.api.removeParticipant(guest.at),
    () => also.api.admitEverybody(group.at),
    () => also.api.muteEverybody({ ...group.at, body: { source: 'microphone' } }),
    () => also.api.updateCallPermissions({ ...group.at, body: { isChatAllowed: false } }),
    () => also.api.lowerHand(guest.at),
    () => also.api.lowerAllHands(group.at),
    () => also.api.getActiveCall(group.at),
    () => also.api.finishActiveCall(group.at),
  ]) {
    await refused(action(), 'removed_from_call');
  }
  await also.api.getParticipant(also.at);
  assert.ok(await isPresent(group, guest.id));
});

test('two links in two tabs of one browser are two participants', async () => {
  const guest = await come();
  const url = await makeLink(group, { role: 'moderator' });
  const other = await connectToCall(group, await enterBy(lectern, group, { url, browser: guest.browser }));
  people.push(other.person);
  assert.notEqual(other.id, guest.id);
  await other.api.removeParticipant(guest.at);
  await isOut(guest);
  await other.api.issueSignalingToken(other.at);
  assert.equal(other.person.endedBecause, undefined);
});

test('the same link and browser in the same call is the same participant, and the older session ends', async () => {
  const guest = await come();
  const again = await connectToCall(group, await enterBy(lectern, group, guest));
  people.push(again.person);
  assert.equal(again.id, guest.id);
  await isOut(guest);
  assert.equal(again.person.endedBecause, undefined);
  assert.equal((await group.owner.listParticipants(group.at)).total, 2);
});

test('guests of a webinar may send only while they are allowed to speak', async () => {
  await meet({ type: 'webinar' });
  const guest = await come();
  assert.deepEqual([await sends(moderator), await sends(guest)], [everything, '']);
  const speaking = async () =>
    (await group.owner.listParticipants(group.at)).items.find(({ id }) => id === guest.id)?.isSpeakingAllowed;
  assert.equal(await speaking(), false);
  await refused(guest.api.allowSpeaking(guest.at), 'forbidden');
  assert.equal((await moderator.api.allowSpeaking(guest.at)).isSpeakingAllowed, true);
  await untilSends(guest, everything);
  assert.equal(await speaking(), true);
  await guest.person.publish('microphone');
  assert.equal((await group.owner.stopSpeaking(guest.at)).isSpeakingAllowed, false);
  await untilSends(guest, '');
  await refused(
    moderator.api.muteParticipant({ ...guest.at, body: { source: 'microphone' } }),
    'nothing_to_mute',
  );
});

test('a change of the room takes effect for people in the call', async () => {
  const guest = await come();
  assert.equal(await sends(guest), everything);
  await group.owner.updateRoom({ ...group.at, body: { type: 'webinar' } });
  await untilSends(guest, '');
  assert.equal(await sends(moderator), everything);
  const switchedOff = { isMicrophonePublishingAllowed: false, isCameraPublishingAllowed: false };
  await group.owner.updateRoom({ ...group.at, body: { type: 'lesson', ...switchedOff } });
  await untilSends(guest, 'screen screen_audio');
  await group.owner.updateRoom({ ...group.at, body: { isScreenMediaPublishingAllowed: false } });
  await untilSends(guest, 'screen');
  await group.owner.updateRoom({ ...group.at, body: { isScreensharingAllowed: false } });
  await untilSends(guest, '');
});

test('the media server ends what a moderator no longer allows, and refuses it afterwards', async () => {
  const [guest, other] = [await come(), await come({ username: 'Bob' })];
  for (const { person } of [guest, other, moderator]) {
    await person.publish('microphone');
    await person.publish('camera');
  }
  const tracksOf = async ({ id }: InCall) => {
    const listed = await engineOf(lectern).listParticipants(group.room.id);
    const tracks = listed.find(({ identity }) => identity === id)?.tracks ?? [];
    return tracks
      .map(({ source }) => source)
      .sort()
      .join(' ');
  };
  const areSending = (what: string) => async () =>
    (await tracksOf(guest)) === what && (await tracksOf(other)) === what;
  await until(areSending('camera microphone'), 'both to send');
  await moderator.api.updateCallPermissions({
    ...group.at,
    body: { isMicrophonePublishingAllowed: false },
  });
  await until(areSending('camera'), 'both microphones to end');
  assert.equal(await tracksOf(moderator), 'camera microphone');
  // A client that ignores the rules.
  await assert.rejects(guest.person.publish('microphone'));
  assert.equal(await tracksOf(guest), 'camera');
});

test('everybody but the moderators is muted in the media server', async () => {
  const guest = await come();
  for (const { person } of [guest, moderator]) await person.publish('microphone');
  const isMuted = async ({ id }: InCall) => {
    const listed = await engineOf(lectern).listParticipants(group.room.id);
    return listed.find(({ identity }) => identity === id)?.tracks[0]?.muted;
  };
  await until(async () => (await isMuted(guest)) === false, 'the microphone to be on');
  const mute = () => moderator.api.muteEverybody({ ...group.at, body: { source: 'microphone' } });
  // LiveKit's native client turns a microphone on once more that was muted while it was being published.
  await until(async () => (await mute()).total === 0 && (await isMuted(guest)), 'the microphone to be off');
  assert.equal(await isMuted(moderator), false);
});

test('a participant in the call stays when their link expires', async () => {
  const guest = await come({ ttl: 3 });
  await until(
    () =>
      openLink(lectern, guest.url, guest.browser).then(
        () => false,
        () => true,
      ),
    'the link to expire',
  );
  await refused(openLink(lectern, guest.url, guest.browser), 'link_expired');
  people.push((await connectToCall(group, guest)).person);
  const late = await enterBy(lectern, group, { url: await makeLink(group, { ttl: 1 }) });
  await until(
    () =>
      late.api.issueSignalingToken(late.at).then(
        () => false,
        () => true,
      ),
    'the link to expire for who is not in the call',
  );
  await refused(late.api.issueSignalingToken(late.at), 'link_expired');
});

test('moderators lead only their own room, and not after their removal', async () => {
  const guest = await come();
  const here = { group, moderator };
  await meet();
  const elsewhere = { group, moderator };
  const strangers = elsewhere.moderator.api;
  await refused(strangers.removeParticipant(guest.at), 'not_found');
  await refused(strangers.listParticipants(here.group.at), 'not_found');
  await here.group.owner.updateRoom({ ...here.group.at, body: { isPublic: true } });
  await refused(strangers.removeParticipant(guest.at), 'forbidden');
  await refused(strangers.muteParticipant({ ...guest.at, body: { source: 'camera' } }), 'forbidden');
  await refused(guest.api.removeParticipant(here.moderator.at), 'forbidden');
  await here.group.owner.removeParticipant(here.moderator.at);
  await refused(here.moderator.api.removeParticipant(guest.at), 'forbidden');
  await refused(here.moderator.api.listParticipants(here.group.at), 'forbidden');
});

test("a moderator's session leads the call after its link expired only while the moderator is in the call", async () => {
  const guest = await come();
  const elsewhere = await enterBy(lectern, group, { url: await makeLink(group, { role: 'moderator' }) });
  assert.equal((await elsewhere.api.listParticipants(group.at)).total, 2);
  const { db, close } = await databaseOf(lectern);
  await db
    .updateTable('access_links')
    .set({ expires_at: new Date(0) })
    .where('room_id', '=', group.room.id)
    .execute();
  await close();
  await refused(elsewhere.api.listParticipants(group.at), 'forbidden');
  await refused(elsewhere.api.removeParticipant(guest.at), 'forbidden');
  assert.equal(
    (await moderator.api.removeParticipant(guest.at)).status,
    'removed',
    'a moderator in the call still leads',
  );
});

test('a repeated Idempotency-Key removes once and returns the same response', async () => {
  const guest = await come();
  const options = { idempotencyKey: 'out' };
  const first = await moderator.api.removeParticipant(guest.at, options);
  assert.equal(first.status, 'removed');
  await isOut(guest);
  assert.deepEqual(await moderator.api.removeParticipant(guest.at, options), first);
});
