import type { Language } from '../../../../contract/languages.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { Cell } from './cells.ts';
import type { Sheet } from './workbook.ts';

type Key = keyof typeof texts.en.reportFile;

/** The keys of our own words in a workbook, by their English. */
const keys = new Map(Object.entries(texts.en.reportFile).map(([key, text]) => [text, key as Key]));

/** Columns whose texts are words of ours. In others, people may have written the same words. */
const wordedColumns = new Set(['Report', 'Role', 'What']);

function wordIn(language: Language, english: string): string {
  const key = keys.get(english);
  return key === undefined ? english : texts[language].reportFile[key];
}

/** The same of a text that may end with the time zone, such as `First entry (Europe/Berlin)`. */
function labelIn(language: Language, english: string, zone: string): string {
  const end = ` (${zone})`;
  return english.endsWith(end)
    ? `${wordIn(language, english.slice(0, -end.length))}${end}`
    : wordIn(language, english);
}

function* rowsIn(
  rows: Iterable<Cell[]>,
  isWorded: readonly boolean[],
  write: (english: string) => string,
): Generator<Cell[]> {
  for (const cells of rows) {
    yield cells.map((cell, column) =>
      isWorded[column] && typeof cell.value === 'string' ? { ...cell, value: write(cell.value) } : cell,
    );
  }
}

interface Reader {
  language: Language;
  zone: string;
  /** Headings that are titles of the entry form, in the language in which somebody wrote them. */
  titles?: ReadonlySet<string>;
}

/** A sheet with its name, headings and words in the language of the reader. */
export function sheetIn(sheet: Sheet, { language, zone, titles }: Reader): Sheet {
  if (language === 'en') return sheet;
  const write = (english: string) => labelIn(language, english, zone);
  const isOurs = sheet.headers.map((header) => !titles?.has(header));
  const headers = sheet.headers.map((header, column) => (isOurs[column] ? write(header) : header));
  const isWorded = sheet.headers.map(
    (header, column) => isOurs[column] === true && wordedColumns.has(header),
  );
  return {
    ...sheet,
    name: write(sheet.name),
    headers,
    widths: sheet.widths.map((width, column) =>
      Math.min(60, Math.max(width, (headers[column] ?? '').length + 2)),
    ),
    rows: isWorded.includes(true) ? rowsIn(sheet.rows, isWorded, write) : sheet.rows,
  };
}
