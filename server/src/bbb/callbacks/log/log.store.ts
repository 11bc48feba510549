import { type RawBuilder, sql } from 'kysely';
import type { CallbackName } from '../../../../../contract/operations/bigbluebutton-deliveries.ts';
import { after, seconds } from '../../../platform/clock.ts';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../../platform/db/page.ts';
import { execute, selectAll, selectFirst } from '../../../platform/db/rows.ts';
import type { RowOf } from '../../../platform/db/tables.ts';
import { callbacksChannel } from '../sending/deliveries.store.ts';

type StoredAttempt = RowOf<'bbb_delivery_attempts'>;
/** It is read as JSON, which has no times. */
export type CallbackAttemptRow = Pick<
  StoredAttempt,
  'number' | 'durationMs' | 'statusCode' | 'answer' | 'error'
> & {
  startedAt: string;
};

export type CallbackRow = Pick<
  RowOf<'bbb_deliveries'>,
  'id' | 'url' | 'status' | 'createdAt' | 'nextAttemptAt' | 'content'
> & {
  eventName: CallbackName;
  roomId: string;
  /** `bbb_meetings.id`, and the id that the client knows. */
  meeting: string;
  meetingId: string;
  attempts: CallbackAttemptRow[];
};

/** A delivery that fails for a day has about thirty; only the newest of one that is sent again for ever are shown. */
const shownAttempts = 100;

const columns = sql`
  d.id, d.event_name AS "eventName", d.url, d.status, d.created_at AS "createdAt", d.content,
  d.next_attempt_at AS "nextAttemptAt",
  m.id AS meeting, m.meeting_id AS "meetingId", m.room_id AS "roomId",
  coalesce((
    SELECT json_agg(json_build_object('number', a.number, 'startedAt', a.started_at, 'durationMs', a.duration_ms,
      'statusCode', a.status_code, 'answer', a.answer, 'error', a.error) ORDER BY a.started_at, a.id)
    FROM (
      SELECT * FROM bbb_delivery_attempts WHERE delivery_id = d.id ORDER BY started_at DESC, id DESC LIMIT ${shownAttempts}
    ) a
  ), '[]') AS attempts`;

export interface CallbackFilters {
  eventName?: CallbackName | undefined;
  status?: CallbackRow['status'] | undefined;
}

function matching(spaceId: string, { eventName, status }: CallbackFilters): RawBuilder<unknown> {
  const wishes = [sql`d.space_id = ${spaceId}`];
  if (status) wishes.push(sql`d.status = ${status}`);
  if (eventName) wishes.push(sql`d.event_name = ${eventName}`);
  return sql`FROM bbb_deliveries d WHERE ${sql.join(wishes, sql` AND `)}`;
}

/** Attempts are read for the rows of the page only. */
export async function listCallbacks(
  db: Db,
  spaceId: string,
  { page, ...filters }: CallbackFilters & { page: Page },
): Promise<{ items: CallbackRow[]; total: number }> {
  const all = matching(spaceId, filters);
  const direction = sqlDirectionOf(page);
  const order = sql`ORDER BY d.created_at ${direction}, d.id ${direction}`;
  const rows = await selectAll<CallbackRow>(db)`
    SELECT ${columns}
    FROM (SELECT d.id ${all} ${order} ${sqlLimitOf(page)}) page
    JOIN bbb_deliveries d USING (id) JOIN bbb_meetings m ON m.id = d.meeting_id
    ${order}`;
  return withTotal(db, rows, { page, all });
}

export const findCallback = (db: Db, { spaceId, callbackId }: { spaceId: string; callbackId: string }) =>
  selectFirst<CallbackRow>(db)`
    SELECT ${columns} FROM bbb_deliveries d JOIN bbb_meetings m ON m.id = d.meeting_id
    WHERE d.id = ${callbackId} AND d.space_id = ${spaceId}`;

/**
 * Adds an attempt to an ended delivery; makes a waiting one due now. One in flight stays as it is, and one that waits for
 * earlier ones of its hook.
 */
export const scheduleCallbackAgain = (db: Db, id: string): Promise<void> => execute(db)`
    WITH sent AS (
      UPDATE bbb_deliveries
      SET status = 'pending', next_attempt_at = now(),
          last_attempt = CASE WHEN status = 'pending' THEN last_attempt ELSE attempts + 1 END
      WHERE id = ${id} AND (claimed_until IS NULL OR claimed_until <= now())
        AND NOT (status = 'pending' AND next_attempt_at IS NULL)
      RETURNING id
    )
    SELECT pg_notify(${callbacksChannel}, '') FROM sent LIMIT 1`;

/** Deletes up to `limit` ended deliveries created before a moment, with their attempts. Skips locked ones. */
const deleteEnded = (db: Db, before: Date, limit: number) =>
  sql`
    DELETE FROM bbb_deliveries WHERE status <> 'pending' AND id IN (
      SELECT id FROM bbb_deliveries
      WHERE status <> 'pending' AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);

/** Deletes ended deliveries older than `days`, in batches until none is left or `stop` is aborted. */
export const deleteOldCallbacks = (
  db: Db,
  { days, stop }: { days: number; stop?: AbortSignal },
): Promise<void> => deleteInBatches((limit) => deleteEnded(db, after(-seconds(days * 86_400)), limit), stop);
