import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyTime, dateRangeOf, dayOf, isReversed, readPeriod, writePeriod } from './period.ts';

const now = new Date(2026, 2, 15, 13, 45);
const iso = (...parts: [number, number, number]) => new Date(...parts).toISOString();

test("a period begins at the reader's midnight and includes today", () => {
  assert.deepEqual(dateRangeOf(anyTime, now), {});
  assert.deepEqual(dateRangeOf({ ...anyTime, kind: 'today' }, now), { dateFrom: iso(2026, 2, 15) });
  assert.deepEqual(dateRangeOf({ ...anyTime, kind: 'week' }, now), { dateFrom: iso(2026, 2, 9) });
  assert.deepEqual(dateRangeOf({ ...anyTime, kind: 'month' }, now), { dateFrom: iso(2026, 1, 14) });
});

test('custom dates include both days, and either may be missing', () => {
  const own = { kind: 'own', from: '2026-02-27', to: '2026-02-28' } as const;
  assert.deepEqual(dateRangeOf(own, now), { dateFrom: iso(2026, 1, 27), dateTo: iso(2026, 2, 1) });
  assert.deepEqual(dateRangeOf({ ...own, from: '' }, now), { dateTo: iso(2026, 2, 1) });
  assert.deepEqual(dateRangeOf({ ...own, to: '' }, now), { dateFrom: iso(2026, 1, 27) });
  assert.deepEqual(dateRangeOf({ ...own, from: 'yesterday', to: '0001-01-01' }, now), {});
});

test('reversed dates are found', () => {
  assert.equal(isReversed({ kind: 'own', from: '2026-03-02', to: '2026-03-01' }), true);
  assert.equal(isReversed({ kind: 'own', from: '2026-03-01', to: '2026-03-01' }), false);
  assert.equal(isReversed({ kind: 'own', from: '2026-03-02', to: '' }), false);
  assert.equal(isReversed({ kind: 'today', from: '2026-03-02', to: '2026-03-01' }), false);
});

test('a day is written as a date field expects it', () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
});

test('a period is kept in the address; an invalid one means any time', () => {
  const read = (query: string) => readPeriod(new URLSearchParams(query));
  const own = { kind: 'own', from: '2026-02-27', to: '' } as const;
  assert.deepEqual(read('period=own&from=2026-02-27&to=soon'), own);
  assert.deepEqual(writePeriod(own), { period: 'own', from: '2026-02-27', to: '' });
  assert.deepEqual(read('period=week&from=2026-02-27'), { ...anyTime, kind: 'week' });
  assert.deepEqual(read('period=always'), anyTime);
  assert.deepEqual(writePeriod(anyTime), { period: undefined, from: undefined, to: undefined });
});
