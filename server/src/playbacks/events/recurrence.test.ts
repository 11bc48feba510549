import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfRecurrence, findStarts } from './recurrence.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const starts = (
  expression: string,
  {
    timezone = 'UTC',
    from,
    to,
    limit = 1000,
  }: { timezone?: string; from: string; to: string; limit?: number },
): string[] =>
  findStarts({ expression, timezone }, { from: new Date(from), to: new Date(to) }, limit).map((start) =>
    start.toISOString().replace(':00.000Z', 'Z'),
  );

const inBerlin = { timezone: 'Europe/Berlin', from: '2026-03-28T12:00Z', to: '2026-03-30T06:00Z' };
const inBerlinInAutumn = { timezone: 'Europe/Berlin', from: '2026-10-24T22:00Z', to: '2026-10-25T04:00Z' };

test('the local hour is kept across both clock changes', () => {
  const year = { timezone: 'Europe/Berlin', from: '2026-01-01T00:00Z', to: '2026-12-31T23:59Z' };
  const found = findStarts(
    { expression: '0 19 * * *', timezone: year.timezone },
    { from: new Date(year.from), to: new Date(year.to) },
    1000,
  );
  assert.equal(found.length, 365);
  const clock = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
  assert.deepEqual(new Set(found.map((start) => clock.format(start))), new Set(['19:00']));
});

test('fixed hours that do not exist become one start at the first moment after the gap', () => {
  assert.deepEqual(starts('30 2 * * *', inBerlin), ['2026-03-29T01:00Z', '2026-03-30T00:30Z']);
  assert.deepEqual(starts('0,15,30 2,3 * * SUN', inBerlin), [
    '2026-03-29T01:00Z',
    '2026-03-29T01:15Z',
    '2026-03-29T01:30Z',
  ]);
});

test('of a fixed hour that occurs twice the first one counts, also in a range', () => {
  assert.deepEqual(starts('30 2 * * *', inBerlinInAutumn), ['2026-10-25T00:30Z']);
  assert.deepEqual(starts('30 1-3 * * *', inBerlinInAutumn), [
    '2026-10-24T23:30Z',
    '2026-10-25T00:30Z',
    '2026-10-25T02:30Z',
  ]);
});

test('with * or a step as hour the sessions continue by elapsed time', () => {
  const spring = { ...inBerlin, from: '2026-03-28T23:00Z', to: '2026-03-29T03:00Z' };
  assert.deepEqual(starts('*/30 * * * *', spring), [
    '2026-03-28T23:00Z',
    '2026-03-28T23:30Z',
    '2026-03-29T00:00Z',
    '2026-03-29T00:30Z',
    '2026-03-29T01:00Z',
    '2026-03-29T01:30Z',
    '2026-03-29T02:00Z',
    '2026-03-29T02:30Z',
    '2026-03-29T03:00Z',
  ]);
  assert.deepEqual(starts('0 */2 * * *', spring), [
    '2026-03-28T23:00Z',
    '2026-03-29T01:00Z',
    '2026-03-29T02:00Z',
  ]);
  assert.deepEqual(starts('0 * * * *', inBerlinInAutumn), [
    '2026-10-24T22:00Z',
    '2026-10-24T23:00Z',
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
    '2026-10-25T02:00Z',
    '2026-10-25T03:00Z',
    '2026-10-25T04:00Z',
  ]);
});

test('a period that begins inside a repeated hour has no second pass of a fixed hour', () => {
  const secondPass = { ...inBerlinInAutumn, from: '2026-10-25T01:00Z', to: '2026-10-25T02:00Z' };
  assert.deepEqual(starts('30 2 * * *', secondPass), []);
  assert.deepEqual(starts('30 * * * *', secondPass), ['2026-10-25T01:30Z']);
});

test('a period that begins at the moment of a gap has its start', () => {
  const atTheGap = { ...inBerlin, from: '2026-03-29T01:00Z', to: '2026-03-29T12:00Z' };
  assert.deepEqual(starts('30 2 * * *', atTheGap), ['2026-03-29T01:00Z']);
  assert.deepEqual(starts('30 2 * * *', { ...atTheGap, from: '2026-03-29T01:00:00.001Z' }), []);
});

