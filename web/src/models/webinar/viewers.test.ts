import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { refusal } from './api.fake.ts';
import { createViewersRead, type Viewer, type WantedViewers, withoutRemoved } from './viewers.ts';

const viewer = (id: string): Viewer => ({ id, name: `Viewer ${id}`, role: 'user' });

function createWatched(rows: number) {
  const clock = createFakeClock();
  const asked: WantedViewers[] = [];
  const people = Array.from({ length: rows }, (_, index) => viewer(String(index)));
  const read = async (wanted: WantedViewers) => {
    asked.push(wanted);
    return { people, total: rows };
  };
  const viewers = createViewersRead({ read }, { search: 'an', limit: 1_000, clock });
  viewers.watch();
  return { clock, asked, viewers };
}

test('the viewers are read by name and number, at least every 10 s', async () => {
  const { clock, asked, viewers } = createWatched(3);
  await clock.advance(0);
  assert.deepEqual(asked, [{ search: 'an', limit: 1_000 }]);
  await clock.advance(10_000);
  assert.ok(asked.length >= 2, `${asked.length} requests`);
  assert.equal(viewers.value.get()?.total, 3);
});

test('a long list is read less often', async () => {
  const { clock, asked } = createWatched(101);
  await clock.advance(7_000);
  assert.equal(asked.length, 1);
});

test('a removed person is neither listed nor counted by a reading that began before', () => {
  const page = { people: [viewer('1'), viewer('2')], total: 40 };
  assert.deepEqual(withoutRemoved(page, new Set(['2', 'other'])), { people: [viewer('1')], total: 39 });
});

test('the list is kept while the server is away, and gone when the person is no longer a moderator', async () => {
  const clock = createFakeClock();
  let failure: Error | undefined;
  const read = async () => {
    if (failure) throw failure;
    return { people: [viewer('1')], total: 1 };
  };
  const viewers = createViewersRead({ read }, { search: '', limit: 100, clock });
  viewers.watch();
  await clock.advance(0);
  failure = new Error('no response');
  await clock.advance(10_000);
  assert.deepEqual([viewers.value.get()?.total, viewers.state.get().isStale], [1, true]);
  failure = refusal(403, 'forbidden');
  await clock.advance(60_000);
  assert.deepEqual([viewers.value.get(), viewers.state.get().isRefused], [undefined, true]);
});
