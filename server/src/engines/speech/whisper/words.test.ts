import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeardWord } from '../../../../../recorder/folder/transcribe-line.ts';
import { spokenWords } from './words.ts';

/** Words one after another, half a second each. */
const heard = (text: string) =>
  text.split(' ').map((word, index) => ({ start: index * 500, end: index * 500 + 500, text: word }));
const textOf = (text: string, voiced: [number, number][] = [[0, 1000]]): string =>
  spokenWords(heard(text), voiced)
    .map(({ word }) => word)
    .join(' ');

test('sounds in brackets are no words', () => {
  assert.equal(textOf('[Music]'), '');
  assert.equal(textOf('(wind howling) Hello there.'), 'Hello there.');
  assert.equal(textOf('So *sighs* we begin ♪ la la ♪ now.'), 'So we begin now.');
  assert.equal(textOf('... - ♪'), '');
  // An opening bracket that is never closed is no sound.
  assert.equal(textOf('(and so on and on and on and on and on'), '(and so on and on and on and on and on');
});

test('words where nobody speaks are left out', () => {
  const later = { start: 20_000, end: 21_000, text: 'Goodbye.' };
  const words = spokenWords([...heard('One two three'), later], [[0, 1.5]]);
  assert.equal(words.map(({ word }) => word).join(' '), 'One two three');
  assert.equal(textOf('Thank you.', []), '');
});

test('a phrase that is repeated faster than anybody speaks is a loop; a person may repeat one', () => {
  const loop = `We go ${'to the market '.repeat(30)}today.`.trim();
  assert.equal(textOf(loop, [[0, 3]]).match(/market/g)?.length, 1);
  assert.equal(textOf('No no no no no, stop.'), 'No no no no no, stop.');
  assert.equal(textOf(loop).match(/market/g)?.length, 30);
});

test('a word has the times of the voice within it', () => {
  const words = [
    { start: 1750, end: 3290, text: 'Americans' },
    { start: 3290, end: 4010, text: 'ask' },
  ];
  const voiced: [number, number][] = [
    [0.3, 2.14],
    [3.4, 3.7],
  ];
  assert.deepEqual(spokenWords(words, voiced), [
    { word: 'Americans', start: 1.75, end: 2.14 },
    { word: 'ask', start: 3.4, end: 3.7 },
  ]);
});

test('lines of the filter are not escaped', () => {
  assert.deepEqual(readHeardWord('{"start":10,"end":20,"text":"a "quoted\\" word","}'), {
    start: 10,
    end: 20,
    text: 'a "quoted\\" word",',
  });
  assert.equal(readHeardWord('{"start":10,"end":20,"text":"cut'), undefined);
});
