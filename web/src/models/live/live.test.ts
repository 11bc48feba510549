import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createFakeSocket } from './live.fake.ts';
import { Live } from './live.ts';

function createFollowed() {
  const [clock, socket] = [createFakeClock(), createFakeSocket()];
  const live = new Live({ open: socket.open, token: async () => 'token', clock });
  let returns = 0;
  live.onReturn(() => {
    returns += 1;
  });
  live.start();
  return { clock, socket, returns: () => returns };
}

test('the first connection is no return, a further one is', () => {
  const { socket, returns } = createFollowed();
  socket.up();
  assert.equal(returns(), 0);
  socket.down();
  socket.up();
  assert.equal(returns(), 1);
});

test('a first connection that comes late is a return: the server may have been replaced meanwhile', async () => {
  const { clock, socket, returns } = createFollowed();
  socket.down();
  await clock.advance(1_500);
  socket.up();
  assert.equal(returns(), 1);
});
