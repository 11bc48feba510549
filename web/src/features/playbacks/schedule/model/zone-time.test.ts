import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetIn } from './zone-time.ts';

const hour = 3_600_000;

test('the offset of a zone follows its clock changes', () => {
  const offset = (zone: string, at: string) => offsetIn(zone, new Date(at)) / hour;
  assert.deepEqual(
    [
      offset('Europe/Berlin', '2026-03-29T00:59:59.999Z'),
      offset('Europe/Berlin', '2026-03-29T01:00:00.000Z'),
      offset('Asia/Kathmandu', '2026-07-01T00:00:00.000Z'),
      offset('America/St_Johns', '2026-01-01T00:00:00.000Z'),
    ],
    [1, 2, 5.75, -3.5],
  );
});
