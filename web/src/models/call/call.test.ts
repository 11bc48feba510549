import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../chat/server.fake.ts';
import { BackgroundFailure, background } from './background/background.ts';
import { createFakeCall } from './call.fake.ts';

const muted = { audioEnabled: false, videoEnabled: false };
const open = { audioEnabled: true, videoEnabled: true };

type World = ReturnType<typeof createFakeCall>;

async function enter(world: World, choice = muted): Promise<void> {
  world.call.start(choice, world.adopt);
  await world.clock.advance(50);
}

const names = ({ call }: World) => call.state.get().people.map(({ name }) => name);
const notices = ({ call }: World) => call.notices.list.get().map(({ kind }) => kind);

test('the own tile is there before the connection is', () => {
  const world = createFakeCall();
  assert.deepEqual(names(world), ['Anna']);
  assert.equal(world.call.state.get().connection.phase, 'connecting');
  assert.equal(world.call.state.get().people[0]?.id, 'me');
});

test('live preview tracks are adopted, ended ones are opened again, unwanted ones are stopped', async () => {
  const world = createFakeCall();
  const stopped: string[] = [];
  const track = (name: string, readyState: 'live' | 'ended') =>
    ({ readyState, stop: () => stopped.push(name) }) as unknown as MediaStreamTrack;
  world.call.start(
    { ...open, tracks: { audio: track('a', 'ended'), video: track('v', 'live') } },
    world.adopt,
  );
  await world.clock.advance(50);
  assert.deepEqual(
    world.ports.opened.map(({ kind }) => kind),
    ['microphone'],
  );
  assert.equal(world.ports.published.length, 2);
  const second = createFakeCall();
  second.call.start({ ...muted, tracks: { video: track('unwanted', 'live') } }, second.adopt);
  assert.deepEqual(stopped, ['unwanted']);
});

test('publishing begins as soon as the media server admits the participant', async () => {
  const world = createFakeCall();
  await enter(world, open);
  assert.equal(world.ports.published.length, 2);
  assert.deepEqual(world.log, ['connect', 'join']);
  assert.deepEqual(
    [world.call.state.get().people[0]?.microphone, world.call.state.get().people[0]?.camera],
    [true, true],
  );
});

test('a microphone that was turned on right after the entry stays on in a room that mutes on entry', async () => {
  const world = createFakeCall('lesson', 'user', { isMutedOnEntry: true });
  await enter(world, muted);
  await world.call.media.microphone.set(true);
  const [track] = world.ports.published;
  await track?.mute();
  await world.clock.advance(50);
  assert.deepEqual([track?.isMuted, notices(world)], [false, []]);
  await world.clock.advance(10_000);
  await track?.mute();
  await world.clock.advance(50);
  assert.deepEqual([track?.isMuted, notices(world)], [true, ['muted-by-moderator']]);
});

test('a guest of a webinar has no rights and opens no device', async () => {
  const world = createFakeCall('webinar');
  await enter(world, open);
  assert.equal(world.ports.opened.length, 0);
  assert.deepEqual(world.call.state.get().rights, { microphone: false, camera: false, screen: false });
  assert.equal(world.call.state.get().people[0]?.maySpeak, false);
});

test('a guest who gets or loses permission to speak during the call sees a notice of both', async () => {
  const world = createFakeCall('webinar');
  await enter(world);
  world.mediaServer.me.canPublish = true;
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.deepEqual(notices(world), ['may-speak']);
  await world.call.media.microphone.set(true);
  assert.equal(world.ports.published.length, 1);
  world.mediaServer.me.canPublish = false;
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.deepEqual(notices(world), ['may-speak', 'may-not-speak']);
  const [allowed] = world.call.notices.list.get();
  assert.ok(allowed?.kind === 'may-speak' && allowed.withCamera);
  assert.equal(world.call.state.get().microphone.on, false);
  assert.equal(world.ports.opened[0]?.track.isStopped, true);
});

