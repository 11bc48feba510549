import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeft, untilNextSecond } from './time-left.ts';

test('a countdown is zero at the start only', () => {
  assert.deepEqual(timeLeft(1_000, 999), { days: 0, hours: 0, minutes: 0, seconds: 1 });
  assert.deepEqual(timeLeft(1_000, 1_000), { days: 0, hours: 0, minutes: 0, seconds: 0 });
  assert.deepEqual(timeLeft(1_000, 5_000), { days: 0, hours: 0, minutes: 0, seconds: 0 });
  assert.deepEqual(timeLeft(90_061_000, 0), { days: 1, hours: 1, minutes: 1, seconds: 1 });
});

test('a countdown changes with the second', () => {
  assert.equal(untilNextSecond(5_000, 100), 900);
  assert.equal(untilNextSecond(5_000, 4_000), 1_000);
  assert.equal(untilNextSecond(5_000, 5_250), 750);
});
