import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createFakeSocket } from './live.fake.ts';
import { Live } from './live.ts';
import { Pointers } from './pointers.ts';

function createPointers() {
  const [clock, socket] = [createFakeClock(), createFakeSocket()];
  const live = new Live({ open: socket.open, token: async () => 'token', clock });
  const pointers = new Pointers({ live, channelId: '7', participantId: 'me', clock });
  live.start();
  socket.up();
  const hear = (payload: Record<string, unknown>) =>
    socket.publish('chat:7', { event: 'pointer', payload: { channelId: '7', ...payload } });
  const places = () => socket.sent.map(({ data }) => (data as { x?: number }).x);
  return { clock, socket, pointers, hear, places };
}

test('the own pointer is sent at once, then at most 20 times a second with its last place', async () => {
  const { clock, pointers, places, socket } = createPointers();
  for (let step = 0; step < 100; step += 1) {
    pointers.point('page-1', { x: step / 100, y: 0.5 });
    await clock.advance(10);
  }
  await clock.advance(50);
  assert.ok(places().length <= 22, `${places().length}`);
  assert.deepEqual([places()[0], places().at(-1)], [0, 0.99]);
  assert.deepEqual(socket.sent[0], {
    method: 'pointer',
    data: { participantId: 'me', item: 'page-1', x: 0, y: 0.5 },
  });
  pointers.end();
});

test('a resting pointer is repeated until it leaves the item', async () => {
  const { clock, pointers, places } = createPointers();
  pointers.point('page-1', { x: 0.2, y: 0.5 });
  await clock.advance(4_100);
  assert.deepEqual(places(), [0.2, 0.2, 0.2]);
  pointers.point('page-1');
  await clock.advance(10_000);
  assert.deepEqual(places(), [0.2, 0.2, 0.2, undefined]);
  pointers.end();
});

test('nothing is sent while the connection is down, and nothing later', async () => {
  const { clock, socket, pointers, places } = createPointers();
  socket.down();
  pointers.point('page-1', { x: 0.2, y: 0.5 });
  await clock.advance(1_000);
  socket.up();
  assert.deepEqual(places(), []);
  pointers.end();
});

test('pointers of others are shown at their last place until they leave or fall silent', async () => {
  const { clock, pointers, hear } = createPointers();
  hear({ participantId: 'ann', item: 'page-1', x: 0.1, y: 0.2 });
  hear({ participantId: 'bob', item: 'page-1', x: 0, y: 1 });
  hear({ participantId: 'ann', item: 'page-1', x: 0.3, y: 0.4 });
  hear({ participantId: 'me', item: 'page-1', x: 0.5, y: 0.5 });
  assert.deepEqual(pointers.shown.get(), [
    { participantId: 'bob', item: 'page-1', x: 0, y: 1 },
    { participantId: 'ann', item: 'page-1', x: 0.3, y: 0.4 },
  ]);
  await clock.advance(4_000);
  hear({ participantId: 'ann', item: 'page-1', x: 0.3, y: 0.5 });
  await clock.advance(1_500);
  assert.deepEqual(
    pointers.shown.get().map(({ participantId }) => participantId),
    ['ann'],
  );
  hear({ participantId: 'ann', item: 'page-1' });
  assert.deepEqual(pointers.shown.get(), []);
  pointers.end();
});

test('invalid pointers are ignored', () => {
  const { pointers, hear } = createPointers();
  for (const [x, y] of [
    [2, 0],
    ['0.5', 0.5],
    [Number.NaN, 0],
    [null, 0.1],
  ])
    hear({ participantId: 'ann', item: 'page-1', x, y });
  hear({ participantId: 7, item: 'page-1', x: 0, y: 0 });
  assert.deepEqual(pointers.shown.get(), []);
  pointers.end();
});
