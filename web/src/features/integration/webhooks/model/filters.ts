import { type EventName, eventNames } from '../../../../../../contract/events.ts';
import {
  type DateRange,
  dateRangeOf,
  type Period,
  readPeriod,
  writePeriod,
} from '../../../../panel/period/period.ts';
import { type DeliveryStatus, deliveryStatuses } from './types.ts';

/** What of the deliveries is shown: all of it stands in the address, so that a reload shows the same. */
export type DeliveryFilters = {
  event: EventName | undefined;
  status: DeliveryStatus | undefined;
  period: Period;
};

export function readFilters(query: URLSearchParams): DeliveryFilters {
  return {
    event: eventNames.find((name) => name === query.get('event')),
    status: deliveryStatuses.find((status) => status === query.get('status')),
    period: readPeriod(query),
  };
}

/** Only what differs from the usual, so that a plain list has a plain address. */
export function writeFilters({ event, status, period }: DeliveryFilters): Record<string, string | undefined> {
  return {
    event,
    status,
    ...writePeriod(period),
  };
}

export const isFiltered = ({ event, status, period }: DeliveryFilters): boolean =>
  event !== undefined || status !== undefined || period.kind !== 'any';

type Query = DateRange & { eventName?: EventName; status?: DeliveryStatus };

/** The words of the API. */
export function toDeliveryQuery({ event, status, period }: DeliveryFilters, now: Date): Query {
  return {
    ...(event && { eventName: event }),
    ...(status && { status }),
    ...dateRangeOf(period, now),
  };
}
