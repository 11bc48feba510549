import type { Grid, GridRow } from './grid.ts';

type Texts = {
  name: string;
  externalUserId: string;
  present: string;
  average: string;
  /** The head of a column. */
  call: (index: number) => string;
};

/** Excel reads a file without a byte order mark in the code page of its system. */
const byteOrderMark = '\uFEFF';

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe (decisions 10). */
const disarmed = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const cell = (text: string): string => {
  const safe = disarmed(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const line = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The grid as a table for spreadsheets; cells of calls whose people were deleted are empty. */
export function gridCsv(grid: Grid, rows: readonly GridRow[], text: Texts): string {
  const head = [
    text.name,
    text.externalUserId,
    `${text.present} / ${grid.knownCalls}`,
    text.average,
    ...grid.calls.map((_, index) => text.call(index)),
  ];
  const lines = rows.map(({ name, externalUserId, present, average, cells }) =>
    line([
      ...[name, externalUserId ?? '', String(present), `${average}%`],
      ...cells.map(({ state, percent }) => (state === 'unknown' ? '' : `${percent}%`)),
    ]),
  );
  return byteOrderMark + line(head) + lines.join('');
}
