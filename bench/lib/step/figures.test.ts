import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followingOf, type Spell } from './figures.ts';

/** A picture every 250 ms with these distances. */
const spell = (...drifts: number[]): Spell => ({
  seen: drifts.map((drift, n) => ({ at: 1_000_000 + n * 250, drift })),
});
const steady = (count: number) => Array.from({ length: count }, () => 10);

test('a viewer in step is settled at once, and its distances count from 5 s on', () => {
  const { settledAfter, distances, offAfterTwoSeconds } = followingOf([spell(...steady(24))]);
  assert.equal(settledAfter, 0);
  assert.deepEqual(distances, steady(4));
  assert.equal(offAfterTwoSeconds, 10);
});

test('a viewer settles with the first picture after which no two in a row are outside', () => {
  assert.equal(followingOf([spell(-900, -400, 150, 20, ...steady(20))]).settledAfter, 750);
  assert.equal(followingOf([spell(...steady(8), 300, ...steady(20))]).settledAfter, 0);
  assert.equal(followingOf([spell(...steady(8), 300, 300, ...steady(20))]).settledAfter, 2_500);
});

test('one that never settles, or saw nothing, is not settled', () => {
  assert.equal(
    followingOf([spell(...Array.from({ length: 30 }, () => 500))]).settledAfter,
    Number.POSITIVE_INFINITY,
  );
  assert.equal(followingOf([spell()]).settledAfter, Number.POSITIVE_INFINITY);
});

test('the worst beginning counts', () => {
  const late = spell(...Array.from({ length: 9 }, () => -200), ...steady(20));
  const { settledAfter, offAfterTwoSeconds } = followingOf([spell(...steady(24)), late]);
  assert.equal(settledAfter, 2_250);
  assert.equal(offAfterTwoSeconds, 200);
});
