import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginsLow, firstChoice, levelOf, linesOf } from './quality.ts';

test('the first choice is the stored one; a viewer who saves data gets the small quality', () => {
  assert.equal(firstChoice(undefined, undefined), 'auto');
  assert.equal(firstChoice('high', { saveData: true }), 'high');
  assert.equal(firstChoice(undefined, { saveData: true }), 'low');
  assert.equal(firstChoice('something else', { saveData: false }), 'auto');
});

test('a slow network begins with the small quality, unless the viewer chose another one', () => {
  assert.equal(beginsLow('auto', { effectiveType: '3g' }), true);
  assert.equal(beginsLow('auto', { effectiveType: '4g' }), false);
  assert.equal(beginsLow('auto', undefined), false);
  assert.equal(beginsLow('high', { effectiveType: '2g' }), false);
  assert.equal(beginsLow('low', undefined), true);
});

test('a choice is a level of the player, from the smallest to the largest', () => {
  assert.deepEqual([levelOf('auto', 2), levelOf('low', 2), levelOf('high', 2)], [-1, 0, 1]);
  assert.deepEqual([levelOf('low', 1), levelOf('high', 1)], [0, 0]);
});

test('a quality is named by its shorter side', () => {
  assert.equal(linesOf({ width: 640, height: 360 }), 360);
  assert.equal(linesOf({ width: 360, height: 640 }), 360);
});
