import { setImmediate } from 'node:timers/promises';
import type { AttendanceReport } from '../../../../contract/operations/analytics.ts';

/** Rows that are written before other requests get a turn. */
const rowsAtOnce = 200;

/** The report as JSON in pieces: the report of a large call has tens of megabytes. */
export async function* jsonOfReport({ participants, ...rest }: AttendanceReport): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"participants":[`;
  for (let from = 0; from < participants.length; from += rowsAtOnce) {
    const rows = participants.slice(from, from + rowsAtOnce).map((row) => JSON.stringify(row));
    yield `${from > 0 ? ',' : ''}${rows.join(',')}`;
    await setImmediate();
  }
  yield ']}';
}