test('a person who may send only some sources is told only of these', async () => {
  const allowedWith = async (...sources: number[]) => {
    const world = createFakeCall('webinar');
    await enter(world);
    Object.assign(world.mediaServer.me, { canPublish: true, sources });
    world.mediaServer.changed();
    await world.clock.advance(50);
    return world.call.notices.list.get().map(({ id: _, ...notice }) => notice);
  };
  assert.deepEqual(await allowedWith(2), [{ kind: 'may-speak', withCamera: false }]);
  assert.deepEqual(await allowedWith(1), [{ kind: 'source-allowed', source: 'camera', isAgain: false }]);
});

test('whether anybody else was here, and whether anybody has spoken, is known after they have left', async () => {
  const world = createFakeCall('webinar');
  const { call, clock, mediaServer } = world;
  const was = async (...others: { id: string; canPublish?: boolean }[]) => {
    mediaServer.others = others;
    mediaServer.changed();
    await clock.advance(50);
    const { hasMetOthers, hasSeenSpeakers } = call.state.get();
    return [hasMetOthers, hasSeenSpeakers];
  };
  await enter(world);
  assert.deepEqual(await was(), [false, false]);
  assert.deepEqual(await was({ id: 'viewer', canPublish: false }), [true, false]);
  assert.deepEqual(await was({ id: 'viewer', canPublish: false }, { id: 'anna' }), [true, true]);
  assert.deepEqual(await was(), [true, true]);
});

