import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone } from '../../platform/clock.ts';
import { LocalClock } from './zone.ts';

const isoAt = (zone: string, at: string) => new LocalClock(zone).isoAt(Date.parse(at));

test('local times have the offset of their moment, also when clocks change', () => {
  assert.equal(isoAt('UTC', '2026-03-02T09:00:00.123Z'), '2026-03-02T09:00:00.123+00:00');
  // Clocks go forward at 01:00 UTC on 29 March and back at 01:00 UTC on 25 October.
  assert.equal(isoAt('Europe/Berlin', '2026-03-29T00:59:59.999Z'), '2026-03-29T01:59:59.999+01:00');
  assert.equal(isoAt('Europe/Berlin', '2026-03-29T01:00:00.000Z'), '2026-03-29T03:00:00.000+02:00');
  assert.equal(isoAt('Europe/Berlin', '2026-10-25T00:30:00.000Z'), '2026-10-25T02:30:00.000+02:00');
  assert.equal(isoAt('Europe/Berlin', '2026-10-25T01:30:00.000Z'), '2026-10-25T02:30:00.000+01:00');
  assert.equal(isoAt('Europe/Moscow', '2026-07-01T22:00:00.000Z'), '2026-07-02T01:00:00.000+03:00');
  assert.equal(isoAt('Asia/Kathmandu', '2026-07-01T22:00:00.000Z'), '2026-07-02T03:45:00.000+05:45');
  assert.equal(isoAt('America/St_Johns', '2026-01-01T00:00:00.000Z'), '2025-12-31T20:30:00.000-03:30');
  // Clocks change by half an hour here.
  assert.equal(isoAt('Australia/Lord_Howe', '2026-04-04T14:59:59.000Z'), '2026-04-05T01:59:59.000+11:00');
  assert.equal(isoAt('Australia/Lord_Howe', '2026-04-04T15:00:00.000Z'), '2026-04-05T01:30:00.000+10:30');
});

test('every hour of a year is what Intl shows in 40 zones', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 11 === 0);
  assert.ok(zones.length >= 35);
  for (const timeZone of zones) {
    const clock = new LocalClock(timeZone);
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    for (let hour = 0; hour < 8760; hour += 7) {
      const at = Date.UTC(2026, 0, 1, hour, 29, 59);
      assert.equal(clock.isoAt(at).slice(0, 19), shown.format(at).replace(' ', 'T'), `${timeZone} ${at}`);
    }
  }
});

test('a name that is no time zone is recognized', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'america/new_york', 'Etc/GMT-3'])
    assert.equal(isTimeZone(zone), true);
  for (const zone of ['', 'Europe/Nowhere', 'CEST now', '../etc/passwd', '2026'])
    assert.equal(isTimeZone(zone), false);
  assert.throws(() => new LocalClock('Europe/Nowhere'), RangeError);
});
