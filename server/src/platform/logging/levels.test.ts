import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaLogsOf, parseLogLevels } from './levels.ts';
import { createLog } from './log.ts';

test('a level for all, and others for areas', () => {
  assert.deepEqual(parseLogLevels('warn'), { all: 'warn', areas: {} });
  const levels = parseLogLevels('warn, webhooks=debug,calls=silent');
  assert.deepEqual(levels, { all: 'warn', areas: { webhooks: 'debug', calls: 'silent' } });
  for (const wrong of ['', 'loud', 'webhooks=debug', 'info,webhook=debug', 'info,calls', 'info,']) {
    assert.throws(
      () => parseLogLevels(wrong),
      /^Error: must be debug, info, warn, error, silent, and then areas/,
    );
  }

  const lines: string[] = [];
  const log = createLog(levels.all, { write: (line) => lines.push(line) });
  const logs = areaLogsOf(log, levels);
  logs.webhooks.debug({ deliveryId: 'a' }, 'an attempt');
  for (const one of [logs.records, logs.calls, log]) {
    one.info('not this one');
    one.error('an error');
  }
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ area, level, msg }) => [area, level, msg]),
    [
      ['webhooks', 20, 'an attempt'],
      ['records', 50, 'an error'],
      [undefined, 50, 'an error'],
    ],
  );
});
