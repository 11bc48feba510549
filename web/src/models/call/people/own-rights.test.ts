import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeCall } from '../call.fake.ts';

const open = { audioEnabled: true, videoEnabled: true };

test('a guest of a webinar has no rights and opens no device', async () => {
  const world = createFakeCall('webinar');
  await world.enter(open);
  assert.equal(world.ports.opened.length, 0);
  assert.deepEqual(world.call.state.get().rights, { microphone: false, camera: false, screen: false });
  assert.equal(world.call.state.get().people[0]?.maySpeak, false);
});

test('a guest who gets or loses permission to speak during the call sees a notice of both', async () => {
  const world = createFakeCall('webinar');
  await world.enter();
  world.mediaServer.me.canPublish = true;
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.deepEqual(world.notices(), ['may-speak']);
  await world.call.media.microphone.set(true);
  assert.equal(world.ports.published.length, 1);
  world.mediaServer.me.canPublish = false;
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.deepEqual(world.notices(), ['may-speak', 'may-not-speak']);
  const [allowed] = world.call.notices.list.get();
  assert.ok(allowed?.kind === 'may-speak' && allowed.withCamera);
  assert.equal(world.call.state.get().microphone.on, false);
  assert.equal(world.ports.opened[0]?.track.isStopped, true);
});

test('a person who may send only some sources is told only of these', async () => {
  const allowedWith = async (...sources: number[]) => {
    const world = createFakeCall('webinar');
    await world.enter();
    Object.assign(world.mediaServer.me, { canPublish: true, sources });
    world.mediaServer.changed();
    await world.clock.advance(50);
    return world.call.notices.list.get().map(({ id: _, ...notice }) => notice);
  };
  assert.deepEqual(await allowedWith(2), [{ kind: 'may-speak', withCamera: false }]);
  assert.deepEqual(await allowedWith(1), [{ kind: 'source-allowed', source: 'camera', isAgain: false }]);
});

test('a switch of the room ends the camera at once, unless the media server leaves the right', async () => {
  const world = createFakeCall();
  const { call, mediaServer, clock } = world;
  await world.enter(open);
  const rights = () => call.state.get().rights;
  const switched = (isCameraPublishingAllowed: boolean) =>
    call.applyPermissions({
      ...{ isMicrophonePublishingAllowed: false, isCameraPublishingAllowed, isCameraViewingAllowed: true },
      ...{ isScreensharingAllowed: true, isChatAllowed: true },
      ...{ isHandRaisingAllowed: true, isReactingAllowed: true, isRemoteDrawingAllowed: true },
    });
  switched(false);
  await clock.advance(50);
  assert.deepEqual(rights(), { microphone: true, camera: false, screen: true });
  assert.equal(call.state.get().camera.on, false);
  switched(true);
  await clock.advance(50);
  assert.equal(rights().camera, true);
  switched(false);
  await clock.advance(5_050);
  assert.equal(rights().camera, true, 'the media server has the last word');
  call.setRole('moderator');
  switched(false);
  await clock.advance(50);
  assert.equal(rights().camera, true);
  assert.equal(mediaServer.me.canPublish, true);
});

test('the rights at entry cause no notice', async () => {
  const world = createFakeCall('webinar');
  world.mediaServer.me.canPublish = true;
  await world.enter();
  assert.deepEqual(world.notices(), []);
  assert.equal(world.call.state.get().rights.microphone, true);
});

test('a person is told which source nobody may use any more, and which they may use again', async () => {
  const { call, clock, mediaServer, enter } = createFakeCall();
  await enter();
  const told = () =>
    call.notices.list
      .get()
      .map((notice) => ('source' in notice ? `${notice.kind} ${notice.source}` : notice.kind));
  const allow = async (...sources: number[]) => {
    mediaServer.me.sources = sources;
    mediaServer.changed();
    await clock.advance(50);
  };
  await call.media.microphone.set(true);
  await allow(1, 3);
  assert.deepEqual(told(), ['source-taken microphone']);
  assert.equal(call.state.get().microphone.on, false, 'the device is closed');
  await allow(1, 2);
  assert.deepEqual(told(), ['source-taken microphone', 'source-allowed microphone', 'source-taken screen']);
  const allowed = call.notices.list.get().find(({ kind }) => kind === 'source-allowed');
  assert.ok(allowed?.kind === 'source-allowed' && allowed.isAgain);
});

test('one notice names the sources that two switches took or gave one right after the other', async () => {
  const { call, clock, mediaServer, enter } = createFakeCall();
  await enter();
  const allow = async (...sources: number[]) => {
    mediaServer.me.sources = sources;
    mediaServer.changed();
    await clock.advance(50);
  };
  const shown = () => call.notices.list.get().map(({ id: _, ...notice }) => notice);
  await allow(1, 3);
  await allow(3);
  assert.deepEqual(shown(), [{ kind: 'sources-taken', sources: ['microphone', 'camera'] }]);
  await allow(1, 3);
  await allow(1, 2, 3);
  assert.deepEqual(shown().at(-1), { kind: 'sources-allowed', sources: ['camera', 'microphone'] });
  await clock.advance(8_000);
  assert.deepEqual(shown(), []);
  await allow(1, 3);
  assert.deepEqual(shown(), [{ kind: 'source-taken', source: 'microphone' }]);
});

test('a person who could never use a source is not told that they can use it again', async () => {
  const { call, clock, mediaServer, enter } = createFakeCall('lesson', 'user', {
    isMicrophonePublishingAllowed: false,
  });
  mediaServer.me.sources = [1, 3];
  await enter();
  const allow = async (...sources: number[]) => {
    mediaServer.me.sources = sources;
    mediaServer.changed();
    await clock.advance(50);
  };
  const isAgain = () =>
    call.notices.list.get().flatMap((notice) => (notice.kind === 'source-allowed' ? notice.isAgain : []));
  await allow(1, 2, 3);
  assert.deepEqual(isAgain(), [false]);
  await allow(1, 3);
  await allow(1, 2, 3);
  assert.deepEqual(isAgain(), [false, true]);
});
