import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFormat, timeOfDay } from './formats.ts';

test('dates in English are those of the emails: the day before the month, and 24 hours', () => {
  const at = new Date(2026, 10, 29, 2, 58);
  assert.equal(timeOfDay(at, 'en'), '02:58');
  assert.equal(timeOfDay(at, 'ru'), '02:58');
  assert.match(
    dateFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(at),
    /^Sunday,? 29 November 2026 at 02:58$/,
  );
});
