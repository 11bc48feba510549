import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import type { ApiError } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import { makeGroup, openLink, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { connectToCall, engineOf, type InCall, joinCall, mediaOf } from '../../testing/people/meeting.ts';
import { Person } from '../../testing/people/person.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';

let lectern: LecternProcess;

before(async () => {
  lectern = await startLectern();
});
after(async () => {
  await dispose();
  await lectern?.remove();
});

/** Makes a room with a moderator in its call; everybody in `people` leaves at the end of the test. */
const meet = async (t: TestContext, settings: Partial<Body<'createRoom'>> = {}) => {
  const people: Person[] = [];
  t.after(() => Promise.all(people.map((person) => person.leave())));
  const group = await makeGroup(lectern, { isPublic: false, ...settings });
  const come = async (more: Partial<Body<'generateAccess'>> = {}) => {
    const inCall = await joinCall(lectern, group, more);
    people.push(inCall.person);
    return inCall;
  };
  return { group, come, people, moderator: await come({ role: 'moderator', username: 'Mo' }) };
};

const until = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 30_000, message });
const isOut = ({ person }: InCall) => until(() => person.endedBecause !== undefined, 'the person to be out');

/** The sources that the media server allows a participant to send. */
async function sends({ room }: TestGroup, { id }: InCall): Promise<string> {
  const listed = await engineOf(lectern).listParticipants(room.id);
  const rights = listed.find(({ identity }) => identity === id)?.publish;
  return Object.entries(rights ?? {})
    .filter(([, may]) => may)
    .map(([source]) => source)
    .join(' ');
}
const everything = 'microphone camera screen screen_audio';
const untilSends = (group: TestGroup, inCall: InCall, what: string) =>
  until(async () => (await sends(group, inCall)) === what, `the media server to let them send: ${what}`);

