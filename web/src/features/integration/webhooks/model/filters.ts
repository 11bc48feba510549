import { type EventName, eventNames } from '../../../../../../contract/events.ts';
import { type Moments, momentsOf, type Period, type PeriodKind, periodKinds } from './period.ts';
import { type DeliveryStatus, deliveryStatuses } from './types.ts';

/** What of the deliveries is shown: all of it stands in the address, so that a reload shows the same. */
export type Filters = { event: EventName | undefined; status: DeliveryStatus | undefined; period: Period };

export function readFilters(query: URLSearchParams): Filters {
  const kind: PeriodKind = periodKinds.find((one) => one === query.get('period')) ?? 'any';
  const day = (name: string): string => {
    const written = kind === 'own' ? (query.get(name) ?? '') : '';
    return /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : '';
  };
  return {
    event: eventNames.find((name) => name === query.get('event')),
    status: deliveryStatuses.find((status) => status === query.get('status')),
    period: { kind, from: day('from'), to: day('to') },
  };
}

/** Only what differs from the usual, so that a plain list has a plain address. */
export function writeFilters({ event, status, period }: Filters): Record<string, string | undefined> {
  const { kind, from, to } = period;
  return {
    event,
    status,
    period: kind === 'any' ? undefined : kind,
    from: kind === 'own' ? from : undefined,
    to: kind === 'own' ? to : undefined,
  };
}

export const isFiltered = ({ event, status, period }: Filters): boolean =>
  event !== undefined || status !== undefined || period.kind !== 'any';

type Query = Moments & { eventName?: EventName; status?: DeliveryStatus };

/** The words of the API. */
export function queryOf({ event, status, period }: Filters, now: Date): Query {
  return {
    ...(event && { eventName: event }),
    ...(status && { status }),
    ...momentsOf(period, now),
  };
}
