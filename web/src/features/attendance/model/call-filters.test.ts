import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyTime } from '../../../panel/period/period.ts';
import { readCallFilters, toCallQuery, writeCallFilters } from './call-filters.ts';

const now = new Date(2026, 2, 15, 13, 45);

test('the filters of the list of calls are kept in the address; invalid ones mean no filter', () => {
  const filters = { period: { ...anyTime, kind: 'week' }, minPeople: 10 } as const;
  assert.deepEqual(readCallFilters(writeCallFilters(filters)), filters);
  assert.deepEqual(readCallFilters({ people: '11', period: 'soon' }), {
    period: anyTime,
    minPeople: undefined,
  });
});

test('a query without a period asks for all calls', () => {
  assert.deepEqual(toCallQuery({ period: anyTime, minPeople: undefined }, now), {
    dateFrom: '1970-01-01T00:00:00.000Z',
  });
  const own = { kind: 'own', from: '', to: '2026-03-01' } as const;
  assert.deepEqual(toCallQuery({ period: own, minPeople: 2 }, now), {
    dateFrom: '1970-01-01T00:00:00.000Z',
    dateTo: new Date(2026, 2, 2).toISOString(),
    minParticipants: 2,
  });
});
