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
import { texts } from '../../platform/texts/compiled/index.ts';
import type { Cell } from './cells.ts';
import { clockText } from './clock-text.ts';
import { type Column, writtenHeadings } from './columns.ts';
import { sheetIn } from './language.ts';
import { sheetOf } from './workbook.ts';
import { LocalClock } from './zone.ts';

/** Rows that are written before other requests get a turn: about 2 ms. */
const ROWS_AT_ONCE = 100;

/** How a file is written. */
export interface CsvForm {
  /** The time zone of its times. */
  zone: string;
  separator: CsvSeparator;
  /** The language of the reader. Without it, a workbook is English, and CSV is for programs. */
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

type ReaderForm = CsvForm & { language: Language };

/** A value as people read it, and as spreadsheets recognize it. */
function readerCell({ kind, value }: Cell, { clock, form }: { clock: LocalClock; form: ReaderForm }): string {
  const { yes, no } = texts[form.language].reportFile;
  if (value === null) return '';
  if (typeof value === 'boolean') return csvCell(value ? yes : no);
  if (typeof value === 'string') return csvCell(value);
  if (kind === 'date') return clock.plainAt(value);
  if (kind === 'duration') return clockText(value);
  return kind === 'percent'
    ? `${csvNumber(Math.round(value * 1000) / 10, form.separator)}%`
    : csvNumber(value, form.separator);
}

/** A table for readers: the sheet of a workbook, in the reader's language. */
async function* readerPieces<Row>(
  columns: Column<Row>[],
  pages: AsyncIterable<Row[]>,
  form: ReaderForm,
): AsyncGenerator<Buffer> {
  const { zone, language, separator } = form;
  const how = { clock: new LocalClock(zone), form };
  const titles = writtenHeadings(columns);
  const line = (cells: string[]) => csvLine(cells, csvSeparators[separator]);
  const sheetWith = (rows: Row[]) => sheetIn(sheetOf('', columns, rows), { language, zone, titles });
  yield Buffer.from(BYTE_ORDER_MARK + line(sheetWith([]).headers.map(csvCell)));
  for await (const rows of pages) {
    const lines = Array.from(sheetWith(rows).rows, (cells) =>
      line(cells.map((cell) => readerCell(cell, how))),
    );
    yield Buffer.from(lines.join(''));
  }
}

/**
 * A table for programs and for spreadsheets, or for readers if the form has their language. For programs, columns have
 * the names of the JSON report, durations are in seconds, and times are local to the zone, with their offset.
 * @throws RangeError if the zone is unknown
 */
export async function* csvPieces<Row>(
  columns: Column<Row>[],
  pages: AsyncIterable<Row[]>,
  form: CsvForm,
): AsyncGenerator<Buffer> {
  const { zone, separator, language } = form;
  if (language !== undefined) return yield* readerPieces(columns, pages, { ...form, language });
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
