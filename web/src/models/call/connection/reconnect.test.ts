import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPause, nextResume, patience, resumePatience } from './reconnect.ts';

const middle = () => 0.5;
const minutes = 60_000;

test('a media session survives a server outage of a quarter of an hour', () => {
  for (const elapsed of [0, 2 * minutes + 1, 5 * minutes, 15 * minutes]) {
    assert.notEqual(nextResume(40, elapsed), null, `after ${elapsed} ms`);
  }
  assert.equal(nextResume(400, resumePatience + 1), null);
});

test('a session is resumed at once, then after growing pauses of a few seconds at most', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 50].map((retry) => nextResume(retry, 0, middle) ?? Number.NaN);
  assert.deepEqual(
    pauses,
    [...pauses].sort((a, b) => a - b),
  );
  assert.ok((pauses[0] ?? 0) <= 300);
  assert.ok((nextResume(50, 0, () => 1) ?? 0) <= 7_000);
});

test('jitter spreads the reconnections of a class that lost the same server', () => {
  assert.notEqual(
    nextResume(3, 0, () => 0),
    nextResume(3, 0, () => 1),
  );
  assert.notEqual(
    nextPause(3, 0, () => 0),
    nextPause(3, 0, () => 1),
  );
});

test('a new session is tried until patience is over', () => {
  assert.notEqual(nextPause(30, patience - 1), null);
  assert.equal(nextPause(30, patience), null);
});
