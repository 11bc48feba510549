import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesakesOf } from './namesakes.ts';

test('a name that looks like that of a moderator is found, also with letters of another script or invisible ones', () => {
  const names = [
    'Саша Петрова',
    'Cаша Пeтpoвa',
    'Са\u200Bша\u00AD Петрова',
    'Ｃаша Петрова',
    'Сашка Петрова',
  ];
  const people = names.map((name, index) => ({
    id: String(index),
    name,
    role: index === 0 ? ('moderator' as const) : ('user' as const),
  }));
  assert.deepEqual([...namesakesOf(people).keys()], ['1', '2', '3']);
});

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
