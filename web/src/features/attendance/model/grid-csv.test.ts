import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grid, GridRow } from './grid.ts';
import { gridCsv } from './grid-csv.ts';

const row: GridRow = {
  ...{ key: '0', name: '=1+1', externalUserId: '@id', isNameShared: false, isErased: false },
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
    ...texts,
    call: (index) => `Tue, ${index}`,
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
  for (const text of ['+1', '-1', '@x', '\tx', '\rx']) {
    const [, name] = gridCsv(grid, [{ ...row, name: text }], { ...texts, call: String }).split('\r\n', 2);
    assert.match(name ?? '', /^"?'/);
  }
});
