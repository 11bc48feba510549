import type { Language } from '../../../../contract/languages.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import type { Cell } from './cells.ts';
import type { Sheet } from './workbook.ts';

type Key = keyof typeof texts.en.reportFile;

/** The keys of the texts of a workbook, by their English. */
const keys = new Map(Object.entries(texts.en.reportFile).map(([key, text]) => [text, key as Key]));

/** Columns whose values are such texts. In others, people may have written the same. */
const translatedColumns = new Set(['Report', 'Role', 'What']);

function textIn(language: Language, english: string): string {
  const key = keys.get(english);
  return key === undefined ? english : texts[language].reportFile[key];
}

/** The same for a text that may end with the time zone, such as `First entry (Europe/Berlin)`. */
function labelIn(language: Language, english: string, zone: string): string {
  const end = ` (${zone})`;
  return english.endsWith(end)
    ? `${textIn(language, english.slice(0, -end.length))}${end}`
    : textIn(language, english);
}

function* rowsIn(
  rows: Iterable<Cell[]>,
  isTranslated: readonly boolean[],
  translate: (english: string) => string,
): Generator<Cell[]> {
  for (const cells of rows) {
    yield cells.map((cell, column) =>
      isTranslated[column] && typeof cell.value === 'string'
        ? { ...cell, value: translate(cell.value) }
        : cell,
    );
  }
}

interface Reader {
  language: Language;
  zone: string;
  /** Headings that are titles of the entry form: they stay in the language of the person who wrote them. */
  titles?: ReadonlySet<string>;
}

/** A sheet with its name, headings and texts in the language of the reader. */
export function sheetIn(sheet: Sheet, { language, zone, titles }: Reader): Sheet {
  if (language === 'en') return sheet;
  const translate = (english: string) => labelIn(language, english, zone);
  const isTitle = (header: string) => titles?.has(header) === true;
  const headers = sheet.headers.map((header) => (isTitle(header) ? header : translate(header)));
  const isTranslated = sheet.headers.map((header) => translatedColumns.has(header) && !isTitle(header));
  return {
    ...sheet,
    name: translate(sheet.name),
    headers,
    widths: sheet.widths.map((width, column) =>
      Math.min(60, Math.max(width, (headers[column] ?? '').length + 2)),
    ),
    rows: isTranslated.includes(true) ? rowsIn(sheet.rows, isTranslated, translate) : sheet.rows,
  };
}
