import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmojiOnly, linkText } from './link-text.ts';
import { randomTexts } from './random-texts.fake.ts';

const links = (text: string): string[] => linkText(text).flatMap(({ href }) => href ?? []);
const marked = (text: string): string =>
  linkText(text)
    .map((part) => (part.href ? `[${part.text}]` : part.text))
    .join('');

test('addresses become links, and the rest stays unchanged', () => {
  assert.equal(marked('see https://a.example/b?c=d#e now'), 'see [https://a.example/b?c=d#e] now');
  assert.equal(
    marked('www.example.org/path and HTTP://X.example'),
    '[www.example.org/path] and [HTTP://X.example]',
  );
  assert.deepEqual(links('www.example.org'), ['https://www.example.org/']);
  assert.equal(marked('Школа: https://пример.рф/уроки.'), 'Школа: [https://пример.рф/уроки].');
});

test('punctuation around an address is not part of it', () => {
  assert.equal(
    marked('(https://a.example/x), or https://b.example!'),
    '([https://a.example/x]), or [https://b.example]!',
  );
  assert.equal(marked('https://a.example/wiki/Set_(math)'), '[https://a.example/wiki/Set_(math)]');
  assert.equal(marked('«https://a.example»'), '«[https://a.example]»');
});

test('only http and https become links', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'jAvAsCrIpT://x.example/%0aalert(1)',
    'ftp://a.example',
    'https://',
    'http://[',
    'www.',
    'mailto:a@b.example',
  ]) {
    assert.deepEqual(links(text), [], text);
    assert.equal(marked(text), text);
  }
});

test('an address ends before markup', () => {
  assert.deepEqual(links('https://a.example/"onmouseover="alert(1)'), ['https://a.example/']);
  assert.deepEqual(links('https://a.example/<img src=x>'), ['https://a.example/']);
});

test('the parts joined together are the text', () => {
  const alphabet = ['https://', 'a', '.', 'b.c', '/', ')', '(', ' ', '\n', '»', '<', '"', '😀', 'www.', '?'];
  for (const text of randomTexts(alphabet)) {
    const joined = linkText(text).map((part) => part.text);
    assert.equal(joined.join(''), text);
  }
});

test('up to three emoji alone are large, words and numbers are not', () => {
  for (const text of ['👍', '🎉🎉', '👩‍🏫', '👋🏽 🙂', '❤️', '🇫🇷'])
    assert.equal(isEmojiOnly(text), true, text);
  for (const text of ['', ' ', '12', '#', '*', 'ok 👍', '👍👍👍👍', 'a'])
    assert.equal(isEmojiOnly(text), false, text);
});
