import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageFormat } from './message-format.ts';

test('Russian numbers have the right plural form', () => {
  const { number, plural } = messageFormat('ru');
  const people = (count: number) =>
    plural(count, {
      one: `${number(count)} участник`,
      few: `${number(count)} участника`,
      many: `${number(count)} участников`,
      other: `${number(count)} участника`,
    });
  assert.deepEqual([1, 2, 5, 11, 21, 24, 111, 1001].map(people), [
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

test('English numbers have the right plural form, and an exact number its own', () => {
  const { number, plural } = messageFormat('en');
  const people = (count: number) =>
    plural(count, { '=0': 'nobody', one: `${number(count)} person`, other: `${number(count)} people` });
  assert.deepEqual([0, 1, 1200].map(people), ['nobody', '1 person', '1,200 people']);
});

test('an unknown key of a choice has the other form', () => {
  const { select } = messageFormat('en');
  const forms = { room: 'the room', other: 'the webinar' };
  assert.deepEqual(
    ['room', 'playback', 'constructor'].map((key) => select(key, forms)),
    ['the room', 'the webinar', 'the webinar'],
  );
});
