import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualName } from './name.ts';

const at = new Date('2026-11-28T20:36:00Z');

test('a recording is named by its room, the date and the time, in the language and the time zone', () => {
  const named = (room: string, language: 'en' | 'ru', timeZone: string) =>
    usualName(room, at, { language, timeZone });
  assert.equal(named('Algebra', 'en', 'UTC'), 'Algebra, 28 November 2026, 20:36');
  assert.equal(named('Алгебра', 'ru', 'Asia/Novosibirsk'), 'Алгебра, 29 ноября 2026 г., 03:36');
});

test('a long name of a room leaves space for the date and the time', () => {
  const name = usualName('🎉'.repeat(200), at, { language: 'en', timeZone: 'UTC' });
  assert.equal([...name].length, 200);
  assert.match(name, /🎉, 28 November 2026, 20:36$/);
});
