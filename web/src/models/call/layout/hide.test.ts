import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideTiles } from './hide.ts';
import type { Tile } from './tiles.ts';

const tile = (id: string, more: Partial<Tile['person']> = {}, kind: Tile['kind'] = 'camera'): Tile => ({
  key: `${kind}:${id}`,
  kind,
  person: { id, isMe: id === 'me', spotlitSince: undefined, ...more } as Tile['person'],
});
const all = [tile('me'), tile('a'), tile('b'), tile('c'), tile('c', {}, 'screen')];
const nothing = { isOwnHidden: false, isVideoOnly: false, cameras: ['b'], kept: [] as string[] };
const keys = (options: Partial<typeof nothing>, tiles = all) => {
  const shown = hideTiles(tiles, { ...nothing, ...options });
  return [shown.tiles.map(({ key }) => key).join(' '), shown.hidden];
};

test('people without video are hidden and counted; screens and the own tile stay', () => {
  assert.equal(hideTiles(all, nothing).tiles, all);
  assert.deepEqual(keys({ isVideoOnly: true }), ['camera:me camera:b screen:c', 2]);
});

test('a pinned tile and the spotlight stay, and everybody as long as nobody has video', () => {
  assert.deepEqual(keys({ isVideoOnly: true, kept: ['camera:a'] }), [
    'camera:me camera:a camera:b screen:c',
    1,
  ]);
  const spotlit = [tile('me'), tile('a', { spotlitSince: '2026' }), tile('b')];
  assert.deepEqual(keys({ isVideoOnly: true }, spotlit), ['camera:me camera:a camera:b', 0]);
  assert.deepEqual(keys({ isVideoOnly: true, cameras: ['me'] }), [all.map(({ key }) => key).join(' '), 0]);
});

test('the own tile is hidden, is not counted, and stays while nobody else has a tile', () => {
  assert.deepEqual(keys({ isOwnHidden: true }), ['camera:a camera:b camera:c screen:c', 0]);
  assert.deepEqual(keys({ isOwnHidden: true }, [tile('me')]), ['camera:me', 0]);
});
