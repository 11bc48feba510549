import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell, textOfCell } from './csv.ts';

test('a list of people that was downloaded is read as it was', () => {
  const texts = [
    '=1+1',
    'Ann;=1+1;',
    '00123',
    '+49 30 123456',
    "O'Neil",
    "'quoted'",
    "Ann,'Bob",
    'plain',
    '',
  ];
  for (const text of texts) {
    const cell = csvCell(text);
    const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    assert.equal(textOfCell(read), text);
  }
});

test('what a spreadsheet would change into a date or a number has an apostrophe, and whole numbers have none', () => {
  for (const text of ['3.10', '2.0', '1,234', '7-11', '00123', '1e5'])
    assert.equal(csvCell(text).replaceAll('"', ''), `'${text}`);
  for (const text of ['7', '-12', '2026-11-29', '192.0.2.1', '3.10 m']) assert.equal(csvCell(text), text);
});

test('a long text is written at once, whatever it has', () => {
  const begun = performance.now();
  for (const part of ['\n', '\t', ';', '"', ' ', '1', ', ']) csvCell(`a${part.repeat(100_000)}b`);
  // A search that backtracks takes seconds.
  assert.ok(performance.now() - begun < 1_000);
});
