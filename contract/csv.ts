/** Excel reads a file without a byte order mark in the code page of its system. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The start of a formula, at the start of a cell or after a separator: Excel splits at commas, semicolons, tabs or line
 * ends, by the settings of its system, also inside quotes that it does not expect. Blanks, quotes and invisible
 * characters may stand before it, and the character may be a wide one. After a separator no other separator is among them:
 * in a run of thousands, a search from each would read all the others.
 */
const FORMULA =
  /(^(?=["'\s\u200B-\u200F\u2060\uFEFF]*[=+\-@＝＋－＠])|[,;|\t\r\n](?=(?:["'\u200B-\u200F\u2060\uFEFF]|[^\S\t\r\n])*[=+\-@＝＋－＠]))/g;
/** Excel reads these as they are: whole numbers, ISO dates, IPv4 addresses. A fraction may be a date: `3.10`. */
const PLAIN = /^(?:-?(?:0|[1-9]\d{0,14})|\d{4}-\d\d-\d\d|\d+(?:\.\d+){3})$/;
/** Excel makes a number, a date or a time of these, and loses zeros, signs and digits: `00123`, `7-11`, `12:30`, `1e5`. */
const NUMBER_LIKE = /^\d(?!.*, )[\d\s().,:/e-]*$/i;

/** Puts an apostrophe before whatever a spreadsheet would run, or would change into a number or a date. */
function disarmed(text: string): string {
  if (PLAIN.test(text)) return text;
  if (NUMBER_LIKE.test(text)) return `'${text}`;
  return text.replace(FORMULA, "$1'");
}

/** The text of a cell that `csvCell` wrote. */
export function textOfCell(cell: string): string {
  const text = cell.replace(/(^|[,;|\t\r\n])'/g, '$1');
  return disarmed(text) === cell ? text : cell;
}

/** Separates the cells of a file: see `csvSeparatorInQuery`. */
export type CsvSeparator = 'comma' | 'semicolon';
export const csvSeparators: Record<CsvSeparator, ',' | ';'> = { comma: ',', semicolon: ';' };

/** A number as a cell: with a decimal comma between semicolons. */
export const csvNumber = (value: number, separator: CsvSeparator): string =>
  separator === 'semicolon' ? String(value).replace('.', ',') : String(value);

/** A text as a cell of CSV (RFC 4180), which no spreadsheet runs as a formula. */
export function csvCell(value: string): string {
  const text = disarmed(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV. @param delimiter such as `csvSeparators.comma` */
export const csvLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.join(delimiter)}\r\n`;
