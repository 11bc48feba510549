import { setImmediate } from 'node:timers/promises';
import {
  BYTE_ORDER_MARK,
  type CsvSeparator,
  csvCell,
  csvLine,
  csvNumber,
  csvSeparators,
} from '../../../../contract/csv.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { Column } from './columns.ts';
import { LocalClock } from './zone.ts';

/** Rows that are written before other requests get a turn: about 2 ms. */
const ROWS_AT_ONCE = 100;

/** How a file is written. */
export interface CsvForm {
  /** The time zone of its times. */
  zone: string;
  separator: CsvSeparator;
  /** The language of a workbook; English if absent. */
  language?: Language | undefined;
}

/** The form that a query asks for. */
export const csvFormOf = ({
  timezone: zone = 'UTC',
  csvSeparator: separator = 'comma',
  language,
}: {
  timezone?: string;
  csvSeparator?: CsvSeparator;
  language?: Language;
}): CsvForm => ({ zone, separator, language });

function cellOf<Row>(
  column: Column<Row>,
  row: Row,
  { clock, separator }: { clock: LocalClock; separator: CsvSeparator },
): string {
  const value = column.value(row);
  if (value === null) return '';
  if (column.kind === 'date' && typeof value === 'number') return clock.isoAt(value);
  if (typeof value === 'number') return csvNumber(value, separator);
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
  { zone, separator }: CsvForm,
): AsyncGenerator<Buffer> {
  const how = { clock: new LocalClock(zone), separator };
  const line = (cells: string[]) => csvLine(cells, csvSeparators[separator]);
  yield Buffer.from(BYTE_ORDER_MARK + line(columns.map(({ name }) => csvCell(name))));
  for await (const rows of pages) {
    const lines = rows.map((row) => line(columns.map((column) => cellOf(column, row, how))));
    yield Buffer.from(lines.join(''));
  }
}

async function* pagesOf<Row>(all: Row[]): AsyncGenerator<Row[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    yield all.slice(from, from + ROWS_AT_ONCE);
    await setImmediate();
  }
}

/** A table that is in memory. @see csvPieces */
export const csvOf = async <Row>(columns: Column<Row>[], all: Row[], form: CsvForm): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(csvPieces(columns, pagesOf(all), form)));
