import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Frame, rotateUpright } from './upright.ts';

/** A frame of four by two pixels with a different value for each sample. */
const frame: Frame = {
  width: 4,
  height: 2,
  data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 21, 22]),
};

test('an upright frame is not copied', () => {
  assert.equal(rotateUpright(frame, 0), frame);
});

test('frames are turned clockwise', () => {
  const quarter = rotateUpright(frame, 1);
  assert.deepEqual([quarter.width, quarter.height], [2, 4]);
  assert.deepEqual([...quarter.data], [5, 1, 6, 2, 7, 3, 8, 4, 11, 12, 21, 22]);
  assert.deepEqual([...rotateUpright(frame, 2).data], [8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 22, 21]);
  assert.deepEqual([...rotateUpright(frame, 3).data], [4, 8, 3, 7, 2, 6, 1, 5, 12, 11, 22, 21]);
});

test('frames with odd sides lose their last line and column', () => {
  const odd: Frame = {
    width: 3,
    height: 3,
    data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 21, 22, 23, 24]),
  };
  const even = rotateUpright(odd, 0);
  assert.deepEqual([even.width, even.height], [2, 2]);
  assert.deepEqual([...even.data], [1, 2, 4, 5, 11, 21]);
});
