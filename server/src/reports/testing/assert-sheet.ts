import assert from 'node:assert/strict';
import type { Column } from '../formats/columns.ts';
import { LocalClock } from '../formats/zone.ts';
import type { OpenpyxlSheet } from './read-xlsx.ts';

const FORMATS = { text: '@', number: 'General', flag: 'General', duration: '[h]:mm:ss', percent: '0.00%' };

/** A moment as openpyxl reads it: local to the zone, without an offset. */
export const localMoment = (at: number, zone: string): string => new LocalClock(zone).isoAt(at).slice(0, 23);

/** Fails unless openpyxl reads the values and formats of these columns, in a row for each of the rows. */
export function assertSheet<Row>(
  { rows: [heading = [], ...read] }: OpenpyxlSheet,
  { columns, rows, zone }: { columns: Column<Row>[]; rows: Row[]; zone: string },
): void {
  assert.deepEqual(
    heading.map(({ value }) => value),
    columns.map(({ header }) => header),
  );
  assert.equal(read.length, rows.length);
  for (const [index, row] of rows.entries()) {
    for (const [at, { kind, value, header }] of columns.entries()) {
      const { value: cell = null, format } = read[index]?.[at] ?? {};
      const expected = value(row);
      if (expected === null) {
        assert.equal(cell, null, header);
        continue;
      }
      if (kind === 'date') assert.deepEqual(cell, ['date', localMoment(Number(expected), zone)], header);
      else if (kind === 'duration') {
        assert.ok(Array.isArray(cell) && cell[0] === 'duration', header);
        assert.ok(Math.abs(Number(cell[1]) - Number(expected)) < 0.001, header);
      } else assert.equal(cell, expected, header);
      if (typeof kind === 'string' && kind !== 'date') assert.equal(format, FORMATS[kind], header);
    }
  }
}
