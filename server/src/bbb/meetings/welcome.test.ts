import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf } from './welcome.ts';

/** Each run as text, with its styles as letters before it, and the address of a link behind it. */
const shown = (html: string, values?: Record<string, string>): string[] =>
  runsOf(html, values).map(({ text, isBold, isItalic, isUnderlined, url }) => {
    const style = [isBold && 'b', isItalic && 'i', isUnderlined && 'u'].filter(Boolean).join('');
    return `${style && `${style}:`}${text}${url === null ? '' : ` -> ${url}`}`;
  });

test('bold, italic, underlined, links and lines remain', () => {
  assert.deepEqual(shown('Hi <b>all</b>,<br>read <a href="https://x.example/a?b=1&amp;c=2">this</a>.'), [
    ...['Hi ', 'b:all', ',\nread ', 'this -> https://x.example/a?b=1&c=2', '.'],
  ]);
  assert.deepEqual(shown('<p>One</p>\n<p>Two</p><ul><li>Three</li></ul>'), ['One\nTwo\nThree']);
  assert.deepEqual(shown('<strong><em><u>x</u></em></strong> y<br><br><br>z'), ['biu:x', ' y\n\nz']);
});

test('addresses in a text are links; other addresses are none', () => {
  assert.deepEqual(shown('See https://x.example/a.'), [
    'See ',
    'https://x.example/a -> https://x.example/a',
    '.',
  ]);
  for (const href of ['javascript:alert(1)', 'data:text/html,x', '//x.example', 'jav&#x61;script:1', ''])
    assert.deepEqual(shown(`<a href="${href}">x</a>`), ['x'], href);
  assert.deepEqual(shown(`<a href='https://x.example/' onclick="x">y</a>`), ['y -> https://x.example/']);
});

test('everything else of the HTML is dropped, and what is none is text', () => {
  assert.deepEqual(shown('<script>alert("<b>")</script>a<img src=x onerror=1><!-- <b> -->b'), ['ab']);
  assert.deepEqual(shown('a<!-- b'), ['a']);
  assert.deepEqual(shown('1 < 2 &lt;b&gt; &amp;amp; &#60;&#x3e; <b'), ['1 < 2 <b> &amp; <> <b']);
  assert.deepEqual(shown('</b></b><b>x'), ['b:x']);
  assert.deepEqual(shown('<style>x'), []);
  assert.deepEqual(shown('&#0;&#55296;&#1114112;x'), ['x']);
});

test('placeholders are filled with texts, not with HTML', () => {
  const values = { '%%CONFNAME%%': '<b>Algebra</b>', '%%DIALNUM%%': '', '%%CONFNUM%%': '12' };
  assert.deepEqual(shown('In %%CONFNAME%%: %%CONFNUM%%%%DIALNUM%% %%OTHER%%', values), [
    'In <b>Algebra</b>: 12 %%OTHER%%',
  ]);
});

test('a long text of many lines is whole, and placeholders lengthen it to 10,000 characters at most', () => {
  assert.deepEqual(shown('a<br>'.repeat(1999)), [Array.from({ length: 1999 }, () => 'a').join('\n')]);
  const values = { '%%CONFNAME%%': 'x'.repeat(200) };
  assert.deepEqual(shown('%%CONFNAME%%'.repeat(800), values), ['x'.repeat(10_000)]);
});

test('hostile texts take little time and make few runs', () => {
  const long = 10_000;
  for (const part of ['<a', '<a ', '<b>x', '<!--', '&', 'https://', '<a href="', '<p><p>', '%%A'])
    assert.ok(runsOf(part.repeat(long / part.length)).length <= 500, part);
  // A reader that looks for each end anew would take minutes.
  assert.deepEqual(runsOf('<!--'.repeat(1_000_000)), []);
});
