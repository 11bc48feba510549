import { type Db, inTransaction } from '../../../platform/db/db.ts';
import { execute } from '../../../platform/db/rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { AttemptOutcome } from '../../../webhooks/webhooks.ts';
import { beginNext, lockHook } from '../../hooks/events.store.ts';
import type { ClaimedCallback } from './claims.store.ts';

export interface CallbackAttempt extends AttemptOutcome {
  startedAt: Date;
  /** Seconds until the next attempt; null: there is none. */
  retryAfter: number | null;
}

/**
 * Saves the outcome of an attempt. A success always counts. A failure counts only while the claim is still this
 * sender's: otherwise another node works on the delivery.
 */
const insertAttempt = (db: Db, claimed: ClaimedCallback, attempt: CallbackAttempt): Promise<void> =>
  execute(db)`
    WITH noted AS (
      UPDATE bbb_deliveries d
      SET status = CASE
            WHEN ${attempt.isProcessed}::boolean THEN 'delivered' WHEN ${attempt.retryAfter}::float8 IS NULL THEN 'failed'
            ELSE 'pending'
          END,
          claimed_until = NULL,
          next_attempt_at = clock_timestamp() + make_interval(secs => ${attempt.retryAfter}::float8)
      WHERE d.id = ${claimed.id} AND d.status = 'pending'
        AND (d.claimed_until = ${claimed.claimedUntil} OR ${attempt.isProcessed}::boolean)
      RETURNING d.id
    )
    INSERT INTO bbb_delivery_attempts (id, delivery_id, number, started_at, duration_ms, status_code, answer, error)
    SELECT ${newId()}, noted.id, ${claimed.attempts}::int, ${attempt.startedAt}::timestamptz, ${attempt.durationMs}::int,
      ${attempt.statusCode}::int, ${attempt.answer}::text, ${attempt.error}::text
    FROM noted`;

/** Saves the outcome of an attempt; after the end of a hook's delivery the next one of its queue is due. */
export async function saveAttempt(db: Db, claimed: ClaimedCallback, attempt: CallbackAttempt): Promise<void> {
  const { hookId, meetingId } = claimed;
  if (hookId === null) return insertAttempt(db, claimed, attempt);
  await inTransaction(db, async (trx) => {
    await lockHook(trx, hookId);
    await insertAttempt(trx, claimed, attempt);
    await beginNext(trx, { hookId, meetingId });
  });
}
