import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedParts } from './code-text.ts';

const marked = (text: string): string =>
  markedParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.kind} ${part.text}]`))
    .join('');

test('code in a line, blocks of code and bold words are marked', () => {
  assert.equal(marked('use `x = 1` here'), 'use [code x = 1] here');
  assert.equal(marked('**Homework**: page 5'), '[bold Homework]: page 5');
  assert.equal(
    marked('see\n```python\nfor a in b:\n  print(a)\n```'),
    'see\n[block for a in b:\n  print(a)]',
  );
  assert.equal(marked('```x```'), '[block x]');
  assert.equal(marked('```\n**no** `mark` inside\n```'), '[block **no** `mark` inside]');
});

test('marks without their end, or around nothing, stay text', () => {
  for (const text of [
    '`',
    '``',
    '`a\nb`',
    '**',
    '****',
    '** a **',
    '2 ** 3 ** 4',
    '```',
    '``````',
    '``` \n ```',
  ])
    assert.equal(marked(text), text, text);
});

test('the parts joined together are the message', () => {
  const alphabet = ['`', '```', '**', '*', 'a', ' ', '\n', 'py\n', '😀'];
  let seed = 7;
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: 12 }, () => alphabet[next() % alphabet.length]).join('');
    assert.equal(
      markedParts(text)
        .map(({ raw }) => raw)
        .join(''),
      text,
    );
  }
});
