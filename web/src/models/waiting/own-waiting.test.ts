import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createFakeSocket } from '../live/live.fake.ts';
import type { WaitingStanding } from './api.ts';
import { OwnWaiting } from './own-waiting.ts';

const refusal = (status: number): Error => Object.assign(new Error('no'), { status });

function createPlace() {
  const clock = createFakeClock();
  const socket = createFakeSocket();
  const page = new EventTarget();
  const asked: number[] = [];
  const server = {
    standing: 'waiting' as WaitingStanding['status'],
    waitsFor: 'admission' as WaitingStanding['waitsFor'],
    opensAt: null as string | null,
    waitingMessage: null as string | null,
    fails: undefined as Error | undefined,
  };
  const place = new OwnWaiting({
    api: {
      socketToken: async () => 'token',
      standing: async () => {
        asked.push(clock.now());
        if (server.fails) throw server.fails;
        const { standing: status, waitsFor, opensAt, waitingMessage } = server;
        return { status, waitsFor, opensAt, waitingMessage };
      },
    },
    open: socket.open,
    clock,
    serverNow: () => clock.now(),
    page,
  });
  const admission = (): void => socket.publish('user:7', { event: 'admission', payload: {} });
  return { clock, socket, page, asked, server, place, admission };
}

test('the place is kept every 10 s with the socket, every 3 s without it', async () => {
  const { clock, socket, place, asked } = createPlace();
  place.start();
  await clock.advance(7_000);
  assert.deepEqual(asked, [0, 3_000, 6_000]);
  socket.up();
  await clock.advance(20_500);
  assert.deepEqual(asked.slice(3), [7_000, 17_000, 27_000]);
  socket.down();
  await clock.advance(3_000);
  assert.equal(asked.at(-1), 30_500);
  place.end();
});

test('a message over the socket admits at once', async () => {
  const { clock, socket, place, server, admission } = createPlace();
  place.start();
  socket.up();
  await clock.advance(1_000);
  server.standing = 'admitted';
  admission();
  await clock.advance(0);
  assert.deepEqual(place.state.get(), { phase: 'admitted' });
});

test('an admission during a break is seen as the socket returns', async () => {
  const { clock, socket, place, server } = createPlace();
  place.start();
  await clock.advance(500);
  server.standing = 'admitted';
  socket.up();
  await clock.advance(0);
  assert.equal(place.state.get().phase, 'admitted');
});

test('requests end with the decision', async () => {
  for (const [standing, phase] of [
    ['admitted', 'admitted'],
    ['refused', 'refused'],
    ['removed', 'gone'],
  ] as const) {
    const { clock, socket, place, server, asked, admission } = createPlace();
    place.start();
    await clock.advance(100);
    server.standing = standing;
    admission();
    await clock.advance(0);
    const count = asked.length;
    assert.equal(place.state.get().phase, phase);
    server.standing = 'waiting';
    admission();
    await clock.advance(60_000);
    assert.equal(asked.length, count);
    assert.equal(place.state.get().phase, phase);
    assert.equal(socket.log.at(-1), 'disconnect');
  }
});

test('the request is repeated after an outage, and at once when the network is back', async () => {
  const { clock, page, place, server, asked } = createPlace();
  server.fails = new TypeError('fetch failed');
  place.start();
  await clock.advance(100);
  assert.deepEqual(place.state.get(), { phase: 'waiting', isAway: true });
  server.fails = undefined;
  page.dispatchEvent(new Event('online'));
  await clock.advance(0);
  assert.deepEqual(asked, [0, 100]);
  assert.deepEqual(place.state.get(), {
    ...{ phase: 'waiting', isAway: false },
    ...{ waitsFor: 'admission', opensAt: undefined, message: null },
  });
  place.end();
});

test('a page that slept while the waiting room filled up waits for a place', async () => {
  const { clock, place, server } = createPlace();
  server.fails = Object.assign(refusal(409), { code: 'waiting_room_full' });
  place.start();
  await clock.advance(0);
  assert.deepEqual(place.state.get(), { phase: 'waiting', isAway: true });
  server.fails = undefined;
  await clock.advance(3_000);
  assert.deepEqual(place.state.get(), {
    ...{ phase: 'waiting', isAway: false },
    ...{ waitsFor: 'admission', opensAt: undefined, message: null },
  });
  place.end();
});

test('a message of the moderators is shown at once, and stays while the server does not respond', async () => {
  const { clock, socket, place, server, admission } = createPlace();
  const message = () => {
    const state = place.state.get();
    return state.phase === 'waiting' ? state.message : state.phase;
  };
  place.start();
  socket.up();
  await clock.advance(0);
  server.waitingMessage = 'We begin soon';
  admission();
  await clock.advance(0);
  assert.equal(message(), 'We begin soon');
  server.fails = new TypeError('fetch failed');
  server.waitingMessage = null;
  admission();
  await clock.advance(0);
  assert.equal(message(), 'We begin soon');
  server.fails = undefined;
  await clock.advance(3_000);
  assert.equal(message(), null);
  place.end();
});

test("a revoked link ends the wait with the server's error", async () => {
  const { clock, place, server } = createPlace();
  server.fails = refusal(410);
  place.start();
  await clock.advance(0);
  assert.deepEqual(place.state.get(), { phase: 'gone', error: server.fails });
});

test('a person who left sends no more requests', async () => {
  const { clock, place, asked } = createPlace();
  place.start();
  await clock.advance(0);
  place.end();
  await clock.advance(60_000);
  assert.equal(asked.length, 1);
});

test('a page that waits for the opening asks at that moment, and learns what it waits for', async () => {
  const { clock, socket, place, server, asked } = createPlace();
  Object.assign(server, { waitsFor: 'opening', opensAt: new Date(4_000).toISOString() });
  place.start();
  socket.up();
  await clock.advance(0);
  assert.deepEqual(place.state.get(), {
    ...{ phase: 'waiting', isAway: false },
    ...{ waitsFor: 'opening', opensAt: 4_000, message: null },
  });
  Object.assign(server, { waitsFor: 'moderator', opensAt: null });
  await clock.advance(5_000);
  assert.equal(asked.at(-1), 4_300);
  assert.deepEqual(place.state.get(), {
    ...{ phase: 'waiting', isAway: false },
    ...{ waitsFor: 'moderator', opensAt: undefined, message: null },
  });
  place.end();
});
