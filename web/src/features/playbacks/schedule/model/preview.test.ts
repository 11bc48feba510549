import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewRows, showSameTimes } from './preview.ts';

const berlin = [
  ['2026-10-18T17:00:00.000Z', '2026-10-18T19:00:00'],
  ['2026-10-25T18:00:00.000Z', '2026-10-25T19:00:00'],
  ['2026-11-01T18:00:00.000Z', '2026-11-01T19:00:00'],
].map(([at = '', local = '']) => ({ at: new Date(at), local }));
const hour = 3_600_000;

test('a clock change is marked at the first start after it, in each zone', () => {
  const changes = previewRows(berlin, 'America/New_York').map((row) => row.changes);
  assert.deepEqual(changes, [
    [0, 0],
    [-hour, 0],
    [0, -hour],
  ]);
});

test('the clock of the event is that of the server, whatever the browser knows of its zone', () => {
  const moved = berlin.map(({ at, local }) => ({ at, local: local.replace('T19', 'T21') }));
  const [first] = previewRows(moved, 'UTC');
  assert.deepEqual(first?.clocks, [new Date('2026-10-18T21:00:00Z'), new Date('2026-10-18T17:00:00Z')]);
});

test('two zones whose clocks agree at these moments show the same times', () => {
  assert.equal(showSameTimes(previewRows(berlin, 'Europe/Paris')), true);
  const london = berlin.map(({ at }) => ({ at, local: at.toISOString().slice(0, 19) }));
  assert.equal(showSameTimes(previewRows(london, 'Europe/London')), false);
  assert.equal(showSameTimes(previewRows(london.slice(1), 'Europe/London')), true);
});
