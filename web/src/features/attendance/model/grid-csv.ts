import {
  BYTE_ORDER_MARK,
  type CsvSeparator,
  csvCell,
  csvLine,
  csvNumber,
  csvSeparators,
} from '../../../../../contract/csv.ts';
import type { Grid, GridRow } from './grid.ts';

type Texts = {
  name: string;
  externalUserId: string;
  present: string;
  average: string;
  /** The head of a column. */
  call: (index: number) => string;
};

/**
 * The grid as a table for spreadsheets, without moderators among participants. Cells of calls whose people were
 * deleted are empty.
 */
export function gridCsv(
  grid: Grid,
  rows: readonly GridRow[],
  { text, separator }: { text: Texts; separator: CsvSeparator },
): string {
  const line = (cells: string[]) => csvLine(cells, csvSeparators[separator]);
  const percent = (value: number) => `${csvNumber(value, separator)}%`;
  const head = [
    text.name,
    text.externalUserId,
    `${text.present} / ${grid.knownCalls}`,
    text.average,
    ...grid.calls.map((_, index) => text.call(index)),
  ];
  const lines = rows
    .filter(({ isApart }) => !isApart)
    .map(({ name, externalUserId, present, average, cells }) =>
      line([
        ...[csvCell(name), csvCell(externalUserId ?? ''), String(present), percent(average)],
        ...cells.map(({ state, percent: share }) => (state === 'unknown' ? '' : percent(share))),
      ]),
    );
  return BYTE_ORDER_MARK + line(head.map(csvCell)) + lines.join('');
}
