import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeSocket } from '../../live/live.fake.ts';
import { Live } from '../../live/live.ts';
import type { Source } from '../api.ts';
import { createFakeCall } from '../call.fake.ts';
import { followMuters, notifyOfUnmuteRequests } from './mute-news.ts';

/** A person in the call whose microphone is on. */
async function createMutable() {
  const fake = createFakeCall();
  const socket = createFakeSocket();
  const live = new Live({ open: socket.open, token: async () => 'token', clock: fake.clock });
  followMuters({ live, call: fake.call, participantId: 'me' });
  socket.up();
  fake.call.start({ audioEnabled: false, videoEnabled: false }, fake.adopt);
  await fake.clock.advance(0);
  await fake.call.media.microphone.set(true);
  return {
    ...fake,
    live,
    socket,
    tell: (by: unknown, participantId = 'me', source: Source = 'microphone') =>
      socket.publish('user:7', {
        event: 'muted-in-call',
        payload: { participantId, roomId: 'r', source, by },
      }),
    mute: async () => fake.call.media.microphone.track?.mute(),
    told: () =>
      fake.call.notices.list
        .get()
        .map((notice) => (notice.kind === 'muted-by-moderator' ? notice.by : notice.kind)),
  };
}

test('the notice of a mute names the moderator, whichever arrives first', async () => {
  for (const isNameFirst of [true, false]) {
    const { tell, mute, told } = await createMutable();
    if (isNameFirst) tell('Anna Petrova');
    await mute();
    if (!isNameFirst) tell('Anna Petrova');
    assert.deepEqual(told(), ['Anna Petrova']);
  }
});

test('a moderator ends a paused screen, with a name or without', async () => {
  for (const by of ['Anna Petrova', null]) {
    const { call, tell, told } = await createMutable();
    const { screen } = call.media;
    await screen.set(true);
    await screen.setPaused(true);
    tell(by, 'p2', 'screen');
    tell(by, 'me', 'microphone');
    assert.equal(screen.state.get().on, true);
    tell(by, 'me', 'screen');
    assert.equal(screen.state.get().on, false);
    assert.deepEqual(told(), [by ?? undefined]);
  }
});

test('a request to unmute is shown to its person, until the microphone is on', async () => {
  const { call, live, socket, clock } = await createMutable();
  notifyOfUnmuteRequests({ live, call, participantId: 'me' });
  const kinds = () => call.notices.list.get().map(({ kind }) => kind);
  const ask = (participantId: string): void =>
    socket.publish('user:7', {
      event: 'unmute-requested',
      payload: { participantId, roomId: 'r', by: 'Anna' },
    });
  await clock.advance(0);
  ask('me');
  assert.deepEqual(kinds(), []);
  await call.media.microphone.set(false);
  await clock.advance(0);
  ask('p2');
  assert.deepEqual(kinds(), []);
  ask('me');
  assert.deepEqual(
    call.notices.list.get().map(({ id: _, ...notice }) => notice),
    [{ kind: 'asks-to-unmute', by: 'Anna' }],
  );
  await call.media.microphone.set(true);
  await clock.advance(0);
  assert.deepEqual(kinds(), []);
});

test('a name for somebody else, no name and an old name do not count', async () => {
  const { tell, mute, told, clock } = await createMutable();
  tell('Anna Petrova');
  await clock.advance(6_000);
  tell('Boris Ivanov', 'p2');
  tell(null);
  await mute();
  assert.deepEqual(told(), [undefined]);
});
