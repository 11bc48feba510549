import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualName } from './name.ts';

// Without an offset: a time of the server's zone, whichever it is.
const at = new Date('2026-11-28T23:36:00');

test('a recording is named by its room, the date and the time, in the language', () => {
  assert.equal(usualName('Algebra', at, 'en'), 'Algebra, 28 November 2026, 23:36');
  assert.equal(usualName('Алгебра', at, 'ru'), 'Алгебра, 28 ноября 2026 г., 23:36');
});

test('a long name of a room leaves space for the date and the time', () => {
  const name = usualName('🎉'.repeat(200), at, 'en');
  assert.equal([...name].length, 200);
  assert.match(name, /🎉, 28 November 2026, 23:36$/);
});
