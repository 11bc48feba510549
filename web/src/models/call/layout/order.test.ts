import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSpeakerToPage, orderTiles, rememberSpeaker, showSpeaker } from './order.ts';
import type { Tile } from './tiles.ts';

const tile = (id: string): Tile => ({
  key: `camera:${id}`,
  kind: 'camera',
  person: { id, isMe: id === 'me' } as Tile['person'],
});
const tiles = (ids: string): Tile[] => ids.split(' ').map(tile);
const ids = (all: readonly Tile[]): string => all.map(({ person }) => person.id).join(' ');

test('the speaker is swapped with the person on the page who never spoke, the last one of several', () => {
  const shown = showSpeaker(tiles('a b c d e'), 3, ['e', 'c']);
  assert.equal(ids(shown), 'a e c d b');
});

test('the speaker is swapped with the person who has been silent for longest', () => {
  const shown = showSpeaker(tiles('a b c d'), 3, ['d', 'a', 'c', 'b']);
  assert.equal(ids(shown), 'a d c b');
});

test('a later page shows the speaker as an additional tile', () => {
  const all = tiles('a b c d');
  assert.equal(ids(addSpeakerToPage(all.slice(2), all, ['a'])), 'c d a');
  assert.equal(ids(addSpeakerToPage(all.slice(2), all, ['c'])), 'c d');
  assert.equal(ids(addSpeakerToPage(all.slice(2), all, [])), 'c d');
});

test('the own tile never leaves the page, even if the page has one tile', () => {
  assert.equal(ids(showSpeaker(tiles('me a b'), 2, ['b'])), 'me b a');
  assert.equal(ids(showSpeaker(tiles('me a b'), 1, ['b'])), 'me a b');
});

test('nothing moves while the speaker is visible, has no tile, or nobody speaks', () => {
  const all = tiles('a b c d');
  for (const speakers of [['b'], ['somebody'], []]) {
    assert.equal(showSpeaker(all, 3, speakers), all);
  }
});

test('the order is kept when people leave; newcomers are last', () => {
  const keys = tiles('me d b c').map(({ key }) => key);
  assert.equal(ids(orderTiles(tiles('me b d e'), keys)), 'me d b e');
  assert.equal(ids(orderTiles(tiles('me a'), [])), 'me a');
});

test('speakers are remembered once each, the newest first', () => {
  const said = ['a', 'b', undefined, 'a'].reduce<readonly string[]>(rememberSpeaker, []);
  assert.deepEqual(said, ['a', 'b']);
  assert.equal(rememberSpeaker(said, 'a'), said);
});
