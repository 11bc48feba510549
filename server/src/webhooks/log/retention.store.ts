import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** So many at once that no statement holds many rows for long. */
const batch = 1000;

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
