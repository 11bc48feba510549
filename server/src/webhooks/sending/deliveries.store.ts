import { sql } from 'kysely';
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
  /** Plans that include webhooks. */
  plans: readonly string[];
}

/**
 * Inserts the delivery if the group has an active webhook that gets the event and its owner's plan allows one;
 * notifies senders on commit.
 * @returns its id if it was inserted
 */
export async function insertDelivery(trx: Db, delivery: NewDelivery): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${prepared}
    WITH written AS (
      INSERT INTO webhook_deliveries
        (id, webhook_id, event_id, event_name, space_id, room_id, record_id, call_id, body, is_test,
         next_attempt_at, created_at)
      SELECT ${newId()}, w.id, ${newId()}, ${delivery.eventName}, w.space_id, ${delivery.roomId},
             ${delivery.recordId}, ${delivery.callId}, ${delivery.body}, ${delivery.isTest}::boolean, now(), ${now()}
      FROM webhooks w
      JOIN spaces s ON s.id = w.space_id
      JOIN users u ON u.id = s.owner_id
      WHERE w.space_id = ${delivery.spaceId} AND w.is_active AND u.plan = ANY(${delivery.plans})
        AND (NOT ${delivery.isOnRequest}::boolean OR ${delivery.eventName} = ANY(w.events))
      RETURNING id
    )
    SELECT id, pg_notify(${channel}, '') FROM written`.execute(trx);
  return rows[0]?.id;
}
