import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { Notices } from '../call/notices.ts';
import { notifyOfEnd } from './ending-news.ts';

const minute = 60_000;

function follow(minutesLeft: number) {
  const clock = createFakeClock();
  const notices = new Notices(clock);
  const stop = notifyOfEnd({ endsAt: clock.now() + minutesLeft * minute, notices, clock });
  const shown = () =>
    notices.list.get().map((notice) => (notice.kind === 'meeting-ends' ? notice.minutes : notice.kind));
  return { clock, shown, stop };
}

test('a meeting warns five minutes and one minute before its end', async () => {
  const { clock, shown } = follow(10);
  assert.deepEqual(shown(), []);
  await clock.advance(5 * minute);
  assert.deepEqual(shown(), [5]);
  await clock.advance(4 * minute);
  assert.deepEqual(shown(), [1]);
});

test('a person who comes late is warned at once', async () => {
  const { clock, shown } = follow(3.5);
  assert.deepEqual(shown(), [4]);
  await clock.advance(2.5 * minute);
  assert.deepEqual(shown(), [1]);
  assert.deepEqual(follow(0).shown(), []);
});

test('no warning comes after the call', async () => {
  const { clock, shown, stop } = follow(10);
  stop();
  await clock.advance(10 * minute);
  assert.deepEqual(shown(), []);
});
