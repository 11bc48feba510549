import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grid, GridRow } from './grid.ts';
import { gridCsv } from './grid-csv.ts';

const row: GridRow = {
  ...{ key: '0', name: '=1+1', externalUserId: '@id', isNameShared: false, isErased: false, isApart: false },
  cells: [
    { state: 'present', percent: 98 },
    { state: 'missing', percent: 0 },
    { state: 'unknown', percent: 0 },
  ],
  ...{ present: 1, average: 49 },
};
const grid = { calls: [{}, {}, {}], rows: [row], knownCalls: 2, presentIn: [1, 0, 0] } as unknown as Grid;
const texts = { name: 'Name', externalUserId: 'ID', present: 'Attended', average: 'Average' };

test('a text that a spreadsheet would run gets an apostrophe, and separators are quoted', () => {
  const file = gridCsv(grid, [row, { ...row, name: 'Say "hi", Ann', externalUserId: null }], {
    text: { ...texts, call: (index) => `Tue, ${index}` },
    separator: 'comma',
  });
  assert.equal(
    file,
    [
      '\uFEFFName,ID,Attended / 2,Average,"Tue, 0","Tue, 1","Tue, 2"',
      "'=1+1,'@id,1,49%,98%,0%,",
      '"Say ""hi"", Ann",,1,49%,98%,0%,',
      '',
    ].join('\r\n'),
  );
  for (const text of ['+1', '-x', '@x', '\t=x', 'a;=x']) {
    const inFile = gridCsv(grid, [{ ...row, name: text }], {
      ...{ text: { ...texts, call: String }, separator: 'comma' },
    });
    assert.match(inFile.split('\r\n', 2)[1] ?? '', /^"?(?:[\t]|a;)?'/);
  }
});

test('between semicolons numbers have a decimal comma', () => {
  const file = gridCsv(grid, [{ ...row, name: 'Ann;=1+1', externalUserId: '7', average: 49.5 }], {
    ...{ text: { ...texts, call: String }, separator: 'semicolon' },
  });
  assert.equal(file.split('\r\n')[1], '"Ann;\'=1+1";7;1;49,5%;98%;0%;');
});

test('moderators among participants are left out', () => {
  const file = gridCsv(grid, [row, { ...row, name: 'Ada', isApart: true }], {
    ...{ text: { ...texts, call: String }, separator: 'comma' },
  });
  assert.doesNotMatch(file, /Ada/);
});
