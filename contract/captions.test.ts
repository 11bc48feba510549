import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionCues } from './captions.ts';

const wordsOf = (text: string, seconds: number) =>
  text.split(' ').map((word, index) => ({ word, start: index * seconds, end: (index + 1) * seconds }));

const text =
  'And so my fellow Americans ask not what your country can do for you ask what you can do for your country and nothing else';

test('a segment becomes captions of at most two lines of 42 characters, with the times of their words', () => {
  const words = wordsOf(text, 0.5);
  const cues = captionCues({ start: 0, end: words.length * 0.5, text, words });
  assert.equal(cues.flatMap(({ lines }) => lines).join(' '), text);
  for (const { lines } of cues) {
    assert.ok(lines.length <= 2, lines.join('|'));
    for (const line of lines) assert.ok(line.length <= 42, line);
  }
  const [first, second] = cues;
  const spoken = first?.lines.join(' ').split(' ').length ?? 0;
  assert.deepEqual([first?.start, first?.end, second?.start], [0, spoken * 0.5, spoken * 0.5]);
});

test('a long pause inside a segment ends a caption', () => {
  const words = [
    { word: 'Well', start: 0, end: 0.4 },
    { word: 'then', start: 5, end: 5.4 },
  ];
  assert.deepEqual(captionCues({ start: 0, end: 5.4, text: 'Well then', words }), [
    { start: 0, end: 0.4, lines: ['Well'] },
    { start: 5, end: 5.4, lines: ['then'] },
  ]);
});

test('a corrected text, whose words have no times, is spread over the segment', () => {
  const cues = captionCues({ start: 10, end: 20, text, words: wordsOf('Ask not', 1) });
  assert.equal(cues[0]?.start, 10);
  assert.ok(Math.abs((cues.at(-1)?.end ?? 0) - 20) < 1e-6);
  assert.equal(cues.flatMap(({ lines }) => lines).join(' '), text);
});

test('the speaker is named once, before the first word', () => {
  const words = wordsOf(text, 0.5);
  const cues = captionCues({ start: 0, end: 12, text, words, name: 'Anna Petrova' });
  assert.equal(cues.flatMap(({ lines }) => lines).join(' '), `Anna Petrova: ${text}`);
  assert.ok(cues.every(({ lines }) => lines.every((line) => line.length <= 42)));
});

test('a text without spaces is cut, and an empty one has no captions', () => {
  const cues = captionCues({ start: 0, end: 4, text: '語'.repeat(100), words: [] });
  assert.deepEqual(
    cues.map(({ lines }) => lines.map((line) => line.length)),
    [[42, 42], [16]],
  );
  assert.deepEqual(captionCues({ start: 0, end: 4, text: ' ', words: [] }), []);
});
