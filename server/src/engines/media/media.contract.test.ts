import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import {
  type EngineEvent,
  mayPublishAll,
  mayPublishNothing,
  type PublishRights,
  WebhookRefused,
} from './media.ts';
import { type Actor, fakeStage, liveKitStage, type Stage } from './testing/stages.ts';

after(() => dispose());

type Came = { roomId: string; id: string; entryId: string; actor: Actor };

const contract = (name: string, makeStage: () => Promise<Stage>) => {
  let stage: Stage;

  const tokenFor = (roomId: string, id: string, more: { publish?: PublishRights; hidden?: boolean } = {}) => {
    const entryId = newId();
    const request = { roomId, participantId: id, name: 'Ada Lovelace', role: 'user', entryId };
    return { entryId, token: stage.engine.issueToken({ publish: mayPublishAll, ...request, ...more }) };
  };

  const come = async (
    options: { roomId?: string; id?: string; publish?: PublishRights; hidden?: boolean } = {},
  ): Promise<Came> => {
    const { roomId = newId(), id = newId(), ...more } = options;
    const { entryId, token } = tokenFor(roomId, id, more);
    const actor = await stage.join(await token);
    await eventOf('participant_joined', roomId, (event) => event.participant.entryId === entryId);
    return { roomId, id, entryId, actor };
  };

  const found = async (roomId: string, id: string) =>
    (await stage.engine.listParticipants(roomId)).find(({ identity }) => identity === id);

  const trackOf = async ({ roomId, id }: Came, source: string) =>
    (await found(roomId, id))?.tracks.find((track) => track.source === source);

  const eventOf = <T extends EngineEvent['type']>(
    type: T,
    roomId: string,
    matches: (event: Extract<EngineEvent, { type: T }>) => boolean = () => true,
  ) =>
    waitUntil(
      () =>
        stage.events.find(
          (event): event is Extract<EngineEvent, { type: T }> =>
            event.type === type &&
            event.roomId === roomId &&
            matches(event as Extract<EngineEvent, { type: T }>),
        ),
      { timeout: 10_000, message: `no ${type} of room ${roomId} was reported` },
    );

  const soon = (condition: () => Promise<unknown>, message: string) =>
    waitUntil(condition, { timeout: 10_000, message });

  suite(name, () => {
    before(async () => {
      stage = await makeStage();
    });
    after(() => stage.stop());

    test('somebody who came is listed and reported with what the token says', async () => {
      const begun = Date.now();
      const { roomId, id, entryId, actor } = await come();
      const listed = await found(roomId, id);
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
      assert.ok(joinedAt.getTime() >= begun - 5 && joinedAt.getTime() <= Date.now(), 'joined just now');
      const { participant, at, roomSid } = await eventOf('participant_joined', roomId);
      assert.equal(participant.sid, sid);
      assert.equal(at.getTime(), joinedAt.getTime());
      assert.ok(
        (await stage.engine.listRooms()).some((room) => room.roomId === roomId && room.sid === roomSid),
      );
      await eventOf('room_started', roomId, (event) => event.roomSid === roomSid);
      await actor.leave();
    });

    test('leaving is reported with its reason, after the coming', async () => {
      const { roomId, id, entryId, actor } = await come();
      await actor.leave();
      const left = await eventOf('participant_left', roomId);
      assert.equal(left.reason, 'left');
      assert.equal(left.participant.identity, id);
      assert.equal(left.participant.entryId, entryId);
      assert.ok(left.at.getTime() >= left.participant.joinedAt.getTime());
      await soon(async () => !(await found(roomId, id)), 'who left is still listed');
    });

    test('what somebody sends is listed and reported, until it ends', async () => {
      const came = await come();
      for (const source of ['microphone', 'camera'] as const) {
        await came.actor.publish(source);
        const event = await eventOf('track_published', came.roomId, ({ track }) => track.source === source);
        assert.equal(event.identity, came.id);
        assert.equal(event.participantSid, came.actor.sid());
        assert.deepEqual(await trackOf(came, source), { sid: event.track.sid, source, muted: false });
      }
      await came.actor.unpublish('camera');
      await eventOf('track_unpublished', came.roomId, ({ track }) => track.source === 'camera');
      await soon(async () => !(await trackOf(came, 'camera')), 'the camera is still listed');
      assert.ok(await trackOf(came, 'microphone'));
      await came.actor.leave();
    });

    test('muting one source leaves the others alone; a screen is muted with its sound', async () => {
      const came = await come();
      for (const source of ['microphone', 'screen', 'screen_audio'] as const) {
        await came.actor.publish(source);
        await soon(() => trackOf(came, source), `${source} is not listed`);
      }
      await stage.engine.mute(came.roomId, came.id, 'microphone');
      await soon(async () => (await trackOf(came, 'microphone'))?.muted, 'the microphone is not muted');
      assert.equal((await trackOf(came, 'screen'))?.muted, false);
      assert.equal((await trackOf(came, 'screen_audio'))?.muted, false);
      await stage.engine.mute(came.roomId, came.id, 'screen');
      await soon(async () => (await trackOf(came, 'screen'))?.muted, 'the screen is not muted');
      await soon(async () => (await trackOf(came, 'screen_audio'))?.muted, "the screen's sound is not muted");
      await came.actor.leave();
    });

    test('who may publish nothing cannot; the right can be given and taken, and what was sent ends', async () => {
      const came = await come({ publish: mayPublishNothing });
      assert.deepEqual((await found(came.roomId, came.id))?.publish, mayPublishNothing);
      await assert.rejects(came.actor.publish('microphone'));
      const speaking = { microphone: true, camera: false, screen: false };
      await stage.engine.setPublishing(came.roomId, came.id, speaking);
      await soon(
        async () => (await found(came.roomId, came.id))?.publish.microphone,
        'the right did not arrive',
      );
      await soon(() => came.actor.publish('microphone').then(() => true), 'the microphone may not be used');
      await soon(() => trackOf(came, 'microphone'), 'the microphone is not listed');
      await assert.rejects(came.actor.publish('camera'));
      await stage.engine.setPublishing(came.roomId, came.id, mayPublishNothing);
      await eventOf('track_unpublished', came.roomId, ({ track }) => track.source === 'microphone');
      const after = await found(came.roomId, came.id);
      assert.deepEqual(after?.publish, mayPublishNothing);
      assert.deepEqual(after?.tracks, []);
      await came.actor.leave();
    });

    test('the same identity a second time puts the first out', async () => {
      const first = await come();
      const second = await come({ roomId: first.roomId, id: first.id });
      const left = await eventOf('participant_left', first.roomId);
      assert.equal(left.reason, 'replaced');
      assert.equal(left.participant.entryId, first.entryId);
      const listed = await stage.engine.listParticipants(first.roomId);
      assert.deepEqual(
        listed.map(({ entryId }) => entryId),
        [second.entryId],
      );
      await soon(async () => first.actor.hasEnded(), 'the first session goes on');
      await second.actor.leave();
    });

    test('a client that reconnects by itself keeps its entry, also when its session is a new one', async () => {
      const { roomId, id, entryId, actor } = await come();
      const firstSid = actor.sid();
      await actor.reconnect('full');
      const again = await eventOf(
        'participant_joined',
        roomId,
        (event) => event.participant.sid !== firstSid,
      );
      assert.equal(again.participant.entryId, entryId);
      await soon(async () => (await found(roomId, id))?.sid === again.participant.sid, 'not listed again');
      assert.equal((await found(roomId, id))?.entryId, entryId);
      await actor.leave();
    });

    test('who resumed the connection is reported when leaving', async () => {
      const { roomId, actor } = await come();
      await actor.reconnect('resume');
      await actor.publish('microphone');
      await eventOf('track_published', roomId);
      await actor.leave();
      const left = await eventOf('participant_left', roomId);
      assert.equal(left.reason, 'left');
    });

    test('who is removed is out at once; doing it again does nothing', async () => {
      const { roomId, id, actor } = await come();
      const other = await come({ roomId });
      await stage.engine.remove(roomId, id);
      const left = await eventOf('participant_left', roomId);
      assert.equal(left.reason, 'removed');
      assert.equal(left.participant.identity, id);
      await soon(async () => actor.hasEnded(), 'the client was not told');
      await stage.engine.remove(roomId, id);
      assert.ok(await found(roomId, other.id), 'the other one stays');
      await other.actor.leave();
    });

    test('a room that is ended puts everybody out and is gone', async () => {
      const [a, b] = [await come(), await come()];
      const c = await come({ roomId: a.roomId });
      await stage.engine.endRoom(a.roomId);
      for (const { id } of [a, c]) {
        const left = await eventOf(
          'participant_left',
          a.roomId,
          ({ participant }) => participant.identity === id,
        );
        assert.equal(left.reason, 'room_ended');
      }
      await eventOf('room_finished', a.roomId);
      const rooms = (await stage.engine.listRooms()).map(({ roomId }) => roomId);
      assert.ok(!rooms.includes(a.roomId));
      assert.ok(rooms.includes(b.roomId), 'another room goes on');
      assert.deepEqual(await stage.engine.listParticipants(a.roomId), []);
      await b.actor.leave();
    });

    test('a hidden service is told apart', async () => {
      const { roomId, id, actor } = await come({ hidden: true, publish: mayPublishNothing });
      assert.equal((await found(roomId, id))?.hidden, true);
      const joined = await eventOf('participant_joined', roomId);
      assert.equal(joined.participant.hidden, true);
      await actor.leave();
    });

    test('what is not there is passed over', async () => {
      const [roomId, id] = [newId(), newId()];
      assert.deepEqual(await stage.engine.listParticipants(roomId), []);
      await stage.engine.setPublishing(roomId, id, mayPublishAll);
      await stage.engine.mute(roomId, id, 'camera');
      await stage.engine.remove(roomId, id);
      await stage.engine.endRoom(roomId);
      const { roomId: living, actor } = await come();
      await stage.engine.setPublishing(living, id, mayPublishAll);
      await stage.engine.mute(living, id, 'camera');
      await stage.engine.remove(living, id);
      await actor.leave();
    });

    test('a token tells whom it is for, and a changed one does not open the room', async () => {
      const [roomId, id] = [newId(), newId()];
      const { entryId, token } = tokenFor(roomId, id);
      const genuine = await token;
      assert.deepEqual(stage.engine.readToken(genuine), { roomId, participantId: id, entryId });
      assert.equal(stage.engine.readToken('nothing of the kind'), undefined);
      const signature = genuine.slice(genuine.lastIndexOf('.') + 1);
      const forged = genuine.replace(signature, signature.split('').reverse().join(''));
      await assert.rejects(stage.join(forged));
    });

    test("a webhook counts only with the engine's signature over these bytes", async () => {
      const { actor } = await come();
      const [first, second] = stage.deliveries;
      assert.ok(first && second);
      await stage.engine.verifyWebhook(first.body, first.authorization);
      const refused = [
        [first.body, second.authorization],
        [`${first.body} `, first.authorization],
        [first.body, undefined],
        [first.body, 'no.such.token'],
        ['', first.authorization],
      ] as const;
      for (const [body, authorization] of refused) {
        await assert.rejects(stage.engine.verifyWebhook(body, authorization), WebhookRefused);
      }
      await actor.leave();
    });

    test('a living engine is healthy', async () => {
      assert.equal(await stage.engine.health(), true);
    });
  });
};

contract('the fake', fakeStage);
contract('LiveKit', liveKitStage);
