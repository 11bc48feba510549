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
