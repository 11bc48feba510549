import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionClock } from './session-clock.ts';

/** Own clocks that a test sets; the server's clock is `ahead` of the steady one. */
function stage({ wallAhead = 5_000_000, ahead = 9_000_000 } = {}) {
  const time = { steady: 1_000, wallAhead };
  const clock = new SessionClock({
    steady: () => time.steady,
    wall: () => time.steady + time.wallAhead,
  });
  const exchange = (there: number, back: number): void => {
    const sent = time.steady;
    const serverTime = sent + there + ahead;
    time.steady += there + back;
    clock.add({ sent, received: time.steady, serverTime });
  };
  return { time, clock, exchange, error: () => clock.now() - (time.steady + ahead) };
}

test('before the first response the device’s clock is the best guess', () => {
  const { clock, time } = stage();
  assert.equal(clock.isKnown, false);
  assert.equal(clock.now(), time.steady + time.wallAhead);
});

test('the response with the shortest round trip decides', () => {
  const { clock, exchange, error } = stage();
  exchange(400, 20);
  assert.equal(Math.abs(error()), 190);
  exchange(10, 14);
  assert.equal(Math.abs(error()), 2);
  exchange(30, 300);
  assert.equal(Math.abs(error()), 2);
  assert.ok(clock.isKnown);
});

test('after a sleep the clock is unknown until the next response', () => {
  const { clock, exchange, error, time } = stage();
  exchange(10, 10);
  // The device slept: its steady clock stood still.
  time.wallAhead += 60_000;
  assert.equal(clock.isKnown, false);
  exchange(5, 5);
  assert.ok(clock.isKnown);
  assert.equal(error(), 0);
});

test('a response to a request from before a sleep is not used', () => {
  const { clock, time } = stage();
  const sent = time.steady;
  time.wallAhead += 60_000;
  clock.add({ sent, received: time.steady, serverTime: 1 });
  assert.equal(clock.isKnown, false);
});

test('somebody who sets the clock of the device does not move the estimate', () => {
  const { clock, exchange, error, time } = stage();
  exchange(10, 10);
  time.wallAhead -= 3_600_000;
  assert.equal(clock.isKnown, false);
  assert.equal(error(), 0);
  exchange(10, 10);
  assert.equal(error(), 0);
});
