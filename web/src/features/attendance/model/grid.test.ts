import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRows, type GridCall, gridOf, type Summary, sortRows } from './grid.ts';

const call = (id: string, isReportExpired = false): GridCall => ({
  ...{ id, roomId: 'r', roomName: 'Algebra', roomType: 'lesson', planAlias: 'business', active: false },
  ...{ participantsCount: 2, totalParticipantsCount: 2, uniqueParticipantsCount: 2, isBreakoutRoom: false },
  isSample: false,
  startedAt: '2026-03-17T14:00:00.000Z',
  finishedAt: '2026-03-17T15:00:00.000Z',
  isReportExpired,
});

const attended = (share: number, isPresent: boolean) => ({ onlineDuration: share * 3600, share, isPresent });

const person = (
  name: string | null,
  calls: Summary['people'][number]['calls'],
  externalUserId: string | null = null,
): Summary['people'][number] => ({ name, role: 'user', externalUserId, isErased: name === null, calls });

const summary: Summary = {
  calls: [call('a'), call('b'), call('old', true)],
  total: 3,
  people: [
    person(null, { a: attended(0.5, false) }),
    person('Ivan', { a: attended(0.8499, false), b: attended(1, true) }, 'lms-1'),
    person('Ivan', { b: attended(0.9, true) }),
    person('Ángela', { a: attended(1, true), b: attended(1, true) }),
  ],
};

test('a cell is present, partly there, missing or not known any more', () => {
  const { rows, knownCalls, presentIn } = gridOf(summary, 'Erased person');
  assert.deepEqual(
    rows.map(({ name, cells }) => [name, ...cells.map(({ state, percent }) => `${state} ${percent}`)]),
    [
      ['Erased person', 'partly 50', 'missing 0', 'unknown 0'],
      ['Ivan', 'partly 84', 'present 100', 'unknown 0'],
      ['Ivan', 'missing 0', 'present 90', 'unknown 0'],
      ['Ángela', 'present 100', 'present 100', 'unknown 0'],
    ],
  );
  assert.deepEqual([knownCalls, presentIn], [2, [1, 3, 0]]);
});

test('the summary of a person counts the calls whose people are known; a call without them is 0', () => {
  const { rows } = gridOf(summary, 'Erased person');
  assert.deepEqual(
    rows.map(({ present, average, isNameShared }) => [present, average, isNameShared]),
    [
      [0, 25, false],
      [1, 92, true],
      [1, 45, true],
      [2, 100, false],
    ],
  );
  const expired = gridOf({ ...summary, calls: [call('old', true)] }, '');
  assert.deepEqual([expired.knownCalls, expired.rows[0]?.average], [0, 0]);
});

test('moderators come last and are not counted, unless there is nobody else', () => {
  const ada = { ...person('Ada', { a: attended(1, true) }), role: 'moderator' as const };
  const lesson = gridOf({ ...summary, people: [ada, ...summary.people] }, '');
  assert.deepEqual(lesson.presentIn, [1, 3, 0]);
  assert.equal(sortRows(lesson.rows, 'share-desc', 'en').at(-1)?.name, 'Ada');
  assert.deepEqual(gridOf({ ...summary, people: [ada] }, '').presentIn, [1, 0, 0]);
});

test('two people of the same name are two rows', () => {
  const { rows } = gridOf(summary, 'Erased person');
  assert.equal(new Set(rows.map(({ key }) => key)).size, 4);
});

test('rows are sorted by name or by average, and found by name or own id', () => {
  const { rows } = gridOf(summary, 'Erased person');
  const order = (sort: Parameters<typeof sortRows>[1]) =>
    sortRows(rows, sort, 'en').map(({ name, average }) => `${name} ${average}`);
  assert.deepEqual(order('name'), ['Ángela 100', 'Ivan 92', 'Ivan 45', 'Erased person 25']);
  assert.deepEqual(order('name-desc'), ['Erased person 25', 'Ivan 92', 'Ivan 45', 'Ángela 100']);
  assert.deepEqual(order('share'), ['Erased person 25', 'Ivan 45', 'Ivan 92', 'Ángela 100']);
  assert.deepEqual(order('share-desc'), ['Ángela 100', 'Ivan 92', 'Ivan 45', 'Erased person 25']);
  const found = (search: string) => findRows(rows, search).map(({ average }) => average);
  assert.deepEqual(
    [found(' ivan '), found('LMS-1'), found('zoe'), found('').length],
    [[92, 45], [92], [], 4],
  );
});
