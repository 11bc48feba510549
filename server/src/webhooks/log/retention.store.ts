import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** So many at once that no statement holds many rows for long. */
const batch = 1000;

/**
 * Deletes the webhooks of deleted groups: first their deliveries that have ended, a part at a time, then each webhook
 * that has no deliveries left.
 */
export async function deleteAbandonedWebhooks(db: Db, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
        WHERE w.space_id IS NULL AND (d.status <> 'pending' OR NOT w.is_active)
        LIMIT ${batch} FOR UPDATE OF d SKIP LOCKED
      )`.execute(db);
    if (numAffectedRows < batch) break;
  }
  await sql`
    DELETE FROM webhooks w WHERE space_id IS NULL
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id)`.execute(db);
}

/**
 * Deletes what ended and happened longer ago than so many days, with its attempts, a part at a time until nothing is
 * left or `stop` says so. What is still to be sent stays, however old it is.
 */
export async function deleteOldDeliveries(
  db: Db,
  { days, stop }: { days: number; stop?: AbortSignal },
): Promise<void> {
  while (!stop?.aborted) {
    // Skipping what is held: it is being sent again this moment, or another node deletes it.
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM webhook_deliveries WHERE status <> 'pending' AND id IN (
        SELECT id FROM webhook_deliveries
        WHERE status <> 'pending' AND created_at < now() - make_interval(days => ${days}::integer)
        ORDER BY created_at LIMIT ${batch} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    if (numAffectedRows < batch) return;
  }
}
