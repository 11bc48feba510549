import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { execute } from '../../platform/db/rows.ts';
import { newId } from '../../platform/ids.ts';
import { type ClaimedDelivery, releaseClaim } from './claims.store.ts';

export interface AttemptRecord {
  claimed: Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'attempts' | 'claimed_until'>;
  startedAt: Date;
  endedAt: Date;
  /** The request as it was sent; null if none was. */
  sent: { url: string; signature: string; headerSignature: string } | null;
  isProcessed: boolean;
  durationMs: number;
  statusCode: number | null;
  answer: string | null;
  error: string | null;
  /** Seconds until the next attempt; null if there is none. */
  retryAfter: number | null;
}

const rowOf = (note: AttemptRecord, position: number) => ({
  position,
  id: newId(),
  delivery: note.claimed.id,
  webhook: note.claimed.webhook_id,
  number: note.claimed.attempts,
  claimed_until: note.claimed.claimed_until,
  started_at: note.startedAt,
  ended_at: note.endedAt,
  duration_ms: note.durationMs,
  status_code: note.statusCode,
  answer: note.answer?.toWellFormed() ?? null,
  error: note.error?.toWellFormed() ?? null,
  is_processed: note.isProcessed,
  retry_after: note.retryAfter,
  url: note.sent?.url ?? null,
  signature: note.sent?.signature ?? null,
  header_signature: note.sent?.headerSignature ?? null,
});

const columns = sql`
  position int, id text, delivery text, webhook text, number int, claimed_until timestamptz, started_at timestamptz,
  ended_at timestamptz, duration_ms int, status_code int, answer text, error text, is_processed boolean,
  retry_after double precision, url text, signature text, header_signature text`;

/** Locks each webhook whose row the attempts change: whether it is troubled, and its failures in a row. */
const concerned = (webhooks: string[]) => sql`
  concerned AS MATERIALIZED (
    -- The rows are locked before the deliveries and in order of id, as in a deletion, so that no deadlock is possible.
    SELECT w.id FROM webhooks w JOIN (
      SELECT webhook, (array_agg(is_processed ORDER BY position DESC))[1] AS is_well, bool_or(is_processed) AS some_processed,
             bool_or(NOT is_processed AND retry_after IS NULL) AS some_ended
      FROM note GROUP BY webhook
    ) n ON n.webhook = w.id
    WHERE w.id = ANY(${webhooks}::text[])
      AND (w.is_troubled = n.is_well OR n.some_ended OR (n.some_processed AND w.failed_in_row > 0))
    ORDER BY w.id FOR NO KEY UPDATE OF w
  )`;

/** For each webhook: its last result, and its failed deliveries since the last processed one, without tests. */
const results = sql`
  last_processed AS (
    SELECT webhook_id, max(position) AS position FROM noted WHERE is_processed GROUP BY webhook_id
  ), results AS (
    SELECT n.webhook_id, (array_agg(n.is_processed ORDER BY n.position DESC))[1] AS is_well,
           bool_or(n.is_processed) AS some_processed,
           count(*) FILTER (WHERE counts) AS failed,
           min(n.ended_at) FILTER (WHERE counts) AS first_failed_at, max(n.ended_at) FILTER (WHERE counts) AS last_failed_at
    FROM noted n LEFT JOIN last_processed p USING (webhook_id)
    CROSS JOIN LATERAL (
      SELECT n.has_ended AND NOT n.is_test AND n.position > coalesce(p.position, -1) AS counts
    ) c
    GROUP BY n.webhook_id
  )`;

/**
 * Saves the outcomes of attempts in the order in which they ended. A success always counts. A failure counts only
 * while the claim is still this sender's: otherwise another node works on the delivery.
 */
export async function saveAttempts(db: Db, notes: readonly AttemptRecord[]): Promise<void> {
  // The ids as separate parameters: the planner cannot estimate the rows in JSON, and might read a whole table.
  const ids = notes.map(({ claimed }) => claimed.id);
  const webhooks = [...new Set(notes.map(({ claimed }) => claimed.webhook_id))];
  await execute(db)`${prepared}
    WITH note AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(notes.map(rowOf))}::json) AS n(${columns})
    ), ${concerned(webhooks)}, noted AS (
      UPDATE webhook_deliveries d
      SET status = CASE WHEN is_processed THEN 'delivered' WHEN retry_after IS NULL THEN 'failed' ELSE 'pending' END,
          claimed_until = NULL, is_repeat = false,
          next_attempt_at = CASE WHEN NOT is_processed THEN clock_timestamp() + make_interval(secs => retry_after) END
      FROM note n
      -- As in the locking of claims: no index matches the condition on the status.
      WHERE d.id = n.delivery AND d.id = ANY(${ids}::text[]) AND d.status IS NOT DISTINCT FROM 'pending'
        AND (d.claimed_until = n.claimed_until OR n.is_processed)
        AND (SELECT count(*) FROM concerned) >= 0
      RETURNING n.*, d.webhook_id, d.is_test, d.status = 'failed' AS has_ended
    ), written AS (
      INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms, status_code, answer, error,
                                    url, signature, header_signature)
      SELECT id, delivery, number, started_at, duration_ms, status_code, answer, error, url, signature, header_signature
      FROM noted
    ), ${results}
    UPDATE webhooks w
    SET is_troubled = NOT is_well,
        failed_in_row = CASE WHEN some_processed THEN 0 ELSE failed_in_row END + failed,
        failed_since = CASE WHEN some_processed OR w.failed_in_row = 0 THEN first_failed_at ELSE failed_since END,
        last_failed_at = coalesce(t.last_failed_at, CASE WHEN NOT some_processed THEN w.last_failed_at END)
    FROM results t
    WHERE w.id = t.webhook_id AND w.id = ANY(${webhooks}::text[])
      AND (w.is_troubled = is_well OR failed > 0 OR (some_processed AND w.failed_in_row > 0))`;
}

/** An attempt that our own stop cut short. */
export type CutAttempt = Pick<AttemptRecord, 'startedAt' | 'endedAt'> & {
  claimed: Pick<ClaimedDelivery, 'id' | 'attempts' | 'claimed_until'>;
  sent: NonNullable<AttemptRecord['sent']>;
};

const cutError = 'not known: the server stopped before it heard an answer; the attempt is made again';

/** Releases the delivery, which is sent again under the same number, and adds the attempt to the log. */
export function saveCutAttempt(db: Db, { claimed, startedAt, endedAt, sent }: CutAttempt): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await releaseClaim(trx, claimed))) return;
    await trx
      .insertInto('webhook_attempts')
      .values({
        id: newId(),
        delivery_id: claimed.id,
        number: claimed.attempts,
        started_at: startedAt,
        // The clock may be set back during an attempt.
        duration_ms: Math.max(0, endedAt.getTime() - startedAt.getTime()),
        url: sent.url,
        signature: sent.signature,
        header_signature: sent.headerSignature,
        error: cutError,
      })
      .execute();
  });
}
