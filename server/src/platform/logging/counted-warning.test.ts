import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountedWarning } from './counted-warning.ts';

test('a flood of one event is logged at once, then once per period with the count', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const lines: unknown[] = [];
  const warning = new CountedWarning({ warn: (...line: unknown[]) => lines.push(line) }, 'refused', 60_000);
  for (let n = 1; n <= 1000; n++) warning.note({ reason: `number ${n}` });
  assert.deepEqual(lines, [[{ reason: 'number 1', count: 1 }, 'refused']]);
  mock.timers.tick(60_000);
  assert.deepEqual(lines.slice(1), [[{ reason: 'number 1000', count: 999 }, 'refused']]);
  warning.note({ reason: 'later' });
  assert.equal(lines.length, 2, 'less than a period after the last line');
  mock.timers.tick(60_000);
  assert.deepEqual(lines.slice(2), [[{ reason: 'later', count: 1 }, 'refused']]);
  mock.timers.tick(600_000);
  assert.equal(lines.length, 3, 'nothing happened since');
  warning.note();
  assert.equal(lines.length, 4, 'the first event after a quiet period is logged at once');
});
