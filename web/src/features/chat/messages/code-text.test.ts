import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedParts } from './code-text.ts';
import { randomTexts } from './random-texts.fake.ts';

const marked = (text: string): string =>
  markedParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.kind} ${part.text}]`))
    .join('');

test('code in a line, blocks of code and bold words are marked', () => {
  const examples = {
    'use `x = 1` here': 'use [code x = 1] here',
    '**Homework**: page 5': '[bold Homework]: page 5',
    'see\n```python\nfor a in b:\n  print(a)\n```': 'see\n[block for a in b:\n  print(a)]',
    '```x```': '[block x]',
    '```\n**no** `mark` inside\n```': '[block **no** `mark` inside]',
  };
  for (const [text, look] of Object.entries(examples)) assert.equal(marked(text), look);
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
  for (const text of randomTexts(alphabet)) {
    const joined = markedParts(text).map(({ raw }) => raw);
    assert.equal(joined.join(''), text);
  }
});
