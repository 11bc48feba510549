import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainName } from './plain-name.ts';

test('a name cannot change the direction of the text around it', () => {
  assert.equal(plainName('\u202Eevil\u202C name\u2066'), 'evil name');
  assert.equal(plainName('Anna\u200F \u061CPetrova'), 'Anna Petrova');
});

test('a name is one line', () => {
  assert.equal(plainName(' Anna\r\nPetrova\u2028\t(you)\u0000 '), 'Anna Petrova (you)');
});

test('names in any script and composed emoji stay unchanged', () => {
  for (const name of [
    'Анна Петрова',
    'مرحبا بالعالم',
    '👩‍👩‍👧‍👦 Ли',
    'O’Neill-Škoda',
    'می‌خواهم',
    '<b>Anna</b>',
  ]) {
    assert.equal(plainName(name), name);
  }
});
