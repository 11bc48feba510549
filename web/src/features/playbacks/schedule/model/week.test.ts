import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDayOf, readerLocale, weekdayName, weekdaysFrom } from './week.ts';

test("the week begins as in the reader's region", () => {
  assert.equal(readerLocale('en', ['ru-RU', 'en-GB', 'en-US']), 'en-GB');
  assert.equal(readerLocale('ru', ['en-US']), 'ru');
  assert.deepEqual(['en-US', 'en-GB', 'en', 'ru', 'de-CH', 'fa-IR'].map(firstDayOf), [7, 1, 7, 1, 1, 6]);
  assert.deepEqual(weekdaysFrom(1), [1, 2, 3, 4, 5, 6, 0]);
  assert.deepEqual(weekdaysFrom(7), [0, 1, 2, 3, 4, 5, 6]);
});

test('a browser that does not know the first day of the week uses that of common regions', (context) => {
  const known = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'getWeekInfo');
  if (known) {
    Reflect.deleteProperty(Intl.Locale.prototype, 'getWeekInfo');
    context.after(() => Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', known));
  }
  assert.deepEqual(['en-US', 'en', 'en-GB', 'ru'].map(firstDayOf), [7, 7, 1, 1]);
});

test('days of the week have names', () => {
  assert.deepEqual(
    [0, 1, 6].map((day) => weekdayName(day, 'en', 'short')),
    ['Sun', 'Mon', 'Sat'],
  );
  assert.equal(weekdayName(3, 'ru', 'long'), 'среда');
});
