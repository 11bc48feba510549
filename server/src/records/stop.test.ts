import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStoppedAtOnce } from './stop.ts';

const createdAt = new Date('2026-11-22T10:00:00.000Z');
const after = (ms: number): Date => new Date(createdAt.getTime() + ms);

test('a recording stopped by a person up to 3 seconds after its first picture is discarded, and not later', () => {
  const startedAt = after(8000);
  for (const [ms, expected] of [
    [0, true],
    [2000, true],
    [3000, true],
    [3001, false],
    [60_000, false],
  ] as const) {
    assert.equal(isStoppedAtOnce({ createdAt, startedAt }, after(8000 + ms)), expected, `${ms} ms`);
  }
});

test('a recording without a first picture is discarded until it could have run for 3 seconds', () => {
  for (const [ms, expected] of [
    [0, true],
    [9000, true],
    [13_000, true],
    [13_001, false],
    [14_000, false],
  ] as const) {
    assert.equal(isStoppedAtOnce({ createdAt, startedAt: null }, after(ms)), expected, `${ms} ms`);
  }
});
