import { setImmediate } from 'node:timers/promises';
import { presentIntervals } from '../people/details.ts';
import type { Interval } from '../people/model.ts';

/** Rows that are written before other requests get a turn. */
const rowsAtOnce = 200;

/** A row whose intervals are numbers: as texts, those of a large report would take most of the memory. */
export interface RowWithIntervals {
  intervals: Record<string, Interval[]>;
}

const presentRow = (row: RowWithIntervals) => ({
  ...row,
  intervals: Object.fromEntries(
    Object.entries(row.intervals).map(([measure, intervals]) => [measure, presentIntervals(intervals)]),
  ),
});

/** A report as JSON in pieces: the report of a large call has tens of megabytes. */
export async function* jsonInPieces({
  participants,
  ...rest
}: {
  participants: RowWithIntervals[];
}): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"participants":[`;
  for (let from = 0; from < participants.length; from += rowsAtOnce) {
    const rows = participants.slice(from, from + rowsAtOnce).map((row) => JSON.stringify(presentRow(row)));
    yield `${from > 0 ? ',' : ''}${rows.join(',')}`;
    await setImmediate();
  }
  yield ']}';
}
