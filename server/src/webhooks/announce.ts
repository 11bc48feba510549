import { type EventBody, isOptionalEvent } from '../../../contract/events.ts';
import type { Db } from '../platform/db/db.ts';
import { plansWithWebhooks } from './access.ts';
import { type Announcement, insertEventDeliveries } from './sending/deliveries.store.ts';

/** Every attempt signs and sends these bytes: the order of the keys is part of the interface. */
function bodyOf(event: Announcement): string {
  const { eventName, roomId, spaceId, recordId, callId, sessionId, playbackEventId, documentId, isSample } =
    event;
  const body: EventBody = {
    ...{ eventName, roomId, spaceId },
    ...(recordId !== undefined && { recordId }),
    ...(isOptionalEvent(eventName) && callId !== undefined && { callId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(playbackEventId !== undefined && { playbackEventId }),
    ...(documentId !== undefined && { documentId }),
    ...(isOptionalEvent(eventName) && isSample && { isSample }),
  };
  return JSON.stringify(body);
}

/**
 * Inserts deliveries of the event in the caller's transaction; they are sent after the commit. A test is sent to a
 * webhook that does not get the event, too.
 * @returns the ids of the deliveries, in the order in which the webhooks were created; empty if no active webhook of the
 * group gets the event
 */
export const announce = (trx: Db, event: Announcement): Promise<string[]> =>
  insertEventDeliveries(trx, event, { body: bodyOf(event), plans: plansWithWebhooks });
