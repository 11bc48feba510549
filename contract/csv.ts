/** Excel reads a file without a byte order mark in the code page of its system. */
export const BYTE_ORDER_MARK = '\uFEFF';

const MAY_BE_FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;
const PHONE_NUMBER = /^\+\d[\d ().-]{5,}\d$/;

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe. */
function disarmed(text: string): string {
  if (!MAY_BE_FORMULA.test(text) || NUMBER.test(text) || PHONE_NUMBER.test(text)) return text;
  return `'${text}`;
}

/** A text as a cell of CSV (RFC 4180), which no spreadsheet runs as a formula. */
export function csvCell(value: string): string {
  const text = disarmed(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
