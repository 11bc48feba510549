import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFoundIn } from './search.ts';

// `listed.test.ts` of the access links compares the letters with those of the database.
test('a search finds a part of any of the texts, and an empty one finds everything', () => {
  assert.ok(isFoundIn([null, 'Ame\u0301lie'], ' AMÉL '));
  assert.ok(!isFoundIn(['Amélie', undefined], 'b'));
  assert.ok(isFoundIn([undefined], ' '));
});
