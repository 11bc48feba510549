import assert from 'node:assert/strict';
import { test } from 'node:test';
import { avatarColor, avatarColors, initials } from './avatars.ts';

test('initials are the first letters of the first and the last word', () => {
  assert.equal(initials('Anna Maria Petrova'), 'AP');
  assert.equal(initials('анна'), 'А');
  assert.equal(initials('  '), '');
  assert.equal(initials('(Ben) «Okafor»'), 'BO');
  assert.equal(initials('👩 7'), '7');
  assert.equal(initials('e\u0301 Żółć'), 'E\u0301Ż');
});

test('a participant keeps the colour, and another may have another', () => {
  assert.equal(avatarColor('p1'), '#8a3fc4');
  assert.equal(avatarColor(''), avatarColors[0]);
  const seeds = Array.from({ length: 200 }, (_, number) => `participant ${number}`);
  assert.deepEqual(new Set(seeds.map(avatarColor)), new Set(avatarColors));
});
