import { type EventName, eventNames } from '../../../../../../contract/events.ts';
import {
  type Moments,
  momentsOf,
  type Period,
  readPeriod,
  writePeriod,
} from '../../../../panel/period/period.ts';
import { type DeliveryStatus, deliveryStatuses } from './types.ts';

/** What of the deliveries is shown: all of it stands in the address, so that a reload shows the same. */
export type Filters = { event: EventName | undefined; status: DeliveryStatus | undefined; period: Period };

export function readFilters(query: URLSearchParams): Filters {
  return {
    event: eventNames.find((name) => name === query.get('event')),
    status: deliveryStatuses.find((status) => status === query.get('status')),
    period: readPeriod(query),
  };
}

/** Only what differs from the usual, so that a plain list has a plain address. */
export function writeFilters({ event, status, period }: Filters): Record<string, string | undefined> {
  return {
    event,
    status,
    ...writePeriod(period),
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