test('29 February comes in leap years only, the 31st in long months only', () => {
  assert.deepEqual(starts('0 9 29 2 *', { from: '2096-01-01T00:00Z', to: '2108-12-31T00:00Z' }), [
    '2096-02-29T09:00Z',
    '2104-02-29T09:00Z',
    '2108-02-29T09:00Z',
  ]);
  assert.deepEqual(
    starts('0 9 31 * *', { from: '2026-01-01T00:00Z', to: '2026-12-31T23:00Z' }).map((at) => at.slice(0, 10)),
    ['01', '03', '05', '07', '08', '10', '12'].map((month) => `2026-${month}-31`),
  );
});

test('both ends of the period are inclusive, to the millisecond', () => {
  const daily = { from: '2026-05-01T09:00Z', to: '2026-05-03T09:00Z' };
  assert.equal(starts('0 9 * * *', daily).length, 3);
  assert.equal(starts('0 9 * * *', { ...daily, from: '2026-05-01T09:00:00.001Z' }).length, 2);
  assert.equal(starts('0 9 * * *', { ...daily, to: '2026-05-03T08:59:59.999Z' }).length, 2);
  assert.deepEqual(starts('0 9 * * *', { ...daily, from: daily.to, to: daily.from }), []);
});

test('a day of the month and a day of the week widen each other, as in every cron', () => {
  assert.deepEqual(starts('0 9 13 * FRI', { from: '2026-04-08T00:00Z', to: '2026-04-18T00:00Z' }), [
    '2026-04-10T09:00Z',
    '2026-04-13T09:00Z',
    '2026-04-17T09:00Z',
  ]);
});

test('names, 7 as Sunday, ranges, lists and steps are read', () => {
  const week = { from: '2026-06-01T00:00Z', to: '2026-06-07T23:59Z' };
  assert.equal(starts('0 9 * jun mon-fri', week).length, 5);
  assert.deepEqual(starts('0 9 * * 7', week), starts('0 9 * * SUN', week));
  assert.deepEqual(starts('10-30/10 8,20 3 * *', week).length, 6);
});

const refused = [
  '',
  '* * * *',
  '* * * * * *',
  '@daily',
  '60 * * * *',
  '0 24 * * *',
  '0 0 0 * *',
  '0 0 * 13 *',
  '0 0 * * 8',
  '0 0 L * *',
  '0 0 15W * *',
  '0 0 ? * *',
  '0 0 * * MON#1',
  '0 0 * * +MON',
  '*/0 * * * *',
  '5-1 * * * *',
  '0 0 * * foo',
  'mon * * * *',
  '-1 * * * *',
  '1e1 * * * *',
  '0 0 30 2 *',
  '0 0 31 4,6,9,11 *',
];

test('an expression that is no cron of five fields, or never occurs, is refused with the reason', () => {
  for (const expression of refused) assert.ok(faultOfRecurrence(expression), expression);
  assert.match(faultOfRecurrence('0 0 30 2 *') ?? '', /never occurs/);
  assert.match(faultOfRecurrence('60 * * * *') ?? '', /minute: 60/);
  for (const expression of ['0 9 29 2 *', '*/15 * * * *', ' 0  19 * * MON ', '0 9 30 2 MON'])
    assert.equal(faultOfRecurrence(expression), undefined, expression);
});

// The independent calculation: it asks Intl.DateTimeFormat for the digits of the wall clock in each minute around a
// change, and looks the times of a pattern up in that list. It knows neither croner nor Temporal nor any offset.

/** Returns the digits of the wall clock at a moment, as the UTC milliseconds of the same digits. */
function wallClockOf(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (moment) => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
}

const first = Date.UTC(2026, 0, 1);
const last = Date.UTC(2028, 0, 1);