test('a switch of the room ends the camera at once, unless the media server leaves the right', async () => {
  const world = createFakeCall();
  const { call, mediaServer, clock } = world;
  await enter(world, open);
  const rights = () => call.state.get().rights;
  const switched = (isCameraPublishingAllowed: boolean) =>
    call.applyPermissions({
      ...{ isMicrophonePublishingAllowed: false, isCameraPublishingAllowed, isCameraViewingAllowed: true },
      ...{ isScreensharingAllowed: true, isChatAllowed: true },
      ...{ isHandRaisingAllowed: true, isReactingAllowed: true },
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
  await enter(world);
  assert.deepEqual(notices(world), []);
  assert.equal(world.call.state.get().rights.microphone, true);
});

test('the list of people is frozen during a reconnection and corrected afterwards', async () => {
  const world = createFakeCall();
  world.mediaServer.others = [{ id: 'b', camera: true }, { id: 'c' }];
  await enter(world);
  world.mediaServer.changed();
  await world.clock.advance(50);
  const before = world.call.state.get().people;
  assert.equal(before.length, 3);
  world.mediaServer.tell({ kind: 'interrupted' });
  world.mediaServer.others = [];
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.equal(world.call.state.get().people, before);
  world.mediaServer.others = [{ id: 'c' }];
  world.mediaServer.tell({ kind: 'restored' });
  await world.clock.advance(3_000);
  assert.deepEqual(names(world), ['Anna', 'b', 'c'], 'b may still be reconnecting');
  await world.clock.advance(6_000);
  assert.deepEqual(names(world), ['Anna', 'c']);
});

test('a lost session is replaced, and open tracks are published again without being opened again', async () => {
  const world = createFakeCall();
  await enter(world, open);
  world.mediaServer.tell({ kind: 'closed', end: 'lost' });
  assert.equal(world.call.state.get().connection.phase, 'reconnecting');
  await world.clock.advance(50);
  assert.equal(world.call.state.get().connection.phase, 'connected');
  assert.equal(world.ports.opened.length, 2);
  assert.equal(world.ports.published.length, 4);
});

test('arrivals and departures are announced, but not those present at entry nor those who return after a reconnection', async () => {
  const world = createFakeCall();
  world.mediaServer.others = [{ id: 'b' }];
  await enter(world);
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.equal(world.call.presenceChange.get(), undefined);
  world.mediaServer.others.push({ id: 'c', name: 'Clara', joinedAt: 2_000 });
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.deepEqual(world.call.presenceChange.get(), { id: 1, name: 'Clara', came: true });
  world.mediaServer.others.pop();
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.deepEqual(world.call.presenceChange.get(), { id: 2, name: 'Clara', came: false });
  world.mediaServer.others = [];
  world.mediaServer.tell({ kind: 'closed', end: 'lost' });
  await world.clock.advance(50);
  world.mediaServer.others = [{ id: 'b' }];
  world.mediaServer.changed();
  await world.clock.advance(1_000);
  assert.equal(world.call.presenceChange.get()?.id, 2);
});

test('the call disconnects on pagehide, and reconnects with its devices on pageshow', async () => {
  const world = createFakeCall();
  await enter(world, open);
  world.page.dispatchEvent(new Event('pageshow'));
  await world.clock.advance(50);
  assert.deepEqual(world.log, ['connect', 'join']);
  world.page.dispatchEvent(new Event('pagehide'));
  await world.clock.advance(50);
  assert.equal(world.log.at(-1), 'disconnect');
  world.page.dispatchEvent(new Event('pageshow'));
  await world.clock.advance(50);
  assert.equal(world.call.state.get().connection.phase, 'connected');
  assert.equal(world.ports.published.length, 4);
});

test('the call reconnects at once when the network returns', async () => {
  const world = createFakeCall();
  world.mediaServer.connectWith = new Error('unreachable');
  await enter(world);
  await world.clock.advance(30_000);
  world.mediaServer.connectWith = undefined;
  world.page.dispatchEvent(new Event('online'));
  await world.clock.advance(50);
  assert.equal(world.call.state.get().connection.phase, 'connected');
});

test("a moderator's failed action causes a notice, and one that came too late a notice of its own", async () => {
  const world = createFakeCall('lesson', 'moderator');
  await enter(world);
  assert.equal(await world.call.moderation.mute({ id: 'b', name: 'Boris' }, 'camera'), true);
  assert.equal(world.log.at(-1), 'mute b camera');
  world.api.remove = async () => {
    throw Object.assign(new Error('gone'), { status: 409 });
  };
  assert.equal(await world.call.moderation.remove({ id: 'b', name: 'Boris' }), false);
  world.api.finishForAll = async () => {
    throw new TypeError('network');
  };
  assert.equal(await world.call.moderation.finishForAll(), false);
  assert.deepEqual(notices(world), ['action-too-late', 'action-failed']);
});

test('an action on somebody who just entered waits until the server knows them', async () => {
  const world = createFakeCall('lesson', 'moderator');
  await enter(world);
  world.mediaServer.others = [{ id: 'b', canPublish: true }];
  world.mediaServer.changed();
  await world.clock.advance(50);
  let requests = 0;
  world.api.remove = async () => {
    requests += 1;
    if (requests < 3) throw refusal(409, 'participant_not_in_call');
  };
  const removed = world.call.moderation.remove({ id: 'b', name: 'Boris' });
  await world.clock.advance(2_000);
  assert.deepEqual([await removed, requests], [true, 3]);

  // Somebody who leaves meanwhile need not be removed.
  requests = -10;
  const left = world.call.moderation.remove({ id: 'b', name: 'Boris' });
  world.mediaServer.others = [];
  world.mediaServer.changed();
  await world.clock.advance(2_000);
  assert.deepEqual([await left, requests, notices(world)], [true, -9, []]);
});

test('a burst of changes causes one update, and an empty change causes none', async () => {
  const world = createFakeCall();
  await enter(world);
  await world.clock.advance(50);
  let draws = 0;
  world.call.state.subscribe(() => {
    draws += 1;
  });
  world.mediaServer.others = [{ id: 'b' }];
  for (let count = 0; count < 50; count += 1) world.mediaServer.changed();
  await world.clock.advance(50);
  assert.equal(draws, 1);
  world.mediaServer.changed();
  await world.clock.advance(50);
  assert.equal(draws, 1);
});

test('changes that arrive one after another cause an update each 50 ms, the first one at once', async () => {
  const world = createFakeCall();
  await enter(world);
  await world.clock.advance(1_000);
  let draws = 0;
  world.call.state.subscribe(() => {
    draws += 1;
  });
  const seen = () => world.call.state.get().people.length - 1;
  for (let count = 1; count <= 40; count += 1) {
    world.mediaServer.others = Array.from({ length: count }, (_, index) => ({ id: `p${index}` }));
    world.mediaServer.changed();
    await world.clock.advance(5);
    if (count === 1) assert.equal(seen(), 1);
  }
  await world.clock.advance(50);
  assert.equal(seen(), 40);
  assert.ok(draws <= 6, `${draws} updates`);
});

test('a call that has ended listens to no media server, window or device', async () => {
  const world = createFakeCall();
  await enter(world, open);
  world.call.end();
  await world.clock.advance(60_000);
  assert.equal(world.mediaServer.isWatched(), false);
  assert.ok(world.ports.opened.every(({ track }) => track.isStopped && track.listenerCount === 0));
  const { length } = world.log;
  world.page.dispatchEvent(new Event('pageshow'));
  await world.clock.advance(60_000);
  assert.equal(world.log.length, length);
});

test('a camera and a microphone that change together make one notice', async () => {
  const world = createFakeCall();
  await enter(world, open);
  const replace = async (kind: string, id: string) => {
    const { track } = world.ports.opened.find((one) => one.kind === kind) ?? {};
    assert.ok(track);
    track.current = id;
    track.emit('restarted');
    await world.clock.advance(0);
  };
  await replace('microphone', 'headset');
  assert.deepEqual(notices(world), ['device-changed']);
  await replace('camera', 'webcam');
  assert.deepEqual(notices(world), ['devices-changed']);
});

test('nobody is framed as speaking while the own connection is lost', async () => {
  const { call, clock, mediaServer, page, adopt } = createFakeCall();
  call.start(muted, adopt);
  await clock.advance(50);
  mediaServer.others = [{ id: 'boris' }];
  mediaServer.changed();
  mediaServer.speakers('boris');
  await clock.advance(50);
  assert.equal(call.speaking.ids.get().has('boris'), true);
  page.dispatchEvent(new Event('offline'));
  await clock.advance(50);
  assert.equal(call.state.get().isOwnLinkLost, true);
  assert.equal(call.speaking.ids.get().has('boris'), false);
  mediaServer.speakers('boris');
  assert.equal(call.speaking.ids.get().has('boris'), false);
  page.dispatchEvent(new Event('online'));
  await clock.advance(50);
  mediaServer.speakers('boris');
  assert.equal(call.speaking.ids.get().has('boris'), true);
});

test('during a reconnection the state says whether media still arrive', async () => {
  const { call, clock, mediaServer, adopt } = createFakeCall();
  call.start({ audioEnabled: false, videoEnabled: false }, adopt);
  await clock.advance(50);
  const goesOn = async (bytes: number): Promise<boolean> => {
    mediaServer.received += bytes;
    await clock.advance(1_000);
    return call.state.get().isMediaFlowing;
  };
  assert.equal(await goesOn(500), false);
  mediaServer.tell({ kind: 'interrupted' });
  await clock.advance(50);
  assert.equal(call.state.get().isMediaFlowing, false);
  assert.equal(await goesOn(500), true);
  assert.equal(await goesOn(0), false);
  assert.equal(await goesOn(500), true);
  mediaServer.tell({ kind: 'restored' });
  assert.equal(call.state.get().isMediaFlowing, false);
});

test('a person is told which source nobody may use any more, and which they may use again', async () => {
  const { call, clock, mediaServer, adopt } = createFakeCall();
  call.start({ audioEnabled: false, videoEnabled: false }, adopt);
  await clock.advance(50);
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

test('a person who could never use a source is not told that they can use it again', async () => {
  const { call, clock, mediaServer, adopt } = createFakeCall('lesson', 'user', {
    isMicrophonePublishingAllowed: false,
  });
  mediaServer.me.sources = [1, 3];
  call.start(muted, adopt);
  await clock.advance(50);
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

test('a background that cannot start is given up; a camera that would be sent without it is turned off', async () => {
  const world = createFakeCall();
  background.set('blur');
  world.ports.refusePublishing(new BackgroundFailure());
  await enter(world, { ...muted, videoEnabled: true });
  assert.deepEqual(notices(world), ['background-failed-off']);
  assert.deepEqual([world.call.state.get().camera.on, background.get()], [false, 'none']);
  world.ports.refusePublishing(undefined);
  await world.call.media.camera.set(true);
  Object.assign(world.ports.opened.at(-1)?.track ?? {}, { refusesBackgrounds: true });
  await world.call.media.chooseBackground('room');
  await world.clock.advance(50);
  assert.deepEqual(notices(world), ['background-failed-off', 'background-failed']);
  assert.deepEqual([world.call.state.get().camera.on, background.get()], [true, 'none']);
});
