import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../../kit/clock.fake.ts';
import { Arrivals } from './arrivals.ts';

const receiverOf = (packets: () => number | undefined) => ({
  getStats: async () =>
    new Map([
      ['codec', { type: 'codec' }],
      ['media', { type: 'inbound-rtp', packetsReceived: packets() }],
    ]) as unknown as RTCStatsReport,
});

test('packets are counted every second until the watch ends', async () => {
  const clock = createFakeClock();
  const arrivals = new Arrivals(clock);
  const seen: (number | undefined)[] = [];
  let packets = 5;
  const end = arrivals.watch(
    receiverOf(() => packets),
    (count) => seen.push(count),
  );
  await clock.advance(1_000);
  packets = 9;
  await clock.advance(1_000);
  assert.deepEqual(seen, [5, 9]);
  end();
  await clock.advance(5_000);
  assert.equal(seen.length, 2);
});

test('a receiver that fails hides nothing of the others, and one that ended is not reported', async () => {
  const clock = createFakeClock();
  const arrivals = new Arrivals(clock);
  const seen: string[] = [];
  const broken = { getStats: () => Promise.reject(new Error('closed')) };
  arrivals.watch(broken, (count) => seen.push(`broken ${count}`));
  const answer = Promise.withResolvers<RTCStatsReport>();
  const end = arrivals.watch({ getStats: () => answer.promise }, () => seen.push('late'));
  arrivals.watch(
    receiverOf(() => 1),
    (count) => seen.push(`sound ${count}`),
  );
  await clock.advance(1_000);
  end();
  answer.resolve(new Map() as unknown as RTCStatsReport);
  await clock.advance(1_000);
  assert.deepEqual(seen.slice(0, 2).sort(), ['broken undefined', 'sound 1']);
  assert.ok(!seen.includes('late'));
  assert.ok(seen.length > 2, 'looks go on after one that was late');
});

test('a receiver that stops is reported once, until it has arrived again', async () => {
  const clock = createFakeClock();
  const arrivals = new Arrivals(clock);
  let [packets, stops] = [1, 0];
  arrivals.watch(
    receiverOf(() => packets),
    () => undefined,
  );
  const end = arrivals.onStopped(() => {
    stops += 1;
  });
  await clock.advance(2_000);
  assert.equal(stops, 0);
  await clock.advance(5_000);
  assert.equal(stops, 1);
  packets = 2;
  await clock.advance(4_000);
  assert.equal(stops, 2);
  end();
  packets = 3;
  await clock.advance(4_000);
  assert.equal(stops, 2);
});
