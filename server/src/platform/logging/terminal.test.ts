import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';
import { terminalLine, terminalLog, timeOfDay } from './terminal.ts';

test('a terminal gets the time, the level, the sentence and its facts', () => {
  const written: string[] = [];
  const log = createLog('info', terminalLog({ write: (text) => written.push(text) }));
  log.warn({ roomId: 'r1', reason: { code: 'EENVELOPE' } }, 'could not send an email');
  log.debug('not shown');
  assert.equal(written.length, 1);
  assert.match(
    written[0] ?? '',
    /^\d\d:\d\d:\d\d warn {2}could not send an email roomId=r1 reason=\{"code":"EENVELOPE"\}\n$/,
  );
});

test('an error has its stack below', () => {
  const written: string[] = [];
  const log = createLog('info', terminalLog({ write: (text) => written.push(text) }));
  log.error({ err: new Error('no space') }, 'could not write');
  assert.match(written[0] ?? '', /error could not write\nError: no space\n {4}at /);
});

const time = '2026-11-29T20:00:00.000Z';
const clock = timeOfDay(new Date(time));

test('control characters of a value do not reach the terminal, and other lines stay as they are', () => {
  const entry = { level: 30, time, msg: 'a\u001b[2Jb', name: 'c\u0007' };
  const line = JSON.stringify(entry);
  assert.equal(terminalLine(line), `${clock} info  a [2Jb name="c\\u0007"\n`);
  assert.equal(terminalLine('plain\n'), 'plain\n');
});

test('a long list is counted', () => {
  const entry = { level: 30, time, msg: 'database migrated', applied: [1, 2, 3, 4, 5, 6] };
  assert.equal(terminalLine(JSON.stringify(entry)), `${clock} info  database migrated applied=(6)\n`);
});
