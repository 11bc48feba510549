import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { newId } from '../../platform/ids.ts';
import { mayPublishAll, mayPublishNothing, type PublishRights, WebhookRefused } from './media.ts';
import { MediaScene } from './testing/scene.ts';
import { fakeStage, liveKitStage, type MediaStage } from './testing/stages.ts';

const speaking: PublishRights = { ...mayPublishNothing, microphone: true };
const silentScreen: PublishRights = { ...mayPublishAll, screen_audio: false };

/** The guarantees of every media server, by test name. */
const cases: Record<string, (scene: MediaScene) => Promise<void>> = {
  'a participant who joins is listed and reported with what the token says': async (scene) => {
    const begun = Date.now();
    const { roomId, id, entryId, actor } = await scene.come();
    const listed = await scene.listed({ roomId, id });
    assert.ok(listed);
    const { sid, joinedAt, ...rest } = listed;
    assert.deepEqual(rest, {
      identity: id,
      name: 'Ada Lovelace',
      role: 'user',
      entryId,
      hidden: false,
      publish: mayPublishAll,
      tracks: [],
    });
    assert.equal(sid, actor.sid());
    assert.ok(joinedAt.getTime() >= begun - 5 && joinedAt.getTime() <= Date.now(), 'joined a moment ago');
    const { participant, at, roomSid } = await scene.event('participant_joined', roomId);
    assert.equal(participant.sid, sid);
    assert.equal(at.getTime(), joinedAt.getTime());
    assert.ok(
      (await scene.engine.listRooms()).some((room) => room.roomId === roomId && room.sid === roomSid),
    );
    await scene.event('room_started', roomId, (event) => event.roomSid === roomSid);
    await actor.leave();
  },

  'a room is served while a participant is present, and an unknown room is not': async (scene) => {
    const { roomId, actor } = await scene.come();
    assert.equal(await scene.engine.isServed(roomId), true);
    assert.equal(await scene.engine.isServed(newId()), false);
    await actor.leave();
  },

  'leaving is reported with its reason, after joining': async (scene) => {
    const { roomId, id, entryId, actor } = await scene.come();
    await actor.leave();
    const left = await scene.event('participant_left', roomId);
    assert.equal(left.reason, 'left');
    assert.equal(left.participant.identity, id);
    assert.equal(left.participant.entryId, entryId);
    assert.ok(left.at.getTime() >= left.participant.joinedAt.getTime());
    await scene.soon(async () => !(await scene.listed({ roomId, id })), 'the participant is still listed');
  },

  'a published track is listed and reported until it ends': async (scene) => {
    const came = await scene.come();
    for (const source of ['microphone', 'camera'] as const) {
      await came.actor.publish(source);
      const event = await scene.event('track_published', came.roomId, ({ track }) => track.source === source);
      assert.equal(event.identity, came.id);
      assert.equal(event.participantSid, came.actor.sid());
      assert.deepEqual(await scene.track(came, source), { sid: event.track.sid, source, muted: false });
    }
    await came.actor.unpublish('camera');
    await scene.event('track_unpublished', came.roomId, ({ track }) => track.source === 'camera');
    await scene.soon(async () => !(await scene.track(came, 'camera')), 'the camera is still listed');
    assert.ok(await scene.track(came, 'microphone'));
    await came.actor.leave();
  },

  'a track whose kind does not fit its source is reported as mislabelled': async (scene) => {
    for (const source of ['microphone', 'camera'] as const) {
      const came = await scene.come();
      await came.actor.publishMislabelled(source);
      const { track } = await scene.event('track_published', came.roomId);
      assert.deepEqual(track, { sid: track.sid, source, muted: false, isMislabelled: true });
      assert.deepEqual(await scene.track(came, source), track);
      await came.actor.leave();
    }
  },

  'muting one source leaves the others alone; a screen is muted with its sound': async (scene) => {
    const came = await scene.come();
    for (const source of ['microphone', 'screen', 'screen_audio'] as const) {
      await came.actor.publish(source);
      await scene.soon(() => scene.track(came, source), `${source} is not listed`);
    }
    await scene.engine.mute(came.roomId, came.id, 'microphone');
    await scene.soon(
      async () => (await scene.track(came, 'microphone'))?.muted,
      'the microphone is not muted',
    );
    const person = await scene.engine.findParticipant(came.roomId, came.id);
    assert.equal(person?.tracks.length, 3);
    assert.equal(await scene.engine.findParticipant(came.roomId, 'nobody'), undefined);
    assert.equal((await scene.track(came, 'screen'))?.muted, false);
    assert.equal((await scene.track(came, 'screen_audio'))?.muted, false);
    await scene.engine.mute(came.roomId, person ?? came.id, 'screen');
    await scene.soon(async () => (await scene.track(came, 'screen'))?.muted, 'the screen is not muted');
    await scene.soon(
      async () => (await scene.track(came, 'screen_audio'))?.muted,
      "the screen's sound is not muted",
    );
    await came.actor.leave();
  },

  'a participant cannot publish a source without the right to': async (scene) => {
    const [silent, speaker] = [
      await scene.come({ publish: mayPublishNothing }),
      await scene.come({ publish: speaking }),
    ];
    assert.deepEqual((await scene.listed(silent))?.publish, mayPublishNothing);
    // LiveKit's client notices only by a timeout, so both wait at the same time.
    await Promise.all([
      assert.rejects(silent.actor.publish('microphone')),
      assert.rejects(speaker.actor.publish('camera')),
    ]);
    assert.deepEqual((await scene.listed(silent))?.tracks, []);
    assert.deepEqual((await scene.listed(speaker))?.tracks, []);
    await silent.actor.leave();
    await speaker.actor.leave();
  },

  'a screen may be allowed without its sound': async (scene) => {
    const came = await scene.come({ publish: silentScreen });
    assert.deepEqual((await scene.listed(came))?.publish, silentScreen);
    await came.actor.publish('screen');
    await scene.soon(() => scene.track(came, 'screen'), 'the screen is not listed');
    await assert.rejects(came.actor.publish('screen_audio'));
    await scene.engine.setPublishing(came.roomId, came.id, mayPublishAll);
    await came.actor.publish('screen_audio');
    await scene.soon(() => scene.track(came, 'screen_audio'), 'the sound is not listed');
    await scene.engine.setPublishing(came.roomId, came.id, silentScreen);
    await scene.soon(async () => !(await scene.track(came, 'screen_audio')), 'the sound has not ended');
    assert.ok(await scene.track(came, 'screen'), 'the screen stays published');
    await came.actor.leave();
  },

  'the right to publish can be granted and withdrawn, and a withdrawal ends the track': async (scene) => {
    const came = await scene.come({ publish: mayPublishNothing });
    await scene.engine.setPublishing(came.roomId, came.id, speaking);
    assert.deepEqual((await scene.listed(came))?.publish, speaking);
    await came.actor.publish('microphone');
    await scene.soon(() => scene.track(came, 'microphone'), 'the microphone is not listed');
    await scene.engine.setPublishing(came.roomId, came.id, mayPublishNothing);
    await scene.event('track_unpublished', came.roomId, ({ track }) => track.source === 'microphone');
    const silenced = await scene.listed(came);
    assert.deepEqual(silenced?.publish, mayPublishNothing);
    assert.deepEqual(silenced?.tracks, []);
    await came.actor.leave();
  },

  'a role changes without a new session and survives a reconnect': async (scene) => {
    const came = await scene.come({ publish: speaking });
    const before = await scene.listed(came);
    await scene.engine.setRole(came.roomId, came.id, 'moderator');
    await scene.soon(async () => came.actor.role() === 'moderator', 'the client was not told');
    assert.deepEqual(await scene.listed(came), { ...before, role: 'moderator' });
    await came.actor.reconnect('full');
    await scene.event('participant_joined', came.roomId, (event) => event.participant.sid !== before?.sid);
    await scene.soon(
      async () => (await scene.listed(came))?.role === 'moderator',
      'what they are is forgotten',
    );
    await came.actor.leave();
  },

  'a name changes without a new session': async (scene) => {
    const came = await scene.come({ publish: speaking });
    const before = await scene.listed(came);
    await scene.engine.setName(came.roomId, came.id, 'Another name');
    assert.deepEqual(await scene.listed(came), { ...before, name: 'Another name' });
    await came.actor.leave();
  },

  'a spotlight lasts until it is removed or the person enters again': async (scene) => {
    const came = await scene.come({ publish: speaking });
    const before = await scene.listed(came);
    const since = new Date('2026-11-27T20:00:00.042Z');
    await scene.engine.setSpotlight(came.roomId, came.id, since);
    await scene.engine.setRole(came.roomId, came.id, 'moderator');
    const spotlit = { ...before, role: 'moderator', spotlitSince: '2026-11-27T20:00:00.042Z' };
    assert.deepEqual(await scene.listed(came), spotlit);
    await scene.engine.setSpotlight(came.roomId, came.id, null);
    assert.deepEqual(await scene.listed(came), { ...before, role: 'moderator' });
    await scene.engine.setSpotlight(came.roomId, came.id, since);
    // A client that reconnects keeps it if LiveKit has refreshed its token since, which nobody can wait for.
    await came.actor.leave();
    const again = await scene.come({ roomId: came.roomId, id: came.id });
    assert.equal((await scene.listed(again))?.spotlitSince, undefined);
    await again.actor.leave();
  },

  'a camera is hidden by the token and by a change of the rights, which changes nothing else': async (
    scene,
  ) => {
    const came = await scene.come({ publish: { ...speaking, isCameraHidden: true } });
    const before = await scene.listed(came);
    assert.deepEqual(before?.publish, { ...speaking, isCameraHidden: true });
    await scene.engine.setPublishing(came.roomId, came.id, speaking);
    assert.deepEqual(await scene.listed(came), { ...before, publish: speaking });
    await scene.engine.setPublishing(came.roomId, came.id, { ...mayPublishAll, isCameraHidden: true });
    const hidden = { ...mayPublishAll, isCameraHidden: true };
    assert.deepEqual(await scene.listed(came), { ...before, publish: hidden });
    await came.actor.leave();
  },

  'a hidden service stays hidden when its rights change': async (scene) => {
    const came = await scene.come({ hidden: true, publish: mayPublishNothing });
    await scene.engine.setPublishing(came.roomId, came.id, speaking);
    const listed = await scene.listed(came);
    assert.equal(listed?.hidden, true);
    assert.deepEqual(listed?.publish, speaking);
    await came.actor.leave();
  },

  'a second session of an identity ends the first': async (scene) => {
    const first = await scene.come();
    const second = await scene.come({ roomId: first.roomId, id: first.id });
    const left = await scene.event('participant_left', first.roomId);
    assert.equal(left.reason, 'replaced');
    assert.equal(left.participant.entryId, first.entryId);
    const listed = await scene.engine.listParticipants(first.roomId);
    assert.deepEqual(
      listed.map(({ entryId }) => entryId),
      [second.entryId],
    );
    await scene.soon(async () => first.actor.hasEnded(), 'the first session has not ended');
    await second.actor.leave();
  },

  'a client that reconnects keeps its entry id, even in a new session': async (scene) => {
    const { roomId, id, entryId, actor } = await scene.come();
    const firstSid = actor.sid();
    await actor.reconnect('full');
    const again = await scene.event(
      'participant_joined',
      roomId,
      (event) => event.participant.sid !== firstSid,
    );
    assert.equal(again.participant.entryId, entryId);
    await scene.soon(
      async () => (await scene.listed({ roomId, id }))?.sid === again.participant.sid,
      'not listed again',
    );
    assert.equal((await scene.listed({ roomId, id }))?.entryId, entryId);
    await actor.leave();
  },

  'a participant who resumed the connection is reported on leaving': async (scene) => {
    const { roomId, actor } = await scene.come();
    await actor.reconnect('resume');
    await actor.publish('microphone');
    await scene.event('track_published', roomId);
    await actor.leave();
    const left = await scene.event('participant_left', roomId);
    assert.equal(left.reason, 'left');
  },

  'a removed participant is gone at once; a second removal does nothing': async (scene) => {
    const { roomId, id, actor } = await scene.come();
    const other = await scene.come({ roomId });
    await scene.engine.remove(roomId, id);
    const left = await scene.event('participant_left', roomId);
    assert.equal(left.reason, 'removed');
    assert.equal(left.participant.identity, id);
    await scene.soon(async () => actor.hasEnded(), 'the client was not told');
    await scene.engine.remove(roomId, id);
    assert.ok(await scene.listed(other), 'the other participant stays');
    await other.actor.leave();
  },

  'ending a room removes all participants and the room': async (scene) => {
    const [a, b] = [await scene.come(), await scene.come()];
    const c = await scene.come({ roomId: a.roomId });
    await scene.engine.endRoom(a.roomId);
    for (const { id } of [a, c]) {
      const left = await scene.event(
        'participant_left',
        a.roomId,
        ({ participant }) => participant.identity === id,
      );
      assert.equal(left.reason, 'room_ended');
    }
    await scene.event('room_finished', a.roomId);
    const rooms = (await scene.engine.listRooms()).map(({ roomId }) => roomId);
    assert.ok(!rooms.includes(a.roomId));
    assert.ok(rooms.includes(b.roomId), 'the other room goes on');
    assert.deepEqual(await scene.engine.listParticipants(a.roomId), []);
    await b.actor.leave();
  },

  'a participant without a media session is listed as connecting, not reported as joined, and can be removed':
    async (scene) => {
      const other = await scene.come();
      const [{ roomId }, id] = [other, newId()];
      const { token } = await scene.token(roomId, id);
      const client = await scene.connect(token);
      await scene.soon(() => scene.listed({ roomId, id }), 'the participant is not listed');
      const { isConnecting, tracks, joinedAt } = (await scene.listed({ roomId, id })) ?? {};
      assert.deepEqual([isConnecting, tracks], [true, []]);
      assert.ok(joinedAt && Math.abs(Date.now() - joinedAt.getTime()) < 30_000);
      assert.equal((await scene.listed(other))?.isConnecting, undefined);
      await scene.engine.setRole(roomId, id, 'moderator');
      await scene.soon(async () => (await scene.listed({ roomId, id }))?.role === 'moderator', 'no new role');
      await scene.engine.remove(roomId, id);
      await scene.soon(async () => client.hasEnded() && !(await scene.listed({ roomId, id })), 'not removed');
      const left = await scene.event('participant_left', roomId);
      assert.deepEqual([left.participant.identity, left.isDoubtful], [id, true]);
      assert.equal(scene.joins(roomId), 1, 'that of the other participant');
      await other.actor.leave();
    },

  'a hidden service is marked as hidden': async (scene) => {
    const { roomId, id, actor } = await scene.come({ hidden: true, publish: mayPublishNothing });
    assert.equal((await scene.listed({ roomId, id }))?.hidden, true);
    const joined = await scene.event('participant_joined', roomId);
    assert.equal(joined.participant.hidden, true);
    await actor.leave();
  },

  'calls about missing rooms and participants do nothing': async (scene) => {
    const [roomId, id] = [newId(), newId()];
    assert.deepEqual(await scene.engine.listParticipants(roomId), []);
    await scene.engine.setPublishing(roomId, id, mayPublishAll);
    await scene.engine.setRole(roomId, id, 'moderator');
    await scene.engine.mute(roomId, id, 'camera');
    await scene.engine.remove(roomId, id);
    await scene.engine.endRoom(roomId);
    const { roomId: living, actor } = await scene.come();
    await scene.engine.setPublishing(living, id, mayPublishAll);
    await scene.engine.mute(living, id, 'camera');
    await scene.engine.remove(living, id);
    await actor.leave();
  },

  'a token names its participant, and a changed one is refused': async (scene) => {
    const [roomId, id] = [newId(), newId()];
    const { entryId, token: genuine } = await scene.token(roomId, id);
    assert.deepEqual(await scene.engine.verifyToken(genuine), { roomId, participantId: id, entryId });
    assert.equal(await scene.engine.verifyToken('nothing of the kind'), undefined);
    const signature = genuine.slice(genuine.lastIndexOf('.') + 1);
    const forged = genuine.replace(signature, signature.split('').reverse().join(''));
    assert.equal(await scene.engine.verifyToken(forged), undefined);
    await assert.rejects(scene.join(forged));
    const expired = { roomId, participantId: id, name: 'Ann', role: 'user', entryId, publish: mayPublishAll };
    const old = await scene.engine.issueToken({ ...expired, ttlSeconds: -120 });
    assert.equal(await scene.engine.verifyToken(old), undefined);
  },

  "a webhook counts only with the media server's signature over these bytes": async (scene) => {
    const { actor } = await scene.come();
    const [first, second] = scene.deliveries;
    assert.ok(first && second);
    await scene.engine.verifyWebhook(first.body, first.authorization);
    assert.equal(await scene.engine.isWebhookToken(first.authorization), true);
    assert.equal(await scene.engine.isWebhookToken(undefined), false);
    const refused = [
      [first.body, second.authorization],
      [`${first.body} `, first.authorization],
      [first.body, undefined],
      [first.body, 'no.such.token'],
      ['', first.authorization],
    ] as const;
    for (const [body, authorization] of refused) {
      await assert.rejects(scene.engine.verifyWebhook(body, authorization), WebhookRefused);
    }
    await actor.leave();
  },

  'a running engine is healthy': async (scene) => {
    assert.equal(await scene.engine.health(), true);
  },
};

const stages: Record<string, () => Promise<MediaStage>> = { 'the fake': fakeStage, LiveKit: liveKitStage };

for (const [name, makeStage] of Object.entries(stages)) {
  // Cases run concurrently in rooms of their own, because some of them wait for long.
  suite(name, { concurrency: 4 }, () => {
    let stage: MediaStage;
    before(async () => {
      stage = await makeStage();
    });
    after(() => stage.stop());
    for (const [title, play] of Object.entries(cases)) test(title, () => play(new MediaScene(stage)));
  });
}

after(() => dispose());
