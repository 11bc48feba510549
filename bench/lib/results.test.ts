import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Row, replaceRows } from './results.ts';

const rowsIn = (text: string) => text.split('\n').filter((line) => /^\| (chat|join)\b/.test(line));

test('a bench replaces its own rows and keeps the others, by name and in their order', () => {
  const join: Row[] = [
    ['second', '2 ms', '≤ 3 ms, met'],
    ['first', '1 ms', ''],
  ];
  const both = replaceRows(replaceRows('', 'join', join), 'chat', [['a | b', '1\n2', '']]);
  const rows = ['| join | second | 2 ms | ≤ 3 ms, met |', '| join | first | 1 ms |  |'];
  assert.deepEqual(rowsIn(both), ['| chat | a \\| b | 1 2 |  |', ...rows]);
  const again = replaceRows(both, 'chat', [['once more', '3', '']]);
  assert.deepEqual(rowsIn(again), ['| chat | once more | 3 |  |', ...rows]);
});
