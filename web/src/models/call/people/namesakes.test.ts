import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesakesOf } from './namesakes.ts';

test('people of one name are found, also if case and spaces differ', () => {
  const people = [
    { id: 'a', name: 'Anna Petrova', role: 'moderator' },
    { id: 'b', name: ' anna  petrova', role: 'user' },
    { id: 'c', name: 'Ivan', role: 'user' },
    { id: 'd', name: 'IVAN', role: 'user' },
    { id: 'e', name: 'Vera', role: 'user' },
    { id: 'f', name: 'Gleb', role: 'moderator' },
    { id: 'g', name: 'Gleb', role: 'moderator' },
  ] as const;
  assert.deepEqual(
    [...namesakesOf(people)],
    [
      ['b', 'moderator'],
      ['c', 'person'],
      ['d', 'person'],
      ['f', 'person'],
      ['g', 'person'],
    ],
  );
});
