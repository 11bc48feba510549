import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { foundProgram } from '../../../testing/engines/redis.ts';

/** A cell as an independent reader sees it: the position, the type that the file states, the style and the content. */
export interface ReadCell {
  type: string;
  style: number;
  value: string;
}

export interface ReadSheet {
  name: string;
  xml: string;
  /** Rows of cells by the letters of their column. */
  rows: Map<string, ReadCell>[];
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#13': '\r' };
const decode = (xml: string) =>
  xml
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/&(#?\w+);/g, (_, name: string) => {
      const character = ENTITIES[name];
      if (character === undefined) throw new Error(`unknown entity ${name}`);
      return character;
    })
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The parts of a zip, by path. */
export async function readParts(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))));
  }
  return parts;
}

const CELL = /<c r="([A-Z]+)(\d+)" s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>/gs;
const CONTENT = /^(?:<is><t xml:space="preserve">(.*)<\/t><\/is>|<v>(.*)<\/v>)$/s;

function rowsOf(xml: string): Map<string, ReadCell>[] {
  return [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, cells = '']) => {
    const row = new Map<string, ReadCell>();
    for (const [, column = '', line, style, type = 'n', content = ''] of cells.matchAll(CELL)) {
      const [, text, value] = CONTENT.exec(content) ?? [];
      if (line !== number) throw new Error(`the row ${number} contains the cell ${column}${line}`);
      row.set(column, { type, style: Number(style), value: decode(text ?? value ?? '') });
    }
    return row;
  });
}

/** Reads a file of ours with a few lines that share nothing with the writer. */
export async function readSheets(bytes: Buffer): Promise<ReadSheet[]> {
  const parts = await readParts(bytes);
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)];
  return names.map(([, name = ''], index) => {
    const xml = parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '';
    return { name, xml, rows: rowsOf(xml) };
  });
}

/** The sheet with this name; an error if there is none. */
export function sheetNamed<Sheet extends { name: string }>(sheets: Sheet[], name: string): Sheet {
  const sheet = sheets.find((one) => one.name === name);
  if (!sheet) throw new Error(`there is no sheet ${name}`);
  return sheet;
}

const PROGRAM = `
import datetime, io, json, sys
import openpyxl
def plain(cell):
    value = cell.value
    if isinstance(value, datetime.timedelta): value = ["duration", value / datetime.timedelta(seconds=1)]
    elif isinstance(value, datetime.datetime): value = ["date", value.isoformat(timespec="milliseconds")]
    elif isinstance(value, datetime.time): value = ["time", value.isoformat()]
    return {"value": value, "type": cell.data_type, "format": cell.number_format}
book = openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read()))
json.dump([{"name": sheet.title, "frozen": sheet.freeze_panes, "width": sheet.column_dimensions["A"].width,
    "rows": [[plain(cell) for cell in row] for row in sheet.iter_rows()]} for sheet in book], sys.stdout)
`;

export interface OpenpyxlCell {
  value: string | number | boolean | null | [kind: string, value: string | number];
  type: string;
  format: string;
}

export interface OpenpyxlSheet {
  name: string;
  frozen: string | null;
  width: number;
  rows: OpenpyxlCell[][];
}

/** The folder of Python packages with openpyxl, or undefined. */
export const openpyxlFolder = (): string | undefined => foundProgram('LECTERN_TEST_OPENPYXL', 'openpyxl');

/** Reads a file with openpyxl. */
export async function readWithOpenpyxl(bytes: Buffer, folder: string): Promise<OpenpyxlSheet[]> {
  const run = promisify(execFile)('python3', ['-W', 'error', '-c', PROGRAM], {
    env: { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  run.child.stdin?.end(bytes);
  return JSON.parse((await run).stdout);
}
