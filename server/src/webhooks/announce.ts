import { type EventBody, type EventName, isOptionalEvent } from '../../../contract/events.ts';
import type { Db } from '../platform/db/db.ts';
import { plansWithWebhooks } from './access.ts';
import { insertDelivery } from './sending/deliveries.store.ts';

export interface Announcement {
  eventName: EventName;
  spaceId: string;
  roomId: string;
  callId?: string;
  recordId?: string;
  sessionId?: string;
  playbackEventId?: string;
  /** A test by the owner: the event did not happen. */
  isTest?: boolean;
}

/** Every attempt signs and sends these bytes: the order of the keys is part of the interface. */
function bodyOf(event: Announcement): string {
  const { eventName, roomId, spaceId, recordId, callId, sessionId, playbackEventId } = event;
  const body: EventBody = {
    ...{ eventName, roomId, spaceId },
    ...(recordId !== undefined && { recordId }),
    ...(isOptionalEvent(eventName) && callId !== undefined && { callId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(playbackEventId !== undefined && { playbackEventId }),
  };
  return JSON.stringify(body);
}

/**
 * Inserts a delivery of the event in the caller's transaction; it is sent after the commit. A test is sent to a webhook
 * that does not request the event, too.
 * @returns the delivery's id; undefined if the group has no active webhook that gets the event
 */
export function announce(trx: Db, event: Announcement): Promise<string | undefined> {
  const { eventName, roomId, spaceId, recordId, isTest = false } = event;
  return insertDelivery(trx, {
    eventName,
    spaceId,
    roomId,
    recordId: recordId ?? null,
    callId: event.callId ?? null,
    isTest,
    isOnRequest: isOptionalEvent(eventName) && !isTest,
    body: bodyOf(event),
    plans: plansWithWebhooks,
  });
}
