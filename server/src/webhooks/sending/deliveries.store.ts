import { sql } from 'kysely';
import { mostWebhooks } from '../../../../contract/events.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { newId } from '../../platform/ids.ts';

/** Notified on commit when there is something to send. */
export const channel = 'lectern_webhook_deliveries';

export interface NewDelivery {
  eventName: string;
  spaceId: string;
  roomId: string;
  recordId: string | null;
  callId: string | null;
  body: string;
  isTest: boolean;
  /** Whether only a webhook that requests the event gets it. */
  isOnRequest: boolean;
  /** The only webhook that gets it, whether it gets such events or not; null: every one that gets them. */
  onlyWebhookId: string | null;
  /** Plans that include webhooks. */
  plans: readonly string[];
}

/**
 * Inserts a delivery for each active webhook of the group that gets the event, if its owner's plan allows webhooks;
 * notifies senders on commit. They have the same event id.
 * @returns the ids of the deliveries
 */
export async function insertEventDeliveries(trx: Db, delivery: NewDelivery): Promise<string[]> {
  const ids = Array.from({ length: mostWebhooks }, newId);
  const { rows } = await sql<{ id: string }>`${prepared}
    WITH receiver AS (
      SELECT w.id, w.space_id, row_number() OVER (ORDER BY w.created_at, w.id)::int AS position
      FROM webhooks w
      JOIN spaces s ON s.id = w.space_id
      JOIN users u ON u.id = s.owner_id
      WHERE w.space_id = ${delivery.spaceId} AND w.is_active AND u.plan = ANY(${delivery.plans})
        AND CASE
          WHEN ${delivery.onlyWebhookId}::text IS NOT NULL THEN w.id = ${delivery.onlyWebhookId}
          WHEN ${delivery.isOnRequest}::boolean THEN ${delivery.eventName} = ANY(w.events)
          ELSE ${delivery.eventName} <> ALL(w.skipped_events)
        END
    ), written AS (
      INSERT INTO webhook_deliveries
        (id, webhook_id, event_id, event_name, space_id, room_id, record_id, call_id, body, is_test,
         next_attempt_at, created_at)
      SELECT (${ids}::text[])[r.position], r.id, ${newId()}, ${delivery.eventName}, r.space_id, ${delivery.roomId},
             ${delivery.recordId}, ${delivery.callId}, ${delivery.body}, ${delivery.isTest}::boolean, now(), ${now()}
      FROM receiver r ORDER BY r.position
      RETURNING id
    )
    SELECT id, pg_notify(${channel}, '') FROM written`.execute(trx);
  return rows.map(({ id }) => id);
}
