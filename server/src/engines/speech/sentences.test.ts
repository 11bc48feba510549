import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSentences } from './sentences.ts';
import { toVoiceSentences, toVoiceTime, type VoiceChunk } from './speech.ts';
import { spokenSentence } from './testing/fake.ts';

const wordsOf = (text: string, each = 0.4) =>
  text.split(' ').map((word, index) => ({ word, start: index * each, end: (index + 1) * each }));
const textsOf = (text: string, each?: number) =>
  buildSentences(wordsOf(text, each), null).map((sentence) => sentence.text);

test('sentences end at their marks, but not at titles, initials and ordinal numbers', () => {
  assert.deepEqual(textsOf('Hello there. How are you? Fine!'), ['Hello there.', 'How are you?', 'Fine!']);
  assert.deepEqual(textsOf('Dr. J. Smith came on the 3. of May.'), ['Dr. J. Smith came on the 3. of May.']);
  assert.deepEqual(textsOf('Wait... for it. «Да.» Хорошо.'), ['Wait... for it.', '«Да.»', 'Хорошо.']);
  assert.deepEqual(textsOf('今日は。 元気です。'), ['今日は。', '元気です。']);
});

test('a long pause ends a sentence, and a sentence without marks is divided', () => {
  const words = [...wordsOf('one two three'), { word: 'four', start: 5, end: 5.5 }];
  assert.deepEqual(
    buildSentences(words, 0.5).map(({ text, confidence }) => [text, confidence]),
    [
      ['one two three', 0.5],
      ['four', 0.5],
    ],
  );
  const long = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
  const parts = buildSentences(wordsOf(long), null);
  assert.equal(parts.map(({ text }) => text).join(' '), long);
  for (const { text, start, end } of parts) assert.ok(text.length <= 240 && end - start <= 20.01);
});

const chunk: VoiceChunk = {
  file: 'chunk.wav',
  pieces: [
    { at: 0, from: 100, duration: 4 },
    { at: 4.5, from: 105.5, duration: 2 },
    { at: 7, from: 300, duration: 5 },
  ],
};

test('a second of a chunk is a second of the voice', () => {
  assert.equal(toVoiceTime(chunk, 1), 101);
  assert.equal(toVoiceTime(chunk, 4.1), 104);
  assert.equal(toVoiceTime(chunk, 4.4), 105.5);
  assert.equal(toVoiceTime(chunk, 5), 106);
  assert.equal(toVoiceTime(chunk, 8), 301);
  assert.equal(toVoiceTime(chunk, 99), 305);
});

test('a sentence may span a short pause of the voice, and becomes two at a long one', () => {
  const [joined] = toVoiceSentences(chunk, [spokenSentence('a b c d e f', 0.5, 6.5)]);
  assert.ok(joined);
  assert.deepEqual([joined.start, joined.end, joined.text], [100.5, 107.5, 'a b c d e f']);
  const parts = toVoiceSentences(chunk, [spokenSentence('one two three four', 5, 9)]);
  assert.deepEqual(
    parts.map(({ start, end, text }) => ({ start, end, text })),
    [
      { start: 106, end: 107.5, text: 'one two' },
      { start: 300, end: 302, text: 'three four' },
    ],
  );
});

test('a sentence without words lies within one side of a long pause', () => {
  const sentence = { start: 5, end: 11, text: 'somewhere', confidence: null, words: [] };
  const [moved, ...more] = toVoiceSentences(chunk, [sentence]);
  assert.equal(more.length, 0);
  assert.deepEqual([moved?.start, moved?.end], [300, 304]);
});
