import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from './languages.ts';

test('the first language of the reader that we have is used', () => {
  assert.equal(preferredLanguage(['ru-RU', 'en']), 'ru');
  assert.equal(preferredLanguage(['de', 'ru', 'en']), 'ru');
  assert.equal(preferredLanguage(['EN-gb']), 'en');
  assert.equal(preferredLanguage(['de', 'fr']), 'en');
  assert.equal(preferredLanguage([]), 'en');
});
