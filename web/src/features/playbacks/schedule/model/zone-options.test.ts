import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findZones, zoneOptions } from './zone-options.ts';

const now = new Date('2026-07-01T00:00:00Z');
const options = zoneOptions(['Asia/Kathmandu', 'Nowhere/Known', 'Asia/Kathmandu'], now);
const found = (search: string, language = 'en') =>
  findZones(options, search, language).map(({ value }) => value);

test('all zones are offered once, with their offset, the wanted ones first', () => {
  assert.deepEqual(
    options.slice(0, 3).map(({ label }) => label),
    ['Asia/Kathmandu (GMT+5:45)', 'Nowhere/Known', 'UTC (GMT)'],
  );
  assert.equal(new Set(options.map(({ value }) => value)).size, options.length);
  assert.ok(options.length > 300);
  assert.ok(options.some(({ label }) => label === 'America/New York (GMT−4)'));
});

test('a zone is found by city, offset, and its name in the language', () => {
  assert.deepEqual(found('new york'), ['America/New_York']);
  assert.deepEqual(found('America/New_York'), ['America/New_York']);
  assert.ok(found('central european').includes('Europe/Berlin'));
  assert.ok(found('германия', 'ru').includes('Europe/Berlin'));
  assert.ok(found('москва', 'ru').includes('Europe/Moscow'));
  assert.ok(found('gmt-4').includes('America/New_York'));
  assert.deepEqual(found('atlantis'), []);
  assert.equal(found(' ').length, options.length);
});