/** The moments of two years at which the zone changes its clock, found by comparing days and halving. */
function changesOf(wallClock: (moment: number) => number): number[] {
  const changes: number[] = [];
  const ahead = (moment: number) => wallClock(moment) - moment;
  // Coarse, because Ramadan separates the two nearest changes of a zone by four weeks.
  const step = 14 * day;
  for (let from = first; from < last; from += step) {
    let [low, high] = [from, from + step];
    if (ahead(low) === ahead(high)) continue;
    const before = ahead(low);
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute;
      if (ahead(middle) === before) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

interface Pattern {
  expression: string;
  minutes: (value: number) => boolean;
  hours: (value: number) => boolean;
  isElapsed: boolean;
}

const every = () => true;
const each = (step: number) => (value: number) => value % step === 0;

/** Patterns with fixed hours, at one hour of the wall clock at the change. */
const fixedAt = (around: number): Pattern[] => [
  ...[0, 30, 59].map((at) => ({
    expression: `${at} ${around} * * *`,
    minutes: (value: number) => value === at,
    hours: (value: number) => value === around,
    isElapsed: false,
  })),
  { expression: `*/20 ${around} * * *`, minutes: each(20), hours: (h) => h === around, isElapsed: false },
];

const steps: Pattern[] = [
  { expression: '5 0-23 * * *', minutes: (m) => m === 5, hours: every, isElapsed: false },
  { expression: '*/20 * * * *', minutes: each(20), hours: every, isElapsed: true },
  { expression: '30 */2 * * *', minutes: (m) => m === 30, hours: each(2), isElapsed: true },
  { expression: '7 */3 * * *', minutes: (m) => m === 7, hours: each(3), isElapsed: true },
];

/** The wall clock in each minute of a few hours. */
interface Shown {
  moments: number[];
  walls: number[];
}

/** The starts in these hours, looked up minute by minute. */
function lookUp({ minutes, hours, isElapsed }: Pattern, { moments, walls }: Shown): number[] {
  const found = new Set<number>();
  for (let wall = Math.min(...walls); wall <= Math.max(...walls); wall += minute) {
    const digits = new Date(wall);
    if (!minutes(digits.getUTCMinutes()) || !hours(digits.getUTCHours())) continue;
    const showing = moments.filter((_, index) => walls[index] === wall);
    for (const moment of isElapsed ? showing : showing.slice(0, 1)) found.add(moment);
    if (showing.length > 0) continue;
    const before = walls.findLastIndex((one) => one < wall);
    const elapsed = (moments[before] ?? 0) + wall - (walls[before] ?? 0);
    found.add(isElapsed ? elapsed : (moments[walls.findIndex((one) => one > wall)] ?? 0));
  }
  return [...found].sort((a, b) => a - b);
}

/** Wider than any change, so that the hours before and after it are compared too. */
const reach = 3 * hour;

function compare(timezone: string, shown: Shown, patterns: Pattern[]): void {
  const { moments } = shown;
  const period = { from: new Date(moments[0] ?? 0), to: new Date(moments.at(-1) ?? 0) };
  for (const pattern of patterns)
    assert.deepEqual(
      findStarts({ expression: pattern.expression, timezone }, period, 1000),
      lookUp(pattern, shown).map((start) => new Date(start)),
      `${pattern.expression} in ${timezone} from ${period.from.toISOString()}`,
    );
}

test('every zone that changes its clock, at the changes of two years, agrees with an independent calculation', () => {
  let changes = 0;
  const zones = new Set<string>();
  // Zones whose clocks show the same (all of Central Europe) have the same starts: one of them gets all patterns.
  const compared = new Set<string>();
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const wallClock = wallClockOf(timezone);
    for (const change of changesOf(wallClock)) {
      zones.add(timezone);
      changes += 1;
      const moments = Array.from({ length: (2 * reach) / minute }, (_, at) => change - reach + at * minute);
      const shown = { moments, walls: moments.map(wallClock) };
      const [before, after] = [change - minute, change].map((at) => new Date(wallClock(at)).getUTCHours());
      const fixed = fixedAt(after ?? 0);
      const key = `${change} ${shown.walls.join()}`;
      compare(timezone, shown, compared.has(key) ? fixed.slice(1, 2) : [...fixed, ...steps]);
      if (!compared.has(key)) compare(timezone, shown, fixedAt(before ?? 0));
      compared.add(key);
    }
  }
  // Not fewer: a search that finds no change proves nothing.
  assert.ok(zones.size >= 100 && changes >= 400, `only ${zones.size} zones with ${changes} changes`);
});
