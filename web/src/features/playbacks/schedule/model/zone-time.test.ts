import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKnownZone, isSkipped, momentIn, offsetIn, wallTimeIn } from './zone-time.ts';

const hour = 3_600_000;
const iso = (timeZone: string, date: string, time: string) =>
  momentIn(timeZone, { date, time })?.toISOString();

test('a wall-clock time becomes a moment and is read back', () => {
  assert.equal(iso('Europe/Berlin', '2026-07-01', '19:00'), '2026-07-01T17:00:00.000Z');
  assert.equal(iso('Asia/Kathmandu', '2026-07-01', '00:10'), '2026-06-30T18:25:00.000Z');
  assert.equal(iso('Europe/Berlin', '2026-07-01', '23:59:59'), '2026-07-01T21:59:59.000Z');
  assert.deepEqual(wallTimeIn('Pacific/Auckland', new Date('2026-01-31T11:30:45.678Z')), {
    date: '2026-02-01',
    time: '00:30',
  });
});

test('a time inside a gap is the first moment after it; of two equal times the first one counts', () => {
  assert.equal(iso('Europe/Berlin', '2026-03-29', '02:30'), '2026-03-29T01:00:00.000Z');
  assert.equal(iso('Europe/Berlin', '2026-10-25', '02:30'), '2026-10-25T00:30:00.000Z');
  assert.equal(iso('Australia/Lord_Howe', '2026-10-04', '02:10'), '2026-10-03T15:30:00.000Z');
  assert.equal(iso('America/New_York', '2026-03-08', '02:00'), '2026-03-08T07:00:00.000Z');
  assert.equal(isSkipped('Europe/Berlin', { date: '2026-03-29', time: '02:30' }), true);
  assert.equal(isSkipped('Europe/Berlin', { date: '2026-10-25', time: '02:30' }), false);
});

test('an incomplete or impossible time is no moment', () => {
  for (const [date, time] of [
    ['', '19:00'],
    ['2026-02-30', '19:00'],
    ['2026-02-03', ''],
    ['2026-02-03', '25:00'],
    ['20260-02-03', '10:00'],
  ] as const) {
    assert.equal(iso('UTC', date, time), undefined);
  }
});

test('each hour of two years in zones that change their clocks is read back', () => {
  for (const timeZone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 7 * hour) {
      const moment = new Date(at);
      const found = momentIn(timeZone, wallTimeIn(timeZone, moment));
      const isRepeated =
        found?.getTime() !== at && offsetIn(timeZone, new Date(at - 3 * hour)) > offsetIn(timeZone, moment);
      assert.ok(isRepeated || found?.getTime() === at, `${timeZone} ${moment.toISOString()}`);
    }
  }
});

test('zones are known by name', () => {
  assert.deepEqual(['UTC', 'Europe/Kyiv', 'Mars/Olympus'].map(isKnownZone), [true, true, false]);
});
