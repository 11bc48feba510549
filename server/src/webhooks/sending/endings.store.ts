import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { execute } from '../../platform/db/rows.ts';
import { newId } from '../../platform/ids.ts';

/** Rows that one statement ends, of the many that may wait for a forbidden webhook. */
const together = 500;

/**
 * Fails due deliveries that may not be sent: the webhook was switched off, or its owner's plan has none any more.
 * They do not count as failures of the receiver.
 * @returns whether there may be more of them
 */
export function failForbidden(db: Db, plans: readonly string[]): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await execute(trx)`SELECT plan_by_indexes()`;
    const { rows } = await forbidden(plans).execute(trx);
    return rows.length === together;
  });
}

const forbidden = (plans: readonly string[]) => sql`
    WITH forbidden AS MATERIALIZED (
      SELECT w.id, CASE WHEN w.is_active THEN 'not sent: the plan of the group''s owner has no webhooks'
                        ELSE 'not sent: the webhook is switched off' END AS reason
      FROM webhooks w JOIN spaces s ON s.id = w.space_id JOIN users u ON u.id = s.owner_id
      WHERE NOT (w.is_active AND u.plan = ANY(${plans}))
    ), ending AS MATERIALIZED (
      SELECT d.id, f.reason FROM forbidden f CROSS JOIN LATERAL (
        (SELECT id FROM webhook_deliveries
         WHERE status = 'pending' AND attempts = 0 AND webhook_id = f.id ORDER BY sequence LIMIT ${sql.lit(together)})
        UNION ALL
        (SELECT id FROM webhook_deliveries
         WHERE status = 'pending' AND attempts > 0 AND webhook_id = f.id AND next_attempt_at <= statement_timestamp()
           AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
         ORDER BY next_attempt_at LIMIT ${sql.lit(together)})
      ) d LIMIT ${sql.lit(together)}
    ), locked AS MATERIALIZED (
      SELECT id FROM webhook_deliveries
      WHERE id IN (SELECT id FROM ending) AND status = 'pending'
        AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
      FOR UPDATE SKIP LOCKED
    ), ended AS (
      UPDATE webhook_deliveries d SET status = 'failed', claimed_until = NULL, is_repeat = false, next_attempt_at = NULL
      FROM (SELECT id, row_number() OVER () AS position FROM locked) l
      WHERE d.id = l.id
      RETURNING d.id, d.attempts + 1 AS number, l.position
    )
    INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms, error)
    SELECT n.id, e.id, e.number, clock_timestamp(), 0, ending.reason
    FROM ended e JOIN ending ON ending.id = e.id
    JOIN unnest(${Array.from({ length: together }, newId)}::text[]) WITH ORDINALITY AS n(id, position) USING (position)
    RETURNING id`;

/**
 * In the transaction that deletes a group: separates its webhooks from it, and switches them off if its owner's plan
 * has no webhooks. Then nothing is sent, and housekeeping deletes the pending deliveries with them.
 */
export const detachWebhooks = (trx: Db, spaceId: string, plans: readonly string[]): Promise<void> =>
  execute(trx)`
    UPDATE webhooks w SET space_id = NULL, is_active = w.is_active AND u.plan = ANY(${plans})
    FROM spaces s JOIN users u ON u.id = s.owner_id
    WHERE w.space_id = ${spaceId} AND s.id = w.space_id`;

/** Fails deliveries whose last attempt was lost twice: they may be what crashes senders. They count as failures. */
export const failLost = (db: Db, attempts: number): Promise<void> => execute(db)`
    WITH lost AS MATERIALIZED (
      SELECT id, webhook_id FROM webhook_deliveries
      WHERE status = 'pending' AND claimed_until <= statement_timestamp()
        AND is_repeat AND attempts >= coalesce(last_attempt, ${attempts}::integer)
      LIMIT ${sql.lit(together)}
    ), webhook AS MATERIALIZED (
      SELECT id, url FROM webhooks WHERE id IN (SELECT webhook_id FROM lost) ORDER BY id FOR NO KEY UPDATE
    ), ended AS (
      UPDATE webhook_deliveries d SET status = 'failed', claimed_until = NULL, is_repeat = false, next_attempt_at = NULL
      FROM webhook w
      WHERE d.id IN (SELECT id FROM lost) AND w.id = d.webhook_id AND d.status = 'pending'
        AND d.claimed_until <= statement_timestamp()
      RETURNING d.id, d.webhook_id, d.is_test, d.attempts AS number, w.url, d.claimed_until
    ), written AS (
      INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms, url, error)
      SELECT n.id, e.id, e.number, clock_timestamp(), 0, e.url, 'not known: the server ended twice before it heard an answer'
      FROM (SELECT *, row_number() OVER () AS position FROM ended) e
      JOIN unnest(${Array.from({ length: together }, newId)}::text[]) WITH ORDINALITY AS n(id, position) USING (position)
    )
    UPDATE webhooks w
    SET failed_in_row = w.failed_in_row + failed, failed_since = coalesce(w.failed_since, clock_timestamp()),
        last_failed_at = clock_timestamp()
    FROM (SELECT webhook_id, count(*) AS failed FROM ended WHERE NOT is_test GROUP BY webhook_id) e
    WHERE w.id = e.webhook_id`;
