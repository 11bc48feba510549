import { setImmediate } from 'node:timers/promises';
import { BYTE_ORDER_MARK, csvCell } from '../../../../contract/csv.ts';
import { type Column, participantColumns, type TableOfHeads } from './columns.ts';
import { LocalClock } from './zone.ts';

/** Rows that are written before other requests get a turn: about 2 ms. */
const ROWS_AT_ONCE = 100;

const lineOf = (cells: string[]): string => `${cells.join(',')}\r\n`;

function cellOf<Row>(column: Column<Row>, row: Row, clock: LocalClock): string {
  const value = column.value(row);
  if (value === null) return '';
  if (column.kind === 'date' && typeof value === 'number') return clock.isoAt(value);
  return typeof value === 'string' ? csvCell(value) : String(value);
}

/**
 * A table for programs and for spreadsheets. Columns have the names of the JSON report; durations are in seconds, and
 * times are local to the zone, with their offset.
 * @throws RangeError if the zone is unknown
 */
export async function* csvPieces<Row>(
  columns: Column<Row>[],
  pages: AsyncIterable<Row[]>,
  zone: string,
): AsyncGenerator<Buffer> {
  const clock = new LocalClock(zone);
  yield Buffer.from(BYTE_ORDER_MARK + lineOf(columns.map(({ name }) => csvCell(name))));
  for await (const rows of pages) {
    yield Buffer.from(
      rows.map((row) => lineOf(columns.map((column) => cellOf(column, row, clock)))).join(''),
    );
  }
}

async function* pagesOf<Row>(all: Row[]): AsyncGenerator<Row[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    yield all.slice(from, from + ROWS_AT_ONCE);
    await setImmediate();
  }
}

/** A table that is in memory. @see csvPieces */
export const csvOf = async <Row>(columns: Column<Row>[], all: Row[], zone: string): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(csvPieces(columns, pagesOf(all), zone)));

/** One row for each person of a call. @see csvOf */
export const toCsv = async (report: TableOfHeads, zone: string): Promise<Buffer> =>
  csvOf(participantColumns(report, zone), report.participants, zone);
