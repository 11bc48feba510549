import { sql } from 'kysely';
import { after, seconds } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute } from '../../platform/db/rows.ts';

/**
 * Deletes the webhooks of deleted groups in batches: first their ended deliveries, then each webhook without
 * deliveries.
 */
export async function deleteAbandonedWebhooks(db: Db, stop: AbortSignal): Promise<void> {
  const deleteDeliveries = (limit: number) =>
    sql`
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT d.id FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
        WHERE w.space_id IS NULL AND (d.status <> 'pending' OR NOT w.is_active)
        LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
      )`.execute(db);
  await deleteInBatches(deleteDeliveries, stop);
  await execute(db)`
    DELETE FROM webhooks w WHERE space_id IS NULL
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id)`;
}

// Skips locked rows: they are being sent again, or another node deletes them.
const deleteEnded = (db: Db, before: Date, limit: number) =>
  sql`
    DELETE FROM webhook_deliveries WHERE status <> 'pending' AND id IN (
      SELECT id FROM webhook_deliveries
      WHERE status <> 'pending' AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);

/** Deletes up to `limit` ended deliveries created before a moment, with their attempts. @returns how many */
export async function deleteDeliveriesBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await deleteEnded(db, before, limit);
  return Number(numAffectedRows);
}

/**
 * Deletes ended deliveries older than `days`, with their attempts, in batches until none is left or `stop` is
 * aborted. Pending ones stay, however old they are.
 */
export async function deleteOldDeliveries(
  db: Db,
  { days, stop }: { days: number; stop?: AbortSignal },
): Promise<void> {
  const before = after(-seconds(days * 86_400));
  await deleteInBatches((limit) => deleteEnded(db, before, limit), stop);
}
