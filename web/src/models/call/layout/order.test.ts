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

test('the speaker changes places with the one on the page who never spoke, the last of several', () => {
  const shown = showSpeaker(tiles('a b c d e'), 3, ['e', 'c']);
  assert.equal(ids(shown), 'a e c d b');
});

test('of people who spoke the one silent for longest leaves the page', () => {
  const shown = showSpeaker(tiles('a b c d'), 3, ['d', 'a', 'c', 'b']);
  assert.equal(ids(shown), 'a d c b');
});

test('a later page has the speaker as one tile more', () => {
  const all = tiles('a b c d');
  assert.equal(ids(addSpeakerToPage(all.slice(2), all, ['a'])), 'c d a');
  assert.equal(ids(addSpeakerToPage(all.slice(2), all, ['c'])), 'c d');
  assert.equal(ids(addSpeakerToPage(all.slice(2), all, [])), 'c d');
});

test('oneself never leaves the page, also where the page has one place', () => {
  assert.equal(ids(showSpeaker(tiles('me a b'), 2, ['b'])), 'me b a');
  assert.equal(ids(showSpeaker(tiles('me a b'), 1, ['b'])), 'me a b');
});

test('nothing moves while the speaker is seen, has no tile or nobody speaks', () => {
  const all = tiles('a b c d');
  for (const speakers of [['b'], ['somebody'], []]) {
    assert.equal(showSpeaker(all, 3, speakers), all);
  }
});

test('an order outlives people who leave; who comes later stands at its end', () => {
  const keys = tiles('me d b c').map(({ key }) => key);
  assert.equal(ids(orderTiles(tiles('me b d e'), keys)), 'me d b e');
  assert.equal(ids(orderTiles(tiles('me a'), [])), 'me a');
});

test('speakers are remembered once each, the newest first', () => {
  const said = ['a', 'b', undefined, 'a'].reduce<readonly string[]>(rememberSpeaker, []);
  assert.deepEqual(said, ['a', 'b']);
  assert.equal(rememberSpeaker(said, 'a'), said);
});
