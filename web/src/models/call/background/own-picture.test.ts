import assert from 'node:assert/strict';
import { test } from 'node:test';

// The module reads the browser's storage when it is loaded.
Object.assign(globalThis, { window: { localStorage: { getItem: () => null } } });
const { cropOf } = await import('./own-picture.ts');

test('the middle of a picture fills the background, whatever its shape', () => {
  assert.deepEqual(cropOf({ width: 1280, height: 720 }), { x: 0, y: 0, width: 1280, height: 720 });
  assert.deepEqual(cropOf({ width: 3000, height: 720 }), { x: 860, y: 0, width: 1280, height: 720 });
  assert.deepEqual(cropOf({ width: 640, height: 1000 }), { x: 0, y: 320, width: 640, height: 360 });
});
