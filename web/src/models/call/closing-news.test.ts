import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { notifyOfClosing } from './closing-news.ts';
import { Notices } from './notices.ts';

const minutes = (count: number): number => count * 60_000;
const at = (ms: number): string => new Date(ms).toISOString();

test('a notice is shown five minutes before the entry closes, by the latest time', async () => {
  const clock = createFakeClock();
  const notices = new Notices(clock);
  const server = { closesAt: at(minutes(30)) };
  const end = notifyOfClosing({
    closesAt: at(minutes(20)),
    readClosesAt: async () => server.closesAt,
    notices,
    clock,
  });
  await clock.advance(minutes(16));
  assert.deepEqual(notices.list.get(), []);
  await clock.advance(minutes(9) + 100);
  assert.deepEqual(
    notices.list.get().map((notice) => notice.kind === 'entry-closes' && notice.at),
    [minutes(30)],
  );
  end();
});

test('no notice is shown after the entry has closed, without a closing time, or after the end', async () => {
  const clock = createFakeClock();
  const notices = new Notices(clock);
  const parts = { readClosesAt: async () => at(minutes(10)), notices, clock };
  await clock.advance(minutes(1));
  for (const closesAt of [null, at(0), at(minutes(60 * 24 * 40))]) notifyOfClosing({ ...parts, closesAt });
  notifyOfClosing({ ...parts, closesAt: at(minutes(10)) })();
  await clock.advance(minutes(30));
  assert.deepEqual(notices.list.get(), []);
});
