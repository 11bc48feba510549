import { dateRangeOf, type Period, readPeriod, writePeriod } from '../../../panel/period/period.ts';

/** The minimum numbers of people that the list of calls offers. */
export const leastPeople = [2, 5, 10, 25, 100] as const;

/** The filters of the list of calls, all of them in the address. */
export type CallFilters = { period: Period; minPeople: number | undefined };

/** Their names in the address. */
export const callFilterNames = ['period', 'from', 'to', 'people'] as const;

type InAddress = Readonly<Record<string, string | undefined>>;

/** The parameters that have a value, as a query. */
const queryOf = (written: InAddress): URLSearchParams =>
  new URLSearchParams(Object.entries(written).flatMap(([name, value]) => (value ? [[name, value]] : [])));

export const readCallFilters = (written: InAddress): CallFilters => ({
  period: readPeriod(queryOf(written)),
  minPeople: leastPeople.find((least) => String(least) === written.people),
});

export const writeCallFilters = ({ period, minPeople }: CallFilters): InAddress => ({
  ...writePeriod(period),
  people: minPeople === undefined ? undefined : String(minPeople),
});

type CallQuery = { dateFrom: string; dateTo?: string; minParticipants?: number };

/** The API requires a period; any time begins in 1970. */
export const toCallQuery = ({ period, minPeople }: CallFilters, now: Date): CallQuery => ({
  dateFrom: new Date(0).toISOString(),
  ...dateRangeOf(period, now),
  ...(minPeople !== undefined && { minParticipants: minPeople }),
});
