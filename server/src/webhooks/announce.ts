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
  /** It did not happen: somebody tries out their receiver. */
  isTest?: boolean;
}

/**
 * Promises the group's webhook to be told: a row in the fact's own transaction, sent after its commit.
 * @returns the delivery's id; undefined where nobody is to be told
 */
export function announce(trx: Db, event: Announcement): Promise<string | undefined> {
  const { eventName, roomId, spaceId, recordId } = event;
  // These bytes are signed and sent as they are, at every attempt: the order of the keys is part of the interface.
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
