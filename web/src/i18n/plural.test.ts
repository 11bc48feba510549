import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plural } from './plural.ts';

const people = { one: '# участник', few: '# участника', many: '# участников', other: '# участника' };

test('Russian numbers have the right plural form', () => {
  const texts = [1, 2, 5, 11, 21, 24, 111, 1001].map((count) => plural('ru', count, people));
  assert.deepEqual(texts, [
    '1 участник',
    '2 участника',
    '5 участников',
    '11 участников',
    '21 участник',
    '24 участника',
    '111 участников',
    '1\u00a0001 участник',
  ]);
});

test('English numbers have the right plural form', () => {
  const forms = { one: '# person', other: '# people' };
  assert.equal(plural('en', 1, forms), '1 person');
  assert.equal(plural('en', 0, forms), '0 people');
  assert.equal(plural('en', 1200, forms), '1,200 people');
});
