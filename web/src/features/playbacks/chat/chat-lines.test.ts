import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ChatLine,
  inBatches,
  linesOf,
  linesWith,
  renamed,
  shownName,
  undoOf,
  withChanged,
} from './chat-lines.ts';

const line = (id: string, author: string, more: Partial<ChatLine> = {}): ChatLine => ({
  ...{ id, at: Number(id), author, displayName: null, text: `Text ${id}`, isHidden: false },
  ...more,
});
const lines = [
  line('1', 'Ann'),
  line('2', 'Боб', { text: 'Вопрос' }),
  line('3', 'Ann', { displayName: 'A student', isHidden: true }),
];
const idsOf = (found: readonly { id: string | number }[]) => found.map(({ id }) => id);

test('a search finds lines by text, author and shown name, in any case', () => {
  assert.deepEqual(idsOf(linesWith(lines, ' вопрос ')), ['2']);
  assert.deepEqual(idsOf(linesWith(lines, 'ann')), ['1', '3']);
  assert.deepEqual(idsOf(linesWith(lines, 'STUDENT')), ['3']);
  assert.deepEqual([linesWith(lines, ' ').length, linesWith(lines, 'none').length], [3, 0]);
});

test('a name is changed on the lines that do not have it, and removed by an empty one', () => {
  const anns = linesOf(lines, 'Ann');
  assert.deepEqual(renamed(anns, ' A student '), [{ id: '1', displayName: 'A student' }]);
  assert.deepEqual(renamed(anns, ' '), [{ id: '3', displayName: null }]);
  assert.deepEqual(lines.map(shownName), ['Ann', 'Боб', 'A student']);
});

test('undo restores what was changed, and nothing else', () => {
  const changes = [
    { id: '3', displayName: null },
    { id: '1', isHidden: true },
    { id: '9', isHidden: true },
  ];
  assert.deepEqual(undoOf(lines, changes), [
    { id: '3', displayName: 'A student' },
    { id: '1', isHidden: false },
  ]);
});

test('changed lines replace theirs, and many are sent in batches', () => {
  const changed = withChanged(lines, [line('2', 'Боб', { isHidden: true })]);
  assert.deepEqual(
    changed.map(({ isHidden }) => isHidden),
    [false, true, true],
  );
  assert.deepEqual(inBatches([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(inBatches([], 2), []);
});
