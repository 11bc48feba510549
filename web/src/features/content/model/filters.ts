import {
  type DateRange,
  dateRangeOf,
  type Period,
  readPeriod,
  writePeriod,
} from '../../../panel/period/period.ts';
import { type RecordState, recordStates } from './record.ts';

/** The filters besides the search, all of them in the address. */
export type RecordFilters = { roomId: string | undefined; state: RecordState | undefined; period: Period };

/** Their names in the address. */
export const filterNames = ['room', 'state', 'period', 'from', 'to'] as const;

type InAddress = Readonly<Record<string, string | undefined>>;

const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

export function readFilters(written: InAddress): RecordFilters {
  const { room = '', state } = written;
  const query = new URLSearchParams(
    Object.entries(written).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return {
    roomId: isId(room) ? room : undefined,
    state: recordStates.find((one) => one === state),
    period: readPeriod(query),
  };
}

export const writeFilters = ({ roomId, state, period }: RecordFilters): InAddress => ({
  room: roomId,
  state,
  ...writePeriod(period),
});

type Query = DateRange & { roomId?: string; state?: RecordState };

/** The API's query for the filters. */
export const toRecordQuery = ({ roomId, state, period }: RecordFilters, now: Date): Query => ({
  ...(roomId && { roomId }),
  ...(state && { state }),
  ...dateRangeOf(period, now),
});
