import assert from 'node:assert/strict';
import { test } from 'node:test';
import { most, panBy, whole, zoomAt } from './zoom.ts';

const size = { width: 400, height: 200 };

test('what is under the fingers stays there', () => {
  const point = { x: 100, y: 50 };
  const zoom = zoomAt(whole, point, { factor: 2, size });
  assert.deepEqual(zoom, { scale: 2, x: -100, y: -50 });
  assert.deepEqual([(point.x - zoom.x) / zoom.scale, (point.y - zoom.y) / zoom.scale], [100, 50]);
});

test('the picture is neither smaller than the tile nor larger than six times, and never leaves it', () => {
  assert.deepEqual(zoomAt(whole, { x: 9, y: 9 }, { factor: 0.5, size }), whole);
  assert.equal(zoomAt(whole, { x: 9, y: 9 }, { factor: 100, size }).scale, most);
  const zoom = zoomAt(whole, { x: 200, y: 100 }, { factor: 2, size });
  assert.deepEqual(panBy(zoom, { x: 999, y: -999 }, size), { scale: 2, x: 0, y: -200 });
  assert.deepEqual(panBy(whole, { x: 5, y: 5 }, size), whole);
});
