import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeSocket } from '../../live/live.fake.ts';
import { Live } from '../../live/live.ts';
import { createFakeCall } from '../call.fake.ts';
import type { Role } from '../call-contract.ts';
import { applyRoleChanges } from './role-news.ts';

function createFollowed({ isUp = true } = {}) {
  const fake = createFakeCall('webinar');
  const socket = createFakeSocket();
  const live = new Live({ open: socket.open, token: async () => 'token', clock: fake.clock });
  let changes = 0;
  const end = applyRoleChanges({ live, call: fake.call, participantId: 'me', changed: () => (changes += 1) });
  if (isUp) socket.up();
  return {
    ...fake,
    socket,
    end,
    changes: () => changes,
    say: (role: unknown, participantId = 'me') =>
      socket.publish('user:7', { event: 'role-changed', payload: { participantId, roomId: 'r', role } }),
    role: (): Role | undefined => fake.call.state.get().people[0]?.role,
    told: () => fake.call.notices.list.get().map(({ kind }) => kind),
  };
}

test('a new role takes effect without entering again', async () => {
  const { clock, enter, say, role, told, changes } = createFollowed();
  await enter();
  assert.equal(role(), 'user');
  say('moderator');
  await clock.advance(50);
  assert.deepEqual([role(), told(), changes()], ['moderator', ['role-changed'], 1]);
  say('moderator');
  await clock.advance(50);
  assert.equal(changes(), 1);
  say('user');
  await clock.advance(50);
  assert.deepEqual([role(), told(), changes()], ['user', ['role-changed'], 2]);
});

test('the rights of a role follow the media server, and cause one notice', async () => {
  for (const isMediaServerFirst of [true, false]) {
    const { call, clock, mediaServer, enter, say, told } = createFollowed();
    await enter();
    const allow = (): void => {
      mediaServer.me.canPublish = true;
      mediaServer.changed();
    };
    if (isMediaServerFirst) allow();
    await clock.advance(50);
    say('moderator');
    await clock.advance(200);
    if (!isMediaServerFirst) allow();
    await clock.advance(50);
    assert.equal(call.state.get().rights.microphone, true);
    assert.deepEqual(told(), ['role-changed']);
  }
});

test('roles of others and unknown roles change nothing', async () => {
  const { clock, say, role, told } = createFollowed();
  say('moderator', 'somebody');
  say('emperor');
  say(undefined);
  await clock.advance(50);
  assert.deepEqual([role(), told()], ['user', []]);
});

test('a role that changed before the socket was connected is read then', async () => {
  const { clock, call, socket, role, told, end } = createFollowed({ isUp: false });
  call.readRole = async () => 'moderator';
  await clock.advance(50);
  assert.equal(role(), 'user');
  socket.up();
  await clock.advance(50);
  assert.deepEqual([role(), told()], ['moderator', ['role-changed']]);
  end();
});

test('a role that changed during a break is read afterwards', async () => {
  const { clock, call, socket, role, end } = createFollowed();
  call.readRole = async () => 'moderator';
  socket.down();
  socket.up();
  await clock.advance(50);
  assert.equal(role(), 'moderator');
  end();
});
