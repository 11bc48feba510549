import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Load } from './load.ts';

/** Simulates `seconds` in which every `drawn`th due frame is drawn. */
const pass = (
  load: Load,
  { from, seconds, drawn }: { from: number; seconds: number; drawn: number },
): number => {
  let lowered = 0;
  for (let n = from * 25; n < (from + seconds) * 25; n += 1)
    if (load.count(n - 1, n, (n / load.every) % drawn === 0)) lowered += 1;
  return lowered;
};

test('a recorder that keeps up lowers nothing', () => {
  const load = new Load(25);
  assert.equal(pass(load, { from: 0, seconds: 60, drawn: 1 }), 0);
  assert.deepEqual([load.late, load.fps, load.height], [0, 25, undefined]);
});

test('a recorder that falls behind lowers the frame rate, then the size, once each, and counts late frames', () => {
  const load = new Load(25);
  const seen: unknown[] = [];
  for (let second = 0; second < 30; second += 1)
    if (pass(load, { from: second, seconds: 1, drawn: 3 }) > 0) seen.push([load.fps, load.height]);
  assert.deepEqual(seen, [
    [12.5, undefined],
    [12.5, 540],
    [12.5, 360],
  ]);
  assert.ok(load.late > 100);
});

test('skipped frames are late', () => {
  const load = new Load(25);
  load.count(-1, 0, true);
  load.count(0, 10, true);
  assert.equal(load.late, 9);
});
