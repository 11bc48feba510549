import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Outage } from './outage.ts';

test('an outage is logged once at its begin and once at its end, and so is the next one', () => {
  const said: string[] = [];
  const log = pino(
    { base: null, timestamp: false },
    {
      write: (line: string) => {
        const { level, reason, msg } = JSON.parse(line);
        said.push([level, reason, msg].filter((part) => part !== undefined).join(' '));
      },
    },
  );
  const outage = new Outage(log, { away: 'no notices', back: 'notices again' });
  outage.back();
  for (const reason of ['refused', 'refused', 'shutting down']) outage.away(new Error(reason));
  outage.back();
  outage.back();
  outage.away('gone');
  assert.deepEqual(said, ['40 refused no notices', '30 notices again', '40 gone no notices']);
});
