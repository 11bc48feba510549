import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from '../lib/texts/messages.mjs';
import { checkComponentTexts } from './component-texts.mjs';
import { Project } from './project.mjs';
import { checkTexts, listMissingTexts } from './texts.mjs';

const english = {
  chat: { title: 'Chat', joined: '{name} joined', left: '{count, plural, one {#} other {#}}' },
};

function projectOf({ en = english, ru = {}, ...texts }) {
  return new Project({
    'contract/languages.ts': "export const languages = ['en', 'ru'] as const;",
    'texts/features.json': '{ "first": ["chat"] }',
    'texts/en/chat.json': canonicalJson(en),
    'texts/ru/chat.json': canonicalJson(ru),
    ...texts,
  });
}
const problems = (texts) =>
  checkTexts(projectOf(texts)).map(({ file, line, problem }) => `${file}:${line} ${problem}`);

test('a translation may lack texts, which are listed, and leave out arguments', () => {
  const ru = { chat: { title: '', joined: 'Новый участник' } };
  assert.deepEqual(problems({ ru }), []);
  assert.deepEqual(listMissingTexts(projectOf({ ru })), ['texts/ru/chat.json lacks chat.title, chat.left']);
});

test('a faulty message of a translation is found', () => {
  for (const [chat, problem] of [
    [{ titel: 'Чат' }, 'chat.titel is not among the English texts'],
    [{ title: 5 }, 'chat.title is no text'],
    [{ joined: '{who} здесь' }, 'chat.joined uses {who}, which the English text does not have'],
    [{ joined: '{name, number}' }, 'chat.joined uses {name} as a number, which is any text in English'],
    [{ left: '{count, plural, one {#}}' }, 'chat.left is no message in ICU format: MISSING_OTHER_CLAUSE'],
    [{ title: '{title' }, 'chat.title is no message in ICU format: EXPECT_ARGUMENT_CLOSING_BRACE'],
  ]) {
    assert.deepEqual(problems({ ru: { chat } }), [`texts/ru/chat.json:3 ${problem}`]);
  }
});

test('a format that pages do not have is refused in English', () => {
  const [problem] = problems({ en: { chat: { title: '{at, date, short}' } } });
  assert.match(problem, /chat\.title is no message in ICU format: the format of \{at\} is not supported/);
});

test('a file has the form in which Weblate writes it', () => {
  assert.deepEqual(problems({ 'texts/ru/chat.json': JSON.stringify({ chat: { title: 'Чат' } }) }), [
    'texts/ru/chat.json:1 has another form than Weblate writes',
  ]);
  assert.deepEqual(problems({ 'texts/ru/chat.json': '{' }), ['texts/ru/chat.json:1 is no JSON']);
});

test('a file is in a set, a section in one file, and a language in the list', () => {
  assert.deepEqual(
    problems({ 'texts/en/talk.json': canonicalJson(english), 'texts/de/chat.json': canonicalJson({}) }),
    [
      'texts/en/talk.json:1 is in no set',
      'texts/en/talk.json:1 has the section chat, which texts/en/chat.json has too',
      'contract/languages.ts:1 de is not both in the list and a folder of texts/',
    ],
  );
});

const shown = (markup) =>
  checkComponentTexts(new Project({ 'web/src/a.tsx': `const a = ${markup};` })).map(({ problem }) => problem);

test('a component shows no text of its own', () => {
  for (const markup of [
    '<p>Save the room</p>',
    '<p>{isBusy ? "Save it" : null}</p>',
    '<p>{isBusy && `Saved by hand`}</p>',
    '<input placeholder="Your name" />',
    '<button aria-label={isOn ? "Turn off" : label} />',
  ]) {
    assert.equal(shown(markup).length, 1, markup);
  }
  for (const markup of [
    '<p>{text.title} · {count}</p>',
    '<p>Lectern</p>',
    '<a className="wide row" href="/a b" placeholder="https://">{text.link}</a>',
    '<p>{kind === "One" ? text.one : text.other}</p>',
  ]) {
    assert.deepEqual(shown(markup), [], markup);
  }
});
