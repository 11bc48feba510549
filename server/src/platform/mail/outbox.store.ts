import type { Db } from '../db/db.ts';
import { execute, selectAll } from '../db/rows.ts';
import { type NewRowOf, type RowOf, snakeCased } from '../db/tables.ts';

type Row = RowOf<'queued_emails'>;

/** An email that is sent until the mail server accepts it. Its content is written when it is sent. */
export type QueuedEmail = Pick<
  Row,
  'id' | 'kind' | 'roomId' | 'callId' | 'userId' | 'recordId' | 'reminderId' | 'occasion' | 'attempts'
>;
/** An email is about a call or a recording and an account, or about a reminder. */
export type NewEmail = Omit<NewRowOf<'queued_emails'>, 'expiresAt' | 'attempts' | 'dueAt'>;
export type EmailKind = Row['kind'];

/** Inserts the emails for the next run of any node; those that are queued already stay as they are. */
export async function insertQueuedEmails(trx: Db, emails: NewEmail[], expiresAt: Date): Promise<void> {
  if (emails.length === 0) return;
  await trx
    .insertInto('queued_emails')
    .values(emails.map((email) => ({ ...snakeCased(email), expires_at: expiresAt })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export interface EmailClaim {
  kinds: EmailKind[];
  limit: number;
  /** The pause after the first attempt; each further pause is twice as long. */
  pauseMs: number;
  longestPauseMs: number;
}

/**
 * Claims due emails for an attempt by setting the time of the next one, so that no other node takes them meanwhile.
 * Ignores kinds that a newer version queued. No job library is used (docs/decisions/0046).
 */
export const claimQueuedEmails = (db: Db, { kinds, limit, pauseMs, longestPauseMs }: EmailClaim) =>
  selectAll<QueuedEmail>(db)`
    UPDATE queued_emails SET attempts = attempts + 1,
      due_at = clock_timestamp()
        + least(${pauseMs} * power(2, least(attempts, 20)), ${longestPauseMs}) * interval '1 millisecond'
    WHERE id IN (
      SELECT id FROM queued_emails
      WHERE due_at <= clock_timestamp() AND expires_at > clock_timestamp() AND kind = ANY (${kinds})
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, room_id AS "roomId", call_id AS "callId", user_id AS "userId",
      record_id AS "recordId", reminder_id AS "reminderId", occasion, attempts`;

export const deleteQueuedEmail = (db: Db, id: string) =>
  execute(db)`DELETE FROM queued_emails WHERE id = ${id}`;

/** Deletes emails whose time is over. One in progress stays. */
export const deleteExpiredEmails = (db: Db) => selectAll<{ id: string; attempts: number }>(db)`
    DELETE FROM queued_emails WHERE expires_at <= clock_timestamp() AND due_at <= clock_timestamp()
    RETURNING id, attempts`;
