import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf } from './long-text.ts';

test('a short text is shown whole', () => {
  assert.equal(beginningOf(''), undefined);
  assert.equal(beginningOf('x'.repeat(700)), undefined);
  assert.equal(beginningOf('line\n'.repeat(13)), undefined);
});

test('a long text is shortened at a word, one of many lines at a line', () => {
  const words = 'homework '.repeat(100);
  assert.equal(beginningOf(words), words.slice(0, 494).trimEnd());
  assert.equal(beginningOf('line\n'.repeat(20)), 'line\n'.repeat(9).trimEnd());
});

test('a text without spaces is cut between characters, also those of several code units', () => {
  assert.equal(beginningOf('x'.repeat(4000))?.length, 500);
  const family = '👨‍👩‍👧‍👦';
  assert.equal(beginningOf(family.repeat(100)), family.repeat(Math.floor(500 / family.length)));
  assert.equal(beginningOf(`a${'\u0301'.repeat(3999)}`)?.length, 500);
});
