import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StageItem } from '../../stage/api.ts';
import {
  type FollowedStage,
  followStage,
  isAheadOfServer,
  isSlideOnStage,
  tileOnStage,
  unfollowed,
} from './on-stage.ts';
import type { Tile } from './tiles.ts';

const tilesOf = (...ids: string[]): Tile[] =>
  ids.map((id) => ({ key: `screen:${id}`, kind: 'screen', person: { id } as Tile['person'] }));
const noPage = { documentId: null, page: null };
const none = (version = 1): StageItem => ({ kind: 'none', ...noPage, participantId: null, version });
const screenOf = (participantId: string, version = 1): StageItem => ({
  ...{ kind: 'screen', ...noPage, participantId, version },
});

/** The tile on the stage after each of the things that are seen. */
function follow(...seen: [item: StageItem | undefined, ids: string[], isConnected?: boolean][]) {
  let state: FollowedStage = unfollowed;
  return seen.map(([item, ids, isConnected = true]) => {
    state = followStage(state, { item, isConnected, tiles: tilesOf(...ids) });
    return { shown: tileOnStage(state)?.slice('screen:'.length), isAhead: isAheadOfServer(state) };
  });
}
const shownIn = (...seen: Parameters<typeof follow>) => follow(...seen).map(({ shown }) => shown);

test('a screen that begins is large at once, and stays when the server says so', () => {
  const [before, after] = [none(1), screenOf('ann', 2)];
  assert.deepEqual(follow([before, []], [before, ['ann']], [after, ['ann']]), [
    { shown: undefined, isAhead: false },
    { shown: 'ann', isAhead: true },
    { shown: 'ann', isAhead: false },
  ]);
});

test('the server may say so before the track arrives', () => {
  const item = screenOf('ann');
  assert.deepEqual(shownIn([none(), []], [item, []], [item, ['ann']]), [undefined, undefined, 'ann']);
  const other = screenOf('bob', 2);
  assert.deepEqual(shownIn([item, ['ann']], [other, ['ann']], [other, ['ann', 'bob']]), [
    'ann',
    'ann',
    'bob',
  ]);
});

test('a moderator takes a screen from the stage, and the next one that begins takes it', () => {
  const item = none(2);
  assert.deepEqual(shownIn([screenOf('ann'), ['ann']], [item, ['ann']], [item, ['ann', 'bob']]), [
    'ann',
    undefined,
    'bob',
  ]);
});

test('an older screen that a moderator puts is large', () => {
  assert.deepEqual(shownIn([screenOf('bob'), ['ann', 'bob']], [screenOf('ann', 2), ['ann', 'bob']]), [
    'bob',
    'ann',
  ]);
});

test('a person who comes late sees the item, not the newest screen', () => {
  const item = none(7);
  assert.deepEqual(shownIn([item, [], false], [item, ['ann', 'bob']]), [undefined, undefined]);
  const put = screenOf('ann', 8);
  assert.deepEqual(shownIn([put, [], false], [put, ['ann', 'bob']]), [undefined, 'ann']);
});

test('after the screen on the stage the newest other one is large without a pause', () => {
  const item = screenOf('bob');
  assert.deepEqual(shownIn([item, ['ann', 'bob']], [item, ['ann']], [item, []]), ['bob', 'ann', undefined]);
});

test('without an item the newest screen is large', () => {
  assert.deepEqual(shownIn([undefined, ['ann']], [undefined, ['ann', 'bob']]), ['ann', 'bob']);
});

test('a page is on the stage, a screen that begins covers it at once, and it returns when the screen ends', () => {
  const page: StageItem = { kind: 'page', participantId: null, documentId: 'd', page: 3, version: 4 };
  const covered: StageItem = { ...page, kind: 'screen', participantId: 'ann', version: 5 };
  let state = followStage(unfollowed, { item: page, isConnected: true, tiles: [] });
  const see = (item: StageItem, ...ids: string[]) => {
    state = followStage(state, { item, isConnected: true, tiles: tilesOf(...ids) });
    return [tileOnStage(state), isSlideOnStage(state)];
  };
  assert.deepEqual(see(page), [undefined, true]);
  assert.deepEqual(see(page, 'ann'), ['screen:ann', false]);
  assert.deepEqual(see(covered, 'ann'), ['screen:ann', false]);
  assert.deepEqual(see(covered), [undefined, true]);
  const entering = followStage(unfollowed, { item: covered, isConnected: false, tiles: [] });
  assert.equal(isSlideOnStage(entering), false);
});
