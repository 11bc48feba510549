import { type EventName, eventNames } from '../../../../../../contract/events.ts';
import {
  type DateRange,
  dateRangeOf,
  type Period,
  readPeriod,
  writePeriod,
} from '../../../../panel/period/period.ts';
import { type DeliveryStatus, deliveryStatuses } from './types.ts';

/** The filters of deliveries, all of them in the address, so that a reload shows the same. */
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

/** Writes only what differs from the default, so that a plain list has a plain address. */
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

/** The API's query for the filters. */
export function toDeliveryQuery({ event, status, period }: DeliveryFilters, now: Date): Query {
  return {
    ...(event && { eventName: event }),
    ...(status && { status }),
    ...dateRangeOf(period, now),
  };
}
