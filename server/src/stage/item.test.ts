import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginScreen,
  emptyStage,
  endAllScreens,
  endBase,
  endScreen,
  noBase,
  putBase,
  putScreen,
} from './item.ts';

const shared = (...ids: string[]) => ids.reduce(beginScreen, emptyStage);

test('the newest screen is on the stage, and the one before returns after it', () => {
  const both = shared('ann', 'bob');
  assert.equal(both.screenOf, 'bob');
  assert.equal(endScreen(both, 'bob').screenOf, 'ann');
  assert.equal(endScreen(both, 'ann').screenOf, 'bob');
  assert.equal(endScreen(endScreen(both, 'bob'), 'ann').screenOf, null);
  assert.equal(beginScreen(both, 'ann'), both);
});

test('what a moderator puts stays when another screen ends', () => {
  const covered = putBase(shared('ann', 'bob'), noBase);
  assert.equal(covered.screenOf, null);
  assert.equal(endScreen(covered, 'bob').screenOf, null);
  assert.equal(putScreen(covered, 'ann')?.screenOf, 'ann');
  assert.equal(putScreen(covered, 'eve'), undefined);
  assert.deepEqual(endAllScreens(shared('ann')), emptyStage);
});

test('a page stays under the screens, until another item is put or its document is deleted', () => {
  const page = { base: 'page', documentId: 'd', page: 2 } as const;
  const covered = beginScreen(putBase(emptyStage, page), 'ann');
  assert.deepEqual([covered.screenOf, covered.page], ['ann', 2]);
  assert.deepEqual(endScreen(covered, 'ann'), putBase(emptyStage, page));
  assert.deepEqual(endBase(covered), shared('ann'));
  assert.deepEqual(putBase(covered, noBase), { ...shared('ann'), screenOf: null });
});