// Beside each other: they wait for LiveKit and for its clients.
describe('the rules of a call in the media server', { concurrency: 3 }, () => {
  test('the media server ends what a moderator no longer allows, and refuses it afterwards', async (t) => {
    const { group, come, moderator } = await meet(t);
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
    const isModeratorSending = async () => (await tracksOf(moderator)) === 'camera microphone';
    await until(isModeratorSending, 'the moderator to send');
    await moderator.api.updateCallPermissions({
      ...group.at,
      body: { isMicrophonePublishingAllowed: false },
    });
    await until(areSending('camera'), 'both microphones to end');
    assert.equal(await tracksOf(moderator), 'camera microphone');
    // The contract of media servers shows that this one refuses what it does not allow.
    assert.equal(await sends(group, guest), 'camera screen screen_audio');
  });

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

  test('a moderator mutes a source, and a source that is not sent is refused', async (t) => {
    const { group, come, moderator } = await meet(t);
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
    const isScreenMuted = () => published().filter(({ muted }) => muted).length === 2;
    await until(isScreenMuted, 'the guest to learn that of the screen');
    // A muted screen is a paused one, which a moderator ends.
    assert.equal((await mute('screen')).id, guest.id);
  });

  test('a microphone that is on at the entry is muted by the media server', async (t) => {
    const { group, come, moderator } = await meet(t, { isMutedOnEntry: true });
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

  test('a removed participant is out at once and cannot return to that call by their link', async (t) => {
    const { group, come, moderator, people } = await meet(t);
    const guest = await come();
    const spare = await guest.api.issueSignalingToken(guest.at);
    const removed = await moderator.api.removeParticipant(guest.at);
    assert.deepEqual([removed.id, removed.status, removed.isPresent], [guest.id, 'removed', false]);
    await isOut(guest);
    await refused(guest.api.issueSignalingToken(guest.at), 'removed_from_call');
    await refused(
      guest.api.joinRoom({ ...group.at, body: { participantId: guest.id } }),
      'removed_from_call',
    );
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

  test('a new role of a link reaches its participant in the call, in the media server, too', async (t) => {
    const { group, people } = await meet(t, { type: 'webinar' });
    const { url, id: linkId } = await group.owner.generateAccess({
      ...group.at,
      body: { username: 'Ann', role: 'user' },
    });
    const ann = await connectToCall(group, await enterBy(lectern, group, { url }));
    people.push(ann.person);
    await untilSends(group, ann, '');
    await group.owner.updateAccessLink({ ...group.at, linkId, body: { role: 'moderator' } });
    await untilSends(group, ann, everything);
    await ann.api.listParticipants(group.at);
  });

  test('the same link and browser in the same call is the same participant, and the older session ends', async (t) => {
    const { group, come, people } = await meet(t);
    const guest = await come();
    const again = await connectToCall(group, await enterBy(lectern, group, guest));
    people.push(again.person);
    assert.equal(again.id, guest.id);
    await isOut(guest);
    assert.equal(again.person.endedBecause, undefined);
    assert.equal((await group.owner.listParticipants(group.at)).total, 2);
  });

  test('of two browsers that connect by one link at the same instant one is in the call', async (t) => {
    const { group, people } = await meet(t);
    const link = { url: await makeLink(group) };
    const both = [await enterBy(lectern, group, link), await enterBy(lectern, group, link)];
    const tokens = await Promise.all(both.map(({ api, at }) => api.issueSignalingToken(at)));
    // The second may be refused before it connects.
    const joined = await Promise.allSettled(
      tokens.map(({ url, signalingToken }) => Person.join(url, signalingToken)),
    );
    const connected = joined.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    people.push(...connected);
    const staying = () => connected.filter(({ endedBecause }) => endedBecause === undefined);
    await until(() => staying().length === 1, 'one browser to be out');
    await until(async () => (await group.owner.listParticipants(group.at)).total === 2, 'the other to be in');
    const returning = await Promise.allSettled(both.map(({ api, at }) => api.issueSignalingToken(at)));
    const refusals = returning.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.deepEqual(
      refusals.map(({ code }) => code),
      ['link_used'],
    );
  });

  test('guests of a webinar may send only while they are allowed to speak', async (t) => {
    const { group, come, moderator } = await meet(t, { type: 'webinar' });
    const guest = await come();
    assert.deepEqual([await sends(group, moderator), await sends(group, guest)], [everything, '']);
    const speaking = async () =>
      (await group.owner.listParticipants(group.at)).items.find(({ id }) => id === guest.id)
        ?.isSpeakingAllowed;
    assert.equal(await speaking(), false);
    await refused(guest.api.allowSpeaking(guest.at), 'forbidden');
    assert.equal((await moderator.api.allowSpeaking(guest.at)).isSpeakingAllowed, true);
    await untilSends(group, guest, everything);
    assert.equal(await speaking(), true);
    await guest.person.publish('microphone');
    assert.equal((await group.owner.stopSpeaking(guest.at)).isSpeakingAllowed, false);
    await untilSends(group, guest, '');
    await refused(
      moderator.api.muteParticipant({ ...guest.at, body: { source: 'microphone' } }),
      'nothing_to_mute',
    );
  });

  test('a change of the room takes effect for people in the call', async (t) => {
    const { group, come, moderator } = await meet(t);
    const guest = await come();
    assert.equal(await sends(group, guest), everything);
    await group.owner.updateRoom({ ...group.at, body: { type: 'webinar' } });
    await untilSends(group, guest, '');
    assert.equal(await sends(group, moderator), everything);
    const switchedOff = { isMicrophonePublishingAllowed: false, isCameraPublishingAllowed: false };
    await group.owner.updateRoom({ ...group.at, body: { type: 'lesson', ...switchedOff } });
    await untilSends(group, guest, 'screen screen_audio');
    await group.owner.updateRoom({ ...group.at, body: { isScreenMediaPublishingAllowed: false } });
    await untilSends(group, guest, 'screen');
    await group.owner.updateRoom({ ...group.at, body: { isScreensharingAllowed: false } });
    await untilSends(group, guest, '');
  });

  test('everybody but the moderators is muted in the media server', async (t) => {
    const { group, come, moderator } = await meet(t);
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
});
