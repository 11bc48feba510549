import {
  anyTime,
  type DateRange,
  dateRangeOf,
  type Period,
  readPeriod,
  writePeriod,
} from '../../../panel/period/period.ts';
import { type SortKey, sortKeys } from './grid.ts';

/** The state of the attendance grid. All of it is in the address. */
export type GridView = {
  period: Period;
  roomId: string | undefined;
  search: string;
  sort: SortKey;
  /** From 1; a page has at most `callsOfPage` calls. */
  page: number;
};

/** The most calls that the API returns at once. */
export const callsOfPage = 100;

const usualPeriod: Period = { ...anyTime, kind: 'month' };
const longestSearch = 200;

/** Reads the view from the address; without a period it is the last 30 days. */
export function readGridView(query: URLSearchParams): GridView {
  const page = Number(query.get('page') ?? '1');
  const roomId = query.get('room') ?? '';
  return {
    period: query.has('period') ? readPeriod(query) : usualPeriod,
    roomId: /^[0-9a-f]{24}$/.test(roomId) ? roomId : undefined,
    search: [...(query.get('search') ?? '')].slice(0, longestSearch).join(''),
    sort: sortKeys.find((key) => key === query.get('sort')) ?? 'name',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

type InAddress = Record<string, string | undefined>;

/** The parameters of the address for a changed view; another period or room begins at the first page. */
export function writeGridView({ period, roomId, search, sort, page }: GridView): InAddress {
  const isUsual = period.kind === usualPeriod.kind;
  return {
    ...writePeriod(period),
    period: isUsual ? undefined : period.kind,
    room: roomId,
    search: search === '' ? undefined : search,
    sort: sort === 'name' ? undefined : sort,
    page: page === 1 ? undefined : String(page),
  };
}

/** The API requires both ends of the period. */
export const periodOfQuery = (period: Period, now: Date): Required<DateRange> => ({
  dateFrom: '1970-01-01T00:00:00.000Z',
  dateTo: '2100-01-01T00:00:00.000Z',
  ...dateRangeOf(period, now),
});
