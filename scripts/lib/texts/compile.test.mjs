import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileTexts } from './compile.mjs';
import { asPseudo } from './pseudo.mjs';

const source = {
  people: {
    title: 'People',
    joined: '{name} joined',
    page: 'Page {index} of {count}',
    found: '{count, plural, =0 {Nobody} one {# person} other {# people}}',
    total: '{count, number} in total',
    hints: { quote: "`It''s” $\u007bx} '{'y'}'" },
  },
};

/** With `#{` for the beginning of a placeholder, which has no place in a plain string. */
const shown = (texts) =>
  compileTexts({ feature: 'people', format: 'en', tree: source, source, ...texts }).replaceAll(/\$\{/g, '#{');

test('an English text becomes a string, or a function that states its arguments', () => {
  assert.deepEqual(shown({}).split('\n'), [
    "import { en } from '../format.ts';",
    'export const people = {',
    '"title": "People",',
    '"joined": (name: string | number) => `#{name} joined`,',
    '"page": ({ index, count }: { index: string | number; count: string | number }) => `Page #{index} of #{count}`,',
    '"found": (count: number) => en.plural(count, { "=0": "Nobody", one: `#{en.number(count)} person`, other: `#{en.number(count)} people` }),',
    '"total": (count: number) => `#{en.number(count)} in total`,',
    '"hints": {',
    '"quote": (x: string | number) => `\\`It\'s” $#{x} {y}`',
    '}',
    '};',
    '',
  ]);
});

test('a translation has the types of English, may leave out arguments, and shows English where a text is missing', () => {
  const tree = {
    people: {
      title: 'Люди',
      joined: 'Новый участник',
      page: '{count}: {index}',
      found: '{count, plural, other {#}}',
    },
  };
  assert.deepEqual(shown({ format: 'ru', tree }).split('\n').slice(0, 8), [
    "import { en, ru } from '../format.ts';",
    "import type * as Source from '../en/people.ts';",
    'export const people: typeof Source.people = {',
    '"title": "Люди",',
    '"joined": () => "Новый участник",',
    '"page": ({ count, index }) => `#{count}: #{index}`,',
    '"found": (count) => ru.plural(count, { other: `#{ru.number(count)}` }),',
    '"total": (count: number) => `#{en.number(count)} in total`,',
  ]);
});

test('a text of the pseudo-language has accents, is 40 % longer and in brackets; values stay as they are', () => {
  const code = shown({ rewrite: asPseudo });
  assert.match(code, /"title": "\[Péöplé~~~\]"/);
  assert.match(code, /`\[#\{name\} jöîñéd~~~\]`/);
  assert.match(code, /one: `\[#\{en\.number\(count\)\} péŕšöñ~~~\]`/);
});
