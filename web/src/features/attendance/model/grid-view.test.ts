import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyTime } from '../../../panel/period/period.ts';
import { type GridView, periodOfQuery, readGridView, writeGridView } from './grid-view.ts';

const read = (query: string) => readGridView(new URLSearchParams(query));
const usual: GridView = {
  period: { ...anyTime, kind: 'month' },
  ...{ roomId: undefined, search: '', sort: 'name', page: 1 },
};

test('a plain address shows the last 30 days by name; invalid parameters change nothing', () => {
  assert.deepEqual(read(''), usual);
  assert.deepEqual(read('room=all&sort=age&page=-1&from=2026-01-01'), usual);
  assert.equal(new Set(Object.values(writeGridView(usual))).size, 1);
});

test('a view is kept in the address, also any time', () => {
  const view: GridView = {
    period: anyTime,
    ...{ roomId: '6650f41be2a97d0c5b3f8814', search: 'Ivan', sort: 'share', page: 3 },
  };
  const written = Object.entries(writeGridView(view)).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  assert.deepEqual(readGridView(new URLSearchParams(written)), view);
});

test('a query has both ends of the period', () => {
  const now = new Date(2026, 2, 31, 12);
  assert.deepEqual(periodOfQuery(usual.period, now), {
    dateFrom: new Date(2026, 2, 2).toISOString(),
    dateTo: '2100-01-01T00:00:00.000Z',
  });
  assert.equal(periodOfQuery(anyTime, now).dateFrom, '1970-01-01T00:00:00.000Z');
});
