import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinTwoLines } from './caption-lines.ts';

const caption = (start: number, end: number, text: string) => ({ start, end, text });

test('captions one after the other, and two short ones at once, stay as they are', () => {
  const captions = [caption(0, 2, 'Ann: two\nlines'), caption(2, 4, 'more'), caption(3, 5, 'Ben: yes')];
  assert.deepEqual(withinTwoLines(captions), captions);
});

test('a third line ends the earliest caption, and captions are read by their starts', () => {
  const [ann, ben, carl] = [caption(0, 9, 'Ann: so'), caption(1, 8, 'Ben: no'), caption(2, 4, 'Carl: yes')];
  assert.deepEqual(withinTwoLines([carl, ann, ben]), [{ ...ann, end: 2 }, ben, carl]);
  assert.equal(ann.end, 9);
});

test('two lines end everything before; a caption without time left is dropped', () => {
  const together = [caption(0, 5, 'Ann: so'), caption(1, 5, 'Ben: no'), caption(1, 6, 'Carl: two\nlines')];
  assert.deepEqual(withinTwoLines(together), [caption(0, 1, 'Ann: so'), caption(1, 6, 'Carl: two\nlines')]);
});
