import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttendanceSoFar, Attendee } from '../../../../models/attendance/api.ts';
import { groupAttendance } from './groups.ts';

const person = (name: string | undefined, leftAt?: number): Attendee => ({
  ...{ id: name ?? 'erased', name, role: 'user', firstEntryAt: 0, leftAt, seconds: 60, countedAt: 0 },
});
const attendance: AttendanceSoFar = {
  ...{ startedAt: 0, requests: 1, absentCount: 2 },
  people: [
    person('Яна'),
    person('Ёлкин Пётр'),
    person('Ann 10'),
    person('Ann 2', 5),
    person(undefined, 9),
    person('Zoë', 7),
  ],
  absent: [
    { id: '2', name: 'Zara' },
    { id: '1', name: 'Anna' },
  ],
};
const namesOf = (search: string, language = 'ru') => {
  const { here, left, absent } = groupAttendance(attendance, { search, language });
  return [here, left, absent].map((group) => group.map(({ name }) => name));
};

test('people who are here are in the order of their names, people who left by the time', () => {
  assert.deepEqual(namesOf(''), [
    ['Ёлкин Пётр', 'Яна', 'Ann 10'],
    [undefined, 'Zoë', 'Ann 2'],
    ['Anna', 'Zara'],
  ]);
});

test('a search finds a part of a name in every group, without regard to case and spaces around it', () => {
  assert.deepEqual(namesOf(' aNN '), [['Ann 10'], ['Ann 2'], ['Anna']]);
  assert.deepEqual(namesOf('ёлк'), [['Ёлкин Пётр'], [], []]);
  assert.deepEqual(namesOf('nobody'), [[], [], []]);
});
