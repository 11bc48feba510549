import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualName } from './name.ts';

const at = new Date('2026-11-28T12:00:00Z');

test('a recording is named by its room and the date, in the language', () => {
  assert.equal(usualName('Algebra', at, 'en'), 'Algebra, 28 November 2026');
  assert.equal(usualName('Алгебра', at, 'ru'), 'Алгебра, 28 ноября 2026 г.');
});

test('a long name of a room leaves space for the date', () => {
  const name = usualName('🎉'.repeat(200), at, 'en');
  assert.equal([...name].length, 200);
  assert.match(name, /🎉, 28 November 2026$/);
});
