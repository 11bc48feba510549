import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFiltered, readFilters, toDeliveryQuery, writeFilters } from './filters.ts';

const now = new Date(2026, 10, 21, 12);
const filtersOf = (address: string) => readFilters(new URLSearchParams(address));

test('a plain address filters nothing', () => {
  const filters = filtersOf('');
  assert.equal(isFiltered(filters), false);
  assert.deepEqual(toDeliveryQuery(filters, now), {});
  assert.ok(Object.values(writeFilters(filters)).every((value) => value === undefined));
});

test('filters are written to the address and read from it', () => {
  for (const address of [
    'event=call_finished',
    'status=failed&period=week',
    'event=record_failed&status=pending&period=own&from=2026-11-01&to=2026-11-02',
  ]) {
    const filters = filtersOf(address);
    assert.equal(isFiltered(filters), true);
    const written = Object.entries(writeFilters(filters)).filter(([, value]) => value);
    assert.equal(new URLSearchParams(written as [string, string][]).toString(), address);
  }
});

test('invalid values filter nothing', () => {
  const filters = filtersOf('event=toString&status=__proto__&period=ever&from=now&to=<b>');
  assert.equal(isFiltered(filters), false);
  assert.deepEqual(filtersOf('period=own&from=now&to=2026-1-1').period, { kind: 'own', from: '', to: '' });
});

test("the filters become the API's query", () => {
  assert.deepEqual(toDeliveryQuery(filtersOf('event=call_started&status=failed&period=today'), now), {
    eventName: 'call_started',
    status: 'failed',
    dateFrom: new Date(2026, 10, 21).toISOString(),
  });
});
