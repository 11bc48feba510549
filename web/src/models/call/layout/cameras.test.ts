import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CameraOn, flicker, followCameras, nextReview } from './cameras.ts';
import type { Tile } from './tiles.ts';

/** A capital letter has its camera on. */
const tiles = (names: string): Tile[] =>
  names.split(' ').map((name) => ({
    key: `camera:${name.toLowerCase()}`,
    kind: 'camera',
    person: { id: name.toLowerCase(), camera: name !== name.toLowerCase() } as Tile['person'],
  }));
const ids = (cameras: readonly CameraOn[]): string => cameras.map(({ id }) => id).join(' ');

test('cameras are in the order in which they went on; several at once in that of the tiles', () => {
  const first = followCameras([], tiles('a B c D'), 0);
  assert.equal(ids(first), 'b d');
  assert.equal(ids(followCameras(first, tiles('A B c D'), 1)), 'b d a');
  assert.equal(followCameras(first, tiles('a B c D'), 1), first);
});

test('a camera that is off for less than ten seconds keeps its place', () => {
  const on = followCameras([], tiles('A B'), 0);
  const off = followCameras(on, tiles('a B'), 100);
  assert.equal(ids(off), 'a b');
  assert.equal(nextReview(off, 600), flicker - 500);
  assert.equal(followCameras(off, tiles('a B'), flicker), off);
  const back = followCameras(off, tiles('A B'), flicker);
  assert.equal(ids(followCameras(back, tiles('a B'), flicker * 2)), 'a b');
  assert.equal(ids(followCameras(off, tiles('a B'), 100 + flicker)), 'b');
  assert.equal(nextReview(on, 0), undefined);
});

test('a person who left has no camera, and a shared screen is none', () => {
  const on = followCameras([], tiles('A B'), 0);
  assert.equal(ids(followCameras(on, tiles('B'), 1)), 'b');
  const [screen] = tiles('A');
  assert.deepEqual(followCameras([], screen ? [{ ...screen, kind: 'screen' }] : [], 0), []);
});
