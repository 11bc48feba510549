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

test('the connection is silent when nothing at all arrives for three looks, not when one person stops', async () => {
  const clock = createFakeClock();
  const arrivals = new Arrivals(clock);
  const counted = { sound: 1, picture: 1, checks: 1 };
  const receiverOn = (packets: () => number) => ({
    getStats: async () =>
      new Map<string, object>([
        ['media', { type: 'inbound-rtp', packetsReceived: packets() }],
        ['pair', { type: 'candidate-pair', requestsReceived: counted.checks, responsesReceived: 0 }],
      ]) as unknown as RTCStatsReport,
  });
  const ends = [receiverOn(() => counted.sound), receiverOn(() => counted.picture)].map((receiver) =>
    arrivals.watch(receiver, () => undefined),
  );
  const silentAfter = async (looks: number, grows: Partial<typeof counted> = {}) => {
    for (let look = 0; look < looks; look += 1) {
      for (const key of Object.keys(grows) as (keyof typeof counted)[]) counted[key] += 1;
      await clock.advance(1_000);
    }
    return arrivals.silence.get();
  };
  assert.equal(await silentAfter(5, { sound: 1 }), false, 'the picture has stopped');
  assert.equal(await silentAfter(5, { checks: 1 }), false, 'everybody is silent, and the server answers');
  assert.equal(await silentAfter(2), false);
  assert.equal(await silentAfter(1), true);
  assert.equal(await silentAfter(1, { sound: 1 }), false);
  assert.equal(await silentAfter(3), true);
  for (const end of ends) end();
  assert.equal(await silentAfter(1), false, 'nothing is watched');
});

test('a browser that does not say whether the server answers is never silent', async () => {
  const clock = createFakeClock();
  const arrivals = new Arrivals(clock);
  arrivals.watch(
    receiverOf(() => 1),
    () => undefined,
  );
  await clock.advance(10_000);
  assert.equal(arrivals.silence.get(), false);
});
