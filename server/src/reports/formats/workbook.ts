import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipWriter } from '../../platform/zip.ts';
import { type Cell, cellXml, DECLARATION, headerXml, MAIN, STYLE_SHEET, textXml } from './cells.ts';
import type { CellKind, Column } from './columns.ts';
import type { LocalClock } from './zone.ts';

/** A table with a heading in its first row, which stays in view. */
export interface Sheet {
  name: string;
  headers: string[];
  /** Widths of the columns, in characters. */
  widths: number[];
  /** The number of rows, without the heading. */
  length: number;
  rows: Iterable<Cell[]>;
}

/** Excel's limit for the rows of a sheet, with the heading. */
const MOST_ROWS = 1_048_576;
/** Characters of XML that are written before other requests get a turn. Each piece waits for a thread that compresses. */
const CHUNK_LENGTH = 64 * 1024;
const WIDTHS: Record<CellKind, number> = {
  text: 24,
  number: 12,
  duration: 12,
  date: 21,
  percent: 12,
  flag: 10,
};

function* cellsOf<Row>(columns: Column<Row>[], rows: Iterable<Row>): Generator<Cell[]> {
  for (const row of rows) {
    yield columns.map(({ kind, value }) => ({
      kind: typeof kind === 'function' ? kind(row) : kind,
      value: value(row),
    }));
  }
}

/** A sheet whose rows are described by columns. The rows are read once, while the file is written. */
export function sheetOf<Row>(
  name: string,
  columns: Column<Row>[],
  rows: Iterable<Row> & { length: number },
): Sheet {
  const widthOf = ({ kind, header }: Column<Row>) =>
    Math.min(60, Math.max(typeof kind === 'function' ? 40 : WIDTHS[kind], header.length + 2));
  return {
    name,
    headers: columns.map(({ header }) => header),
    widths: columns.map(widthOf),
    length: rows.length,
    rows: cellsOf(columns, rows),
  };
}

function* takeFrom<Item>(items: Iterator<Item>, count: number): Generator<Item> {
  for (let taken = 0; taken < count; taken += 1) {
    const next = items.next();
    if (next.done) return;
    yield next.value;
  }
}

/** Splits a sheet that is too long into several, each with the heading. They have to be read in this order. */
export function* withinLimits(sheet: Sheet, mostRows = MOST_ROWS): Generator<Sheet> {
  const most = mostRows - 1;
  const parts = Math.max(1, Math.ceil(sheet.length / most));
  const rows = sheet.rows[Symbol.iterator]();
  for (let part = 0; part < parts; part += 1) {
    yield {
      ...sheet,
      name: part === 0 ? sheet.name : `${sheet.name} ${part + 1}`,
      length: Math.min(most, sheet.length - part * most),
      rows: takeFrom(rows, most),
    };
  }
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The letters of a column: A, …, Z, AA, … */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

function* sheetXml({ headers, widths, rows }: Sheet, clock: LocalClock): Generator<Buffer> {
  const letters = headers.map((_, index) => lettersOf(index));
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const heading = headers.map((header, index) => headerXml(`${letters[index]}1`, header));
  let xml = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${heading.join('')}</row>`;
  let line = 1;
  for (const cells of rows) {
    line += 1;
    xml += `<row r="${line}">`;
    for (const [at, cell] of cells.entries()) xml += cellXml(`${letters[at]}${line}`, cell, clock);
    xml += '</row>';
    if (xml.length < CHUNK_LENGTH) continue;
    yield Buffer.from(xml);
    xml = '';
  }
  // Excel marks ids such as 007 as numbers that are stored as texts, which is what they are meant to be.
  const all = `A1:${letters.at(-1)}${line}`;
  yield Buffer.from(
    `${xml}</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
  );
}

/** The parts of the file beside the sheets, by path. */
function fixedParts(sheets: Sheet[]): Record<string, string> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (...all: string[]) =>
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
  const type = (path: string, name: string) =>
    `<Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  const types = sheets.map((_, index) => type(`worksheets/sheet${index + 1}.xml`, 'worksheet'));
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${textXml(name)}" sheetId="${index + 1}" r:id="s${index + 1}"/>`,
  );
  const targets = sheets.map((_, index) =>
    relation(`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook.xml', 'sheet.main')}${type('styles.xml', 'styles')}${types.join('')}</Types>`,
    '_rels/.rels': relations(relation('workbook', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(...targets, relation('styles', 'styles', 'styles.xml')),
    'xl/styles.xml': STYLE_SHEET,
  };
}

/** The sheets of a smaller workbook are in memory, about 1 MB: in pieces they would wait a dozen times for a thread. */
const MOST_CELLS_IN_MEMORY = 20_000;

async function wholeXml(sheet: Sheet, clock: LocalClock): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const piece of sheetXml(sheet, clock)) {
    pieces.push(piece);
    await setImmediate();
  }
  return Buffer.concat(pieces);
}

/**
 * Writes an XLSX file. Only the compressed bytes of a large one are in memory as a whole. Other requests get a turn
 * every few milliseconds (docs/decisions/0043).
 */
export async function writeWorkbook(tables: Sheet[], clock: LocalClock): Promise<Buffer> {
  const sheets = tables.flatMap((table) => [...withinLimits(table)]);
  const zip = new ZipWriter();
  for (const [path, xml] of Object.entries(fixedParts(sheets)))
    zip.addWhole(path, Buffer.from(xml), { compress: false });
  const cells = sheets.reduce((sum, { length, headers }) => sum + length * headers.length, 0);
  for (const [index, sheet] of sheets.entries()) {
    const path = `xl/worksheets/sheet${index + 1}.xml`;
    if (cells <= MOST_CELLS_IN_MEMORY) zip.addWhole(path, await wholeXml(sheet, clock));
    else zip.add(path, async () => Readable.from(sheetXml(sheet, clock), { objectMode: false }));
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.output) chunks.push(chunk);
  return Buffer.concat(chunks);
}
