import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByRecord } from './group-by-record.ts';

test('neighbouring places of a recording are shown together, in the order of the server', () => {
  const places = ['a', 'a', 'b', 'a'].map((recordId, start) => ({ recordId, start }));
  assert.deepEqual(
    groupByRecord(places).map(({ recordId, places: own }) => [recordId, own.map(({ start }) => start)]),
    [
      ['a', [0, 1]],
      ['b', [2]],
      ['a', [3]],
    ],
  );
  assert.deepEqual(groupByRecord([]), []);
});
