import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedParts } from './marked-text.ts';
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

test('formulas are marked, and prices are not', () => {
  const examples = {
    'so $$x^2$$, thus': 'so [formula x^2], thus',
    $$x$$: '[formula x]',
    '$$ \\frac{1}{2} $$': '[formula  \\frac{1}{2} ]',
    '$$\na = b\n$$': '[formula \na = b\n]',
    '```math\nx^2\n```': '[display x^2]',
    '```maths\nx^2\n```': '[block x^2]',
    '`$$x$$` and $$`y`$$': '[code $$x$$] and [formula `y`]',
    '$$ or $$x$$': '$$ or [formula x]',
    'it costs $5 or $6, not $$7': 'it costs $5 or $6, not $$7',
    'from $$ to $$ and $$$': 'from $$ to $$ and $$$',
    '$$$x$$$ $$ $$ $$$$': '$$$x$$$ $$ $$ $$$$',
    $$a$b$$: '$$a$b$$',
  };
  for (const [text, look] of Object.entries(examples)) assert.equal(marked(text), look);
});

test('after ten formulas the others stand as they were typed', () => {
  const text = `${'$$x$$ '.repeat(10)}$$y$$ \`z\`\n\`\`\`math\nx\n\`\`\``;
  assert.equal(marked(text), `${'[formula x] '.repeat(10)}$$y$$ [code z]\n[block x]`);
});

test('no message takes long', () => {
  for (const part of ['$$', '$$x', '$$ ', '$$ x$', '$$ \\', '```', '**a', '`', '$$x$$'])
    for (const end of ['', '$', '$$', '\\$$']) {
      const [text, began] = [part.repeat(4_000 / part.length) + end, performance.now()];
      markedParts(text);
      assert.ok(performance.now() - began < 250, `${part}…${end}`);
    }
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
  const alphabet = ['`', '```', '**', '*', 'a', ' ', '\n', 'py\n', 'math\n', '$', '$$', '^', '😀'];
  for (const text of randomTexts(alphabet)) {
    const joined = markedParts(text).map(({ raw }) => raw);
    assert.equal(joined.join(''), text);
  }
});
