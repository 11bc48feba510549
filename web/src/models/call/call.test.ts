import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../chat/server.fake.ts';
import { BackgroundFailure, background } from './background/background.ts';
import { createFakeCall } from './call.fake.ts';

const muted = { audioEnabled: false, videoEnabled: false };
const open = { audioEnabled: true, videoEnabled: true };

const names = ({ call }: ReturnType<typeof createFakeCall>) =>
  call.state.get().people.map(({ name }) => name);

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
  await world.enter(open);
  assert.equal(world.ports.published.length, 2);
  assert.deepEqual(world.log, ['connect', 'join']);
  assert.deepEqual(
    [world.call.state.get().people[0]?.microphone, world.call.state.get().people[0]?.camera],
    [true, true],
  );
});

test('a microphone that was turned on right after the entry stays on in a room that mutes on entry', async () => {
  const world = createFakeCall('lesson', 'user', { isMutedOnEntry: true });
  await world.enter();
  await world.call.media.microphone.set(true);
  const [track] = world.ports.published;
  await track?.mute();
  await world.clock.advance(50);
  assert.deepEqual([track?.isMuted, world.notices()], [false, []]);
  await world.clock.advance(10_000);
  await track?.mute();
  await world.clock.advance(50);
  assert.deepEqual([track?.isMuted, world.notices()], [true, ['muted-by-moderator']]);
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
  await world.enter();
  assert.deepEqual(await was(), [false, false]);
  assert.deepEqual(await was({ id: 'viewer', canPublish: false }), [true, false]);
  assert.deepEqual(await was({ id: 'viewer', canPublish: false }, { id: 'anna' }), [true, true]);
  assert.deepEqual(await was(), [true, true]);
});

test('where others than moderators do not see each other, they see moderators and shared screens', async () => {
  const others = [
    { id: 'mo', role: 'moderator' as const },
    { id: 'b', camera: true },
    { id: 'c', screen: true },
  ];
  const seen = async (role: 'user' | 'moderator') => {
    const world = createFakeCall('lesson', role, { isPeopleViewingAllowed: false });
    world.mediaServer.others = others;
    await world.enter();
    world.mediaServer.changed();
    await world.clock.advance(50);
    const { here, hasMetOthers } = world.call.state.get();
    assert.deepEqual([here.length, hasMetOthers], [4, true]);
    return names(world).slice(1);
  };
  assert.deepEqual(await seen('user'), ['c', 'mo']);
  assert.deepEqual(await seen('moderator'), ['b', 'c', 'mo']);
});

test('the list of people is frozen during a reconnection and corrected afterwards', async () => {
  const world = createFakeCall();
  world.mediaServer.others = [{ id: 'b', camera: true }, { id: 'c' }];
  await world.enter();
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
  await world.enter(open);
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
  await world.enter();
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
  await world.enter(open);
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
  await world.enter();
  await world.clock.advance(30_000);
  world.mediaServer.connectWith = undefined;
  world.page.dispatchEvent(new Event('online'));
  await world.clock.advance(50);
  assert.equal(world.call.state.get().connection.phase, 'connected');
});

test("a moderator's failed action causes a notice, one on a person who left a notice of its own, and one that they did themselves none", async () => {
  const world = createFakeCall('lesson', 'moderator');
  await world.enter();
  assert.equal(await world.call.moderation.mute({ id: 'b', name: 'Boris' }, 'camera'), true);
  assert.equal(world.log.at(-1), 'mute b camera');
  world.api.mute = async () => {
    throw refusal(409, 'nothing_to_mute');
  };
  assert.equal(await world.call.moderation.mute({ id: 'b', name: 'Boris' }, 'camera'), true);
  world.api.remove = async () => {
    throw Object.assign(new Error('gone'), { status: 409 });
  };
  assert.equal(await world.call.moderation.remove({ id: 'b', name: 'Boris' }), false);
  world.api.finishForAll = async () => {
    throw new TypeError('network');
  };
  assert.equal(await world.call.moderation.finishForAll(), false);
  assert.deepEqual(world.notices(), ['action-too-late', 'action-failed']);
});

test('an action on somebody who just entered waits until the server knows them', async () => {
  const world = createFakeCall('lesson', 'moderator');
  await world.enter();
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
  assert.deepEqual([await left, requests, world.notices()], [true, -9, []]);
});

test('a burst of changes causes one update, and an empty change causes none', async () => {
  const world = createFakeCall();
  await world.enter();
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
  await world.enter();
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
  await world.enter(open);
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
  await world.enter(open);
  const replace = async (kind: string, id: string) => {
    const { track } = world.ports.opened.find((one) => one.kind === kind) ?? {};
    assert.ok(track);
    track.current = id;
    track.emit('restarted');
    await world.clock.advance(0);
  };
  await replace('microphone', 'headset');
  assert.deepEqual(world.notices(), ['device-changed']);
  await replace('camera', 'webcam');
  assert.deepEqual(world.notices(), ['devices-changed']);
});

test('nobody is framed as speaking while the own connection is lost', async () => {
  const { call, clock, mediaServer, page, enter } = createFakeCall();
  await enter();
  mediaServer.others = [{ id: 'boris' }];
  mediaServer.changed();
  mediaServer.speakers('boris');
  await clock.advance(50);
  assert.equal(call.speaking.ids.get().has('boris'), true);
  page.dispatchEvent(new Event('offline'));
  await clock.advance(50);
  const lostAt = clock.now();
  assert.equal(call.state.get().ownLinkLostAt, lostAt);
  assert.equal(call.speaking.ids.get().has('boris'), false);
  mediaServer.speakers('boris');
  mediaServer.changed();
  await clock.advance(2_000);
  assert.equal(call.speaking.ids.get().has('boris'), false);
  assert.equal(call.state.get().ownLinkLostAt, lostAt);
  page.dispatchEvent(new Event('online'));
  await clock.advance(50);
  assert.equal(call.state.get().ownLinkLostAt, undefined);
  mediaServer.speakers('boris');
  assert.equal(call.speaking.ids.get().has('boris'), true);
});

test('during a reconnection the state says whether media still arrive', async () => {
  const { call, clock, mediaServer, enter } = createFakeCall();
  await enter();
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

test('a background that cannot start is given up; a camera that would be sent without it is turned off', async () => {
  const world = createFakeCall();
  background.set('blur');
  world.ports.refusePublishing(new BackgroundFailure());
  await world.enter({ ...muted, videoEnabled: true });
  assert.deepEqual(world.notices(), ['background-failed-off']);
  assert.deepEqual([world.call.state.get().camera.on, background.get()], [false, 'none']);
  world.ports.refusePublishing(undefined);
  await world.call.media.camera.set(true);
  Object.assign(world.ports.opened.at(-1)?.track ?? {}, { refusesBackgrounds: true });
  await world.call.media.chooseBackground('room');
  await world.clock.advance(50);
  assert.deepEqual(world.notices(), ['background-failed-off', 'background-failed']);
  assert.deepEqual([world.call.state.get().camera.on, background.get()], [true, 'none']);
});
