import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';

/** Told on commit, when there is something to send. */
export const channel = 'lectern_webhook_deliveries';

export interface NewDelivery {
  eventName: string;
  spaceId: string;
  roomId: string;
  recordId: string | null;
  callId: string | null;
  body: string;
  isTest: boolean;
  /** Plans whose groups may have webhooks. */
  plans: readonly string[];
}

/**
 * Writes the delivery where the group has an active webhook and its owner's plan allows one; wakes the senders on commit.
 * @returns its id, where it was written
 */
export async function insertDelivery(trx: Db, delivery: NewDelivery): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
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
      RETURNING id
    )
    SELECT id, pg_notify(${channel}, '') FROM written`.execute(trx);
  return rows[0]?.id;
}

export interface ClaimedDelivery {
  id: string;
  event_id: string;
  room_id: string;
  call_id: string | null;
  body: string;
  /** This attempt's number. */
  attempts: number;
  claimed_until: Date;
  /** The number of its last attempt, where one more was asked for by hand. */
  last_attempt: number | null;
  is_test: boolean;
  url: string;
  secret: Buffer;
  /** The secret before it, while they overlap. */
  previous_secret: Buffer | null;
}

export interface ClaimWish {
  /** Who claims. */
  node: string;
  limit: number;
  /** How many may be in flight for one target, over all nodes. */
  perTarget: number;
  holdSeconds: number;
  /** How many attempts there are in all. */
  attempts: number;
  plans: readonly string[];
}

/** Any number that nothing else of ours locks: nodes claim one after another, so that the limits hold over all. */
const claimLock = 7_406_811_003;

/**
 * Takes deliveries that are due, oldest first, and counts the attempt before it is made: no other sender
 * makes the same one. A hold that ran out is a sender that died, and nobody knows whether its attempt arrived: it is
 * made again under the same number, since three attempts are promised and one that perhaps never left is none. Once:
 * lost a second time it counts, so that no attempt is sent more than twice and a delivery that brings senders down ends.
 * What may not be sent any more (switched off, plan without webhooks) ends here, too.
 */
export function claimDeliveries(db: Db, wish: ClaimWish): Promise<ClaimedDelivery[]> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${claimLock}::bigint)`.execute(trx);
    const { rows } = await sql<ClaimedDelivery & { status: string }>`
      WITH pending AS (
        SELECT d.id, d.sequence, d.claimed_until, d.next_attempt_at,
               substring(lower(w.url) FROM '^https?://[^/?#]+') AS target
        FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
        WHERE d.status = 'pending' AND d.next_attempt_at <= clock_timestamp()
      ), held AS (
        SELECT target, count(*) AS places FROM pending WHERE claimed_until > clock_timestamp() GROUP BY target
      ), ranked AS (
        SELECT id, sequence, target, row_number() OVER (PARTITION BY target ORDER BY sequence) AS place
        FROM pending WHERE claimed_until IS NULL OR claimed_until <= clock_timestamp()
      ), fitting AS (
        SELECT id FROM ranked LEFT JOIN held USING (target)
        WHERE place + coalesce(places, 0) <= ${wish.perTarget}
        ORDER BY sequence LIMIT ${wish.limit}
      ), chosen AS (
        SELECT id, webhook_id, coalesce(last_attempt, ${wish.attempts}) AS last_number,
               CASE WHEN claimed_until IS NULL OR is_repeat THEN attempts + 1 ELSE attempts END AS number
        FROM webhook_deliveries WHERE id IN (SELECT id FROM fitting)
        FOR UPDATE SKIP LOCKED
      ), target AS (
        SELECT w.id AS webhook_id, w.url, w.secret, w.is_active AND u.plan = ANY(${wish.plans}) AS is_allowed,
               CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END AS previous_secret
        FROM webhooks w JOIN spaces s ON s.id = w.space_id JOIN users u ON u.id = s.owner_id
      ), judged AS (
        SELECT id, number, url, secret, previous_secret, is_allowed AND number <= last_number AS may_be_sent
        FROM chosen JOIN target USING (webhook_id)
      ), claimed AS (
        UPDATE webhook_deliveries d
        SET status = CASE WHEN may_be_sent THEN 'pending' ELSE 'failed' END,
            attempts = CASE WHEN may_be_sent THEN number ELSE d.attempts END,
            claimed_by = ${wish.node},
            is_repeat = may_be_sent AND number = d.attempts,
            claimed_until = CASE WHEN may_be_sent
              THEN date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${wish.holdSeconds}) END,
            next_attempt_at = CASE WHEN may_be_sent THEN d.next_attempt_at END
        FROM judged
        WHERE d.id = judged.id
        RETURNING d.sequence, d.status, d.id, d.event_id, d.room_id, d.call_id, d.body, d.attempts, d.last_attempt,
                  d.is_test, d.claimed_until, judged.url, judged.secret, judged.previous_secret
      )
      SELECT * FROM claimed ORDER BY sequence`.execute(trx);
    return rows.filter((row) => row.status === 'pending');
  });
}

/** Lets go of all that this node held when it died: nobody else sends in its name. */
export async function letGoOfAll(db: Db, node: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ claimed_until: sql<Date>`clock_timestamp()` })
    .where('status', '=', 'pending')
    .where('claimed_by', '=', node)
    .where('claimed_until', '>', sql<Date>`clock_timestamp()`)
    .execute();
}

export interface AttemptNote {
  startedAt: Date;
  /** What was sent; null where nothing was. */
  sent: { url: string; signature: string; headerSignature: string } | null;
  isProcessed: boolean;
  durationMs: number;
  statusCode: number | null;
  answer: string | null;
  error: string | null;
  /** Seconds until the next attempt; null when there is none. */
  retryAfter: number | null;
}

/**
 * Writes down what came of an attempt. A success counts whenever it is told; a failure only while the hold is
 * still this sender's, since otherwise somebody else is at work on the delivery.
 */
export async function noteAttempt(db: Db, claimed: ClaimedDelivery, note: AttemptNote): Promise<void> {
  const status = note.isProcessed ? 'delivered' : note.retryAfter === null ? 'failed' : 'pending';
  const pause = note.isProcessed ? null : note.retryAfter;
  await sql`
    WITH noted AS (
      UPDATE webhook_deliveries
      SET status = ${status}, claimed_until = NULL, is_repeat = false,
          next_attempt_at = clock_timestamp() + make_interval(secs => ${pause}::double precision)
      WHERE id = ${claimed.id} AND status = 'pending'
        AND (claimed_until = ${claimed.claimed_until} OR ${note.isProcessed})
      RETURNING id
    )
    INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms, status_code, answer, error,
                                  url, signature, header_signature)
    SELECT ${newId()}, id, ${claimed.attempts}::integer, ${note.startedAt}, ${note.durationMs}::integer,
           ${note.statusCode}::integer, ${note.answer}, ${note.error},
           ${note.sent?.url ?? null}, ${note.sent?.signature ?? null}, ${note.sent?.headerSignature ?? null}
    FROM noted`.execute(db);
}

/** Lets go of a delivery whose attempt we cut short ourselves, at a stop: as if the hold had run out now. */
export async function letGo(db: Db, claimed: ClaimedDelivery): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ claimed_until: sql<Date>`clock_timestamp()` })
    .where('id', '=', claimed.id)
    .where('status', '=', 'pending')
    .where('claimed_until', '=', claimed.claimed_until)
    .execute();
}
