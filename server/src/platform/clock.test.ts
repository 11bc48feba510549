import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoment } from './clock.ts';

test('every form of ISO 8601 with an offset is parsed', () => {
  const sameMoments = [
    '2026-11-21T00:30:00Z',
    '2026-11-21T00:30Z',
    '2026-11-21t00:30:00.000z',
    '2026-11-21 00:30:00,000Z',
    '20261121T003000Z',
    '2026-11-21T03:30:00+03:00',
    '2026-11-21T03:30:00+0300',
    '2026-11-21T03:30+03',
    // The + of an offset, unencoded in a query.
    '2026-11-21T03:30:00 03:00',
    '2026-11-20T20:00:00.000000000-04:30',
  ];
  for (const text of sameMoments) {
    assert.equal(parseMoment(text)?.toISOString(), '2026-11-21T00:30:00.000Z', text);
  }
});

test('other texts are not parsed', () => {
  const wrong = [
    ...[
      '',
      'now',
      '2026-11-21',
      '2026-11-21T00:30:00',
      '2026-11',
      '1700000000000',
      'Sat, 21 Nov 2026 00:30:00 GMT',
    ],
    ...['2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-10T00:00:00Z', '2026-11-00T00:00:00Z'],
    ...[
      '2026-11-21T25:00:00Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T00:60:00Z',
      '2016-12-31T23:59:60Z',
      '2026-11-21T00:00:00+25:00',
    ],
    ...[
      '+012026-11-21T00:00:00Z',
      ' 2026-11-21T00:00:00Z',
      '2026-11-21T00:00:00Z\n',
      '2026-11-21T00:00:00.Z',
    ],
  ];
  for (const text of wrong) assert.equal(parseMoment(text), undefined, text);
  assert.ok(parseMoment('2028-02-29T00:00:00Z'));
  assert.ok(parseMoment('0000-02-29T00:00:00Z'));
});
