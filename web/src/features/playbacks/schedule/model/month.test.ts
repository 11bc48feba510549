import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths, byDay, dateOf, dayAfterKey, parseDay, weeksOf } from './month.ts';

const [monday, sunday] = [1, 7];

test('the weeks of a month begin on the first day of the week and cover the month', () => {
  const november = weeksOf('2026-11', monday);
  assert.deepEqual(
    november.map(([first]) => first),
    ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'],
  );
  assert.deepEqual(november.at(-1)?.at(-1), '2026-12-06');
  assert.deepEqual(
    weeksOf('2026-02', sunday).map(([first]) => first),
    ['2026-02-01', '2026-02-08', '2026-02-15', '2026-02-22'],
  );
  for (let year = 2024; year < 2029; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const name = `${year}-${String(month).padStart(2, '0')}`;
      const days = weeksOf(name, monday).flat();
      assert.equal(new Set(days).size, days.length);
      assert.equal(days.filter((day) => day.startsWith(name)).length, new Date(year, month, 0).getDate());
    }
  }
});

test('keys move the focus as in a date grid', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a'];
  const moved = (day: string, firstDay: number) => keys.map((key) => dayAfterKey(day, key, firstDay));
  assert.deepEqual(moved('2026-12-31', monday), [
    '2026-12-30',
    '2027-01-01',
    '2026-12-24',
    '2027-01-07',
    '2026-12-28',
    '2027-01-03',
    '2026-11-30',
    '2027-01-31',
    undefined,
  ]);
  assert.deepEqual(moved('2026-11-01', sunday).slice(4, 6), ['2026-11-01', '2026-11-07']);
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
  assert.equal(addDays('2026-03-28', 2), '2026-03-30');
});

test("sessions are grouped by the reader's day", () => {
  const start = (day: string, hours: number) =>
    ({ startDate: new Date(dateOf(day).getTime() + hours * 3_600_000).toISOString() }) as const;
  const [one, two, three] = [start('2026-11-21', 0), start('2026-11-21', 23), start('2026-11-22', 0)];
  assert.deepEqual(
    [...byDay([one, two, three])],
    [
      ['2026-11-21', [one, two]],
      ['2026-11-22', [three]],
    ],
  );
});

test('a day in an address is a day of the calendar', () => {
  assert.equal(parseDay('2028-02-29'), '2028-02-29');
  for (const bad of ['', '2026-02-29', '2026-13-01', '2026-1-1', '0001-01-01', '275760-09-13', 'today']) {
    assert.equal(parseDay(bad), undefined, bad);
  }
});
