import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchFreeCores } from './free-cores.ts';
import { hasGain, hasSameSegments, isSmallWorthwhile } from './worthwhile.ts';

test('a small quality is made of large videos with many bits only', () => {
  const hd = { width: 1280, height: 720, bandwidth: 1_500_000 };
  assert.equal(isSmallWorthwhile(hd), true);
  assert.equal(isSmallWorthwhile({ ...hd, width: 720, height: 1280 }), true, 'upright');
  assert.equal(isSmallWorthwhile({ ...hd, width: 640, height: 360 }), false);
  assert.equal(isSmallWorthwhile({ ...hd, width: 854, height: 480 }), false);
  assert.equal(isSmallWorthwhile({ ...hd, width: 480, height: 854 }), false, 'upright and small');
  assert.equal(isSmallWorthwhile({ ...hd, bandwidth: 400_000 }), false);
});

test('it is kept if it needs clearly fewer bits for the same segments', () => {
  const full = { width: 1280, height: 720, bandwidth: 1_000_000, durations: [2, 2, 1.5] };
  assert.equal(hasGain({ ...full, bandwidth: 750_000 }, full), true);
  assert.equal(hasGain({ ...full, bandwidth: 760_000 }, full), false);
  assert.equal(hasSameSegments({ ...full, durations: [2.04, 1.96, 1.5] }, full), true);
  assert.equal(hasSameSegments({ ...full, durations: [2.2, 1.8, 1.5] }, full), false);
  assert.equal(hasSameSegments({ ...full, durations: [2, 2] }, full), false);
});

test('cores are free while programs of normal priority use less than half of them', () => {
  const readings = [
    { urgent: 0, all: 0 },
    { urgent: 490, all: 1000 },
    { urgent: 990, all: 2000 },
    { urgent: 990, all: 2000 },
    { urgent: 1000, all: 2100 },
  ].values();
  const isFree = watchFreeCores(() => readings.next().value ?? { urgent: 0, all: 0 });
  const seen = [isFree(), isFree(), isFree(), isFree()];
  assert.deepEqual(seen, [true, false, false, true]);
});
