import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeCut, piecesOf } from './visible-text.ts';

const written = (text: string): string =>
  piecesOf(text)
    .map((piece) => (piece.isMark ? `[${piece.text}]` : piece.text))
    .join('');

test('visible text stays unchanged, including markup', () => {
  const plain = '<img src=x onerror=alert(1)>\n\tпривет, שלום 👩‍🎓';
  assert.deepEqual(piecesOf('<b>\n\tпривет, שלום'), [{ text: '<b>\n\tпривет, שלום', isMark: false }]);
  assert.equal(written(plain).replace('[U+200D]', '\u200D'), plain);
  assert.deepEqual(piecesOf(''), []);
});

test('invisible characters are named', () => {
  assert.equal(written('a\0b\u001b[31mc\u007fd'), 'a[NUL]b[ESC][31mc[DEL]d');
  assert.equal(written('\u202Egnp.exe\u202C \u2066x\u2069'), '[U+202E]gnp.exe[U+202C] [U+2066]x[U+2069]');
  assert.equal(written('\u200Bx\uFEFF\u2028y\u0085'), '[U+200B]x[U+FEFF][U+2028]y[U+0085]');
  assert.equal(written('half \uD800 of a pair, and \u{E0041}'), 'half [U+D800] of a pair, and [U+E0041]');
});

test('Windows line breaks are line breaks, a lone carriage return is named', () => {
  assert.equal(written('a\r\nb\rc'), 'a\nb[CR]c');
});

test('a response of the stored length may have been longer, counted in bytes', () => {
  assert.equal(mayBeCut('x'.repeat(1023)), false);
  assert.equal(mayBeCut('x'.repeat(1024)), true);
  assert.equal(mayBeCut('ж'.repeat(512)), true);
  assert.equal(mayBeCut(''), false);
});
