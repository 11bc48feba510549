import type { EventBody, EventName } from '../../../contract/events.ts';
import type { Db } from '../platform/db/db.ts';
import { plansWithWebhooks } from './access.ts';
import { insertDelivery } from './sending/deliveries.store.ts';

export interface Announcement {
  eventName: EventName;
  spaceId: string;
  roomId: string;
  callId?: string;
  recordId?: string;
  /** A test by the owner: the event did not happen. */
  isTest?: boolean;
}

/**
 * Inserts a delivery of the event in the caller's transaction; it is sent after the commit.
 * @returns the delivery's id; undefined if the group has no active webhook
 */
export function announce(trx: Db, event: Announcement): Promise<string | undefined> {
  const { eventName, roomId, spaceId, recordId } = event;
  // Every attempt signs and sends these bytes: the order of the keys is part of the interface.
  const body: EventBody = { eventName, roomId, spaceId, ...(recordId !== undefined && { recordId }) };
  return insertDelivery(trx, {
    eventName,
    spaceId,
    roomId,
    recordId: recordId ?? null,
    callId: event.callId ?? null,
    isTest: event.isTest ?? false,
    body: JSON.stringify(body),
    plans: plansWithWebhooks,
  });
}
