import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSpeakerToPage, rememberSpeaker, seatTiles, showSpeaker } from './order.ts';
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

type Seats = { cameras?: string; speaker?: string };
const seat = (now: string, before: string, { cameras = '', speaker }: Seats = {}): string =>
  ids(
    seatTiles(
      tiles(now),
      tiles(before).map(({ key }) => key),
      { cameras: cameras.split(' '), speaker },
    ),
  );

test('the order is kept when people leave; newcomers are last', () => {
  assert.equal(seat('me b d e', 'me d b c'), 'me d b e');
  assert.equal(ids(seatTiles(tiles('me a'), [], { cameras: [], speaker: undefined })), 'me a');
});

test('people with a camera are first, after the own tile, in the order in which their cameras went on', () => {
  assert.equal(seat('me a b c d e', 'me', { cameras: 'e me c' }), 'me e c b d a');
});

test('somebody whose camera goes on or off changes places with one person; all others stay', () => {
  assert.equal(seat('me a b c d e', 'me a b c d e', { cameras: 'a d' }), 'me a d c b e');
  assert.equal(seat('me a b c d e', 'me a b c d e', { cameras: 'b c' }), 'me c b a d e');
  assert.equal(seat('me a b c d e', 'me a b c d e', { cameras: 'a b' }), 'me a b c d e');
});

test('a speaker without a camera stays on the page while they speak, and a screen has no place among faces', () => {
  assert.equal(seat('me a b c d', 'me a d c b', { cameras: 'a b', speaker: 'd' }), 'me a d b c');
  assert.equal(seat('me a b c d', 'me a d b c', { cameras: 'a b' }), 'me a b d c');
  assert.equal(seat('me a b c d', 'me a b c d', { cameras: 'a d', speaker: 'd' }), 'me a d c b');
  const screen: Tile = { ...tile('b'), key: 'screen:b', kind: 'screen' };
  const seated = seatTiles([...tiles('me a b'), screen], [], { cameras: ['b'], speaker: undefined });
  assert.deepEqual(
    seated.map(({ key }) => key),
    ['camera:me', 'camera:b', 'camera:a', 'screen:b'],
  );
});

test('speakers are remembered once each, the newest first', () => {
  const said = ['a', 'b', undefined, 'a'].reduce<readonly string[]>(rememberSpeaker, []);
  assert.deepEqual(said, ['a', 'b']);
  assert.equal(rememberSpeaker(said, 'a'), said);
});
