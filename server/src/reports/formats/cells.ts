import type { CellKind, CellValue } from './columns.ts';
import type { LocalClock } from './zone.ts';

export interface Cell {
  kind: CellKind;
  value: CellValue;
}

/** Excel's limit for a text, in UTF-16 units. */
export const LONGEST_TEXT = 32_767;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** 1970-01-01 in days since 1899-12-30, from which spreadsheets count. */
const EPOCH_DAY = 25_569;

/** The namespace of workbooks and sheets. */
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const FONTS = { plain: 0, bold: 1 };
/** Excel's own number formats, and one of ours for dates. */
const FORMATS = { general: 0, percent: 10, hours: 46, text: 49, date: 164 };

/** Styles in the order in which cells refer to them. A text with the format “text” stays one when somebody edits it. */
const STYLES = {
  general: [FORMATS.general, FONTS.plain],
  text: [FORMATS.text, FONTS.plain],
  date: [FORMATS.date, FONTS.plain],
  duration: [FORMATS.hours, FONTS.plain],
  percent: [FORMATS.percent, FONTS.plain],
  header: [FORMATS.text, FONTS.bold],
} as const;
const styleNumber = (name: keyof typeof STYLES) => Object.keys(STYLES).indexOf(name);

const STYLE_OF: Record<CellKind, number> = {
  number: styleNumber('general'),
  flag: styleNumber('general'),
  text: styleNumber('text'),
  date: styleNumber('date'),
  duration: styleNumber('duration'),
  percent: styleNumber('percent'),
};
const HEADER_STYLE = styleNumber('header');

const styleXml = ([format, font]: readonly [number, number]) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;

/** The styles of a workbook. Fills, borders and the default style are there because readers require them. */
export const STYLE_SHEET = [
  `${DECLARATION}<styleSheet xmlns="${MAIN}">`,
  `<numFmts count="1"><numFmt numFmtId="${FORMATS.date}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${Object.keys(STYLES).length}">${Object.values(STYLES).map(styleXml).join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

const REPLACED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // XML readers turn a plain carriage return into a line feed.
  '\r': '&#13;',
  // `_x0041_` in a text means the character with that code, so an underscore before such a text is written as its code.
  _: '_x005F_',
};
/** Characters with a meaning, and those that XML forbids: most control characters and halves of surrogate pairs. */
const SPECIAL = /[&<>\r]|_(?=x[\dA-Fa-f]{4}_)|[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Most texts are like this, and this expression is several times as fast as the other one. */
const PLAIN = /^[ -%'-;=?-^`-~]*$/;

/** A text as XML. One that is too long is cut; a character that XML forbids becomes U+FFFD. */
export function textXml(value: string): string {
  if (value.length <= LONGEST_TEXT && PLAIN.test(value)) return value;
  // A cut between the halves of a pair leaves a half, which is replaced like any other.
  return value.slice(0, LONGEST_TEXT).replace(SPECIAL, (found) => REPLACED[found] ?? '\uFFFD');
}

const textCell = (at: string, style: number, text: string) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`;

const numberCell = (at: string, style: number, value: number) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;

/** @param at the position of the cell, such as `B7` */
export function cellXml(at: string, { kind, value }: Cell, clock: LocalClock): string {
  if (value === null) return '';
  const style = STYLE_OF[kind];
  if (typeof value === 'string') return textCell(at, style, value);
  if (typeof value === 'boolean') return `<c r="${at}" s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (kind === 'date') return numberCell(at, style, (value + clock.offsetAt(value)) / DAY_MS + EPOCH_DAY);
  return numberCell(at, style, kind === 'duration' ? value / DAY_SECONDS : value);
}

export const headerXml = (at: string, text: string): string => textCell(at, HEADER_STYLE, text);
