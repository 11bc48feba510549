import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewRows, showSameTimes } from './preview.ts';

const starts = ['2026-10-18T17:00:00.000Z', '2026-10-25T18:00:00.000Z', '2026-11-01T18:00:00.000Z'];
const hour = 3_600_000;

test('a clock change is marked at the first start after it, in each zone', () => {
  const rows = previewRows(starts, ['Europe/Berlin', 'America/New_York', 'UTC']);
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [
      [0, 0, 0],
      [-hour, 0, 0],
      [0, -hour, 0],
    ],
  );
});

test('two names of zones whose clocks agree at these moments show the same times', () => {
  const moments = starts.map((start) => new Date(start));
  assert.equal(showSameTimes('Europe/Berlin', 'Europe/Paris', moments), true);
  assert.equal(showSameTimes('UTC', 'Europe/London', moments), false);
  assert.equal(showSameTimes('UTC', 'Europe/London', moments.slice(1)), true);
});
