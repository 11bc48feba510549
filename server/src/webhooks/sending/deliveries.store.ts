import { type EventName, isOptionalEvent, mostWebhooks } from '../../../../contract/events.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { selectColumn } from '../../platform/db/rows.ts';
import { newId } from '../../platform/ids.ts';

/** Notified on commit when there is something to send. */
export const channel = 'lectern_webhook_deliveries';

export interface Announcement {
  eventName: EventName;
  spaceId: string;
  roomId: string;
  callId?: string;
  recordId?: string;
  sessionId?: string;
  playbackEventId?: string;
  documentId?: string;
  /** Its call is one that nobody made (docs/decisions/0202). */
  isSample?: boolean;
  /** The owner tests this webhook with an event that did not happen: no other gets it, and this one gets it in any case. */
  testedWebhookId?: string;
}

/**
 * Inserts a delivery for each active webhook of the group that gets the event, if its owner's plan is one of these;
 * notifies senders on commit. They have the same event id.
 * @returns the ids of the deliveries
 */
export function insertEventDeliveries(
  trx: Db,
  event: Announcement,
  { body, plans }: { body: string; plans: readonly string[] },
): Promise<string[]> {
  const { eventName, spaceId, roomId, recordId = null, callId = null, testedWebhookId = null } = event;
  const { isSample = false } = event;
  const ids = Array.from({ length: mostWebhooks }, newId);
  return selectColumn(trx)`${prepared}
    WITH receiver AS (
      SELECT w.id, w.space_id, row_number() OVER (ORDER BY w.created_at, w.id)::int AS position
      FROM webhooks w
      JOIN spaces s ON s.id = w.space_id
      JOIN users u ON u.id = s.owner_id
      WHERE w.space_id = ${spaceId} AND w.is_active AND u.plan = ANY(${plans})
        AND CASE
          WHEN ${testedWebhookId}::text IS NOT NULL THEN w.id = ${testedWebhookId}
          WHEN ${isOptionalEvent(eventName)}::boolean THEN ${eventName} = ANY(w.events)
          ELSE ${eventName} <> ALL(w.skipped_events)
        END
    ), written AS (
      INSERT INTO webhook_deliveries
        (id, webhook_id, event_id, event_name, space_id, room_id, record_id, call_id, body, is_test, is_sample,
         next_attempt_at, created_at)
      SELECT (${ids}::text[])[r.position], r.id, ${newId()}, ${eventName}, r.space_id, ${roomId},
             ${recordId}, ${callId}, ${body}, ${testedWebhookId !== null}::boolean, ${isSample}::boolean, now(), ${now()}
      FROM receiver r ORDER BY r.position
      RETURNING id
    )
    SELECT id, pg_notify(${channel}, '') FROM written`;
}
