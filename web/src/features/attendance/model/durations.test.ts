import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, secondsBetween } from './durations.ts';

test('a duration is shown in hours and minutes, below a minute in seconds', () => {
  const texts = [0, 59.9, 60, 2772, 3600, 3660, 90_000].map((seconds) => durationText(seconds, 'en'));
  assert.deepEqual(texts, ['0 sec', '59 sec', '1 min', '46 min', '1 hr', '1 hr 1 min', '25 hr']);
  assert.equal(durationText(3_900, 'ru').replaceAll('\u00A0', ' '), '1 ч 5 мин');
  assert.equal(durationText(-5, 'en'), '0 sec');
});

test('the time between two timestamps is in seconds', () => {
  assert.equal(secondsBetween('2026-03-17T14:00:00.500Z', '2026-03-17T14:01:00.000Z'), 59.5);
});
