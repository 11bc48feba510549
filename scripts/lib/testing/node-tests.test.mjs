import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTests, inTurns } from './node-tests.mjs';

const isMedia = (path) => path.startsWith('recorder/');

test('what needs the machine alone comes first, two recorders never run side by side, and no lane stays empty', () => {
  const all = findTests([]);
  const turns = inTurns(all);
  const [alone, ...others] = turns;
  assert.ok(alone.length === 1 && alone[0].concurrency === 1);
  assert.ok(alone[0].files.length > 0 && alone[0].files.every((path) => path.includes('.alone.test.')));
  for (const turn of others) {
    for (const { files, concurrency } of turn) assert.ok(concurrency === 1 || !files.some(isMedia));
    assert.ok(turn.filter(({ files }) => files.some(isMedia)).length <= 1);
    assert.equal(
      turn.reduce((sum, { concurrency }) => sum + concurrency, 0),
      3,
    );
  }
  assert.deepEqual(
    turns.flatMap((turn) => turn.flatMap(({ files }) => files)).sort(),
    all,
    'each runs, and once',
  );
});

test('without recorders the others have the whole machine', () => {
  assert.deepEqual(inTurns(['server/a.test.ts']), [
    [{ name: 'node', files: ['server/a.test.ts'], concurrency: 3 }],
  ]);
});
