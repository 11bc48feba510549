import { setImmediate } from 'node:timers/promises';
import type { ReportRow } from '../../../../contract/operations/analytics.ts';
import { presentIntervals, type ReportTable, type TableRow } from './report.ts';

/** Rows that are written before other requests get a turn. */
const rowsAtOnce = 200;

const presentRow = ({ intervals, ...row }: TableRow): ReportRow => ({
  ...row,
  intervals: {
    online: presentIntervals(intervals.online),
    tab: presentIntervals(intervals.tab),
    microphone: presentIntervals(intervals.microphone),
    camera: presentIntervals(intervals.camera),
    screen: presentIntervals(intervals.screen),
    speaking: presentIntervals(intervals.speaking),
  },
});

/** A report as JSON in pieces: the report of a large call has tens of megabytes. */
export async function* jsonInPieces<Row>(
  { participants, ...rest }: { participants: Row[] },
  present: (row: Row) => object,
): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"participants":[`;
  for (let from = 0; from < participants.length; from += rowsAtOnce) {
    const rows = participants.slice(from, from + rowsAtOnce).map((row) => JSON.stringify(present(row)));
    yield `${from > 0 ? ',' : ''}${rows.join(',')}`;
    await setImmediate();
  }
  yield ']}';
}

export const jsonOfReport = (report: ReportTable): AsyncGenerator<string> => jsonInPieces(report, presentRow);
