/** A period to search in; days are in the reader's time zone. */
export const periodKinds = ['any', 'today', 'week', 'month', 'own'] as const;
type PeriodKind = (typeof periodKinds)[number];

export type Period = {
  kind: PeriodKind;
  /** Days as a date field writes them, `2026-11-21`, both included; empty for no limit. */
  from: string;
  to: string;
};

/** The API's parameters: `dateTo` itself is excluded. */
export type DateRange = { dateFrom?: string; dateTo?: string };

export const anyTime: Period = { kind: 'any', from: '', to: '' };

/** The reader's midnight `daysLater` days after a day; undefined for an invalid date. */
function midnightOf(day: string, daysLater = 0): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return undefined;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const midnight = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(midnight.getTime()) || year < 1970 ? undefined : midnight;
}

/** A day as a date field writes it. */
export function dayOf(date: Date): string {
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

const daysBack: Partial<Record<PeriodKind, number>> = { today: 0, week: 6, month: 29 };

export function dateRangeOf({ kind, from, to }: Period, now: Date): DateRange {
  const back = daysBack[kind];
  if (back !== undefined) return sides(midnightOf(dayOf(now), -back), undefined);
  return kind === 'own' ? sides(midnightOf(from), midnightOf(to, 1)) : {};
}

const sides = (from: Date | undefined, to: Date | undefined): DateRange => ({
  ...(from && { dateFrom: from.toISOString() }),
  ...(to && { dateTo: to.toISOString() }),
});

/** True if the period ends before it begins. */
export function isReversed({ kind, from, to }: Period): boolean {
  return kind === 'own' && from !== '' && to !== '' && to < from;
}

export const periodOf = (period: Period, value: string): Period => ({
  ...period,
  kind: periodKinds.find((kind) => kind === value) ?? 'any',
});

/** Reads a period from the address; an invalid one means any time. */
export function readPeriod(query: URLSearchParams): Period {
  const { kind } = periodOf(anyTime, query.get('period') ?? '');
  const day = (name: string): string => {
    const written = kind === 'own' ? (query.get(name) ?? '') : '';
    return /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : '';
  };
  return { kind, from: day('from'), to: day('to') };
}

export const writePeriod = ({ kind, from, to }: Period): Record<string, string | undefined> => ({
  period: kind === 'any' ? undefined : kind,
  from: kind === 'own' ? from : undefined,
  to: kind === 'own' ? to : undefined,
});
