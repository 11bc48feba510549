import { type RawBuilder, sql } from 'kysely';
import type { EventName } from '../../../../contract/events.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { execute, selectFirst } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { channel } from '../sending/deliveries.store.ts';

type StoredAttempt = RowOf<'webhook_attempts'>;
/** It is read as JSON, which has no times. */
export type AttemptRow = Pick<StoredAttempt, 'number' | 'durationMs' | 'url' | 'statusCode' | 'error'> & {
  startedAt: string;
};
export type FullAttemptRow = AttemptRow & Pick<StoredAttempt, 'answer' | 'signature' | 'headerSignature'>;

type DeliveryColumn =
  | 'id'
  | 'eventId'
  | 'roomId'
  | 'recordId'
  | 'callId'
  | 'status'
  | 'isTest'
  | 'isSample'
  | 'body';
export type DeliveryRow<A = AttemptRow> = Pick<
  RowOf<'webhook_deliveries'>,
  DeliveryColumn | 'createdAt' | 'nextAttemptAt'
> & { eventName: EventName; attempts: A[] };

const attemptColumns = sql`
  'number', a.number, 'startedAt', a.started_at, 'durationMs', a.duration_ms, 'url', a.url,
  'statusCode', a.status_code, 'error', a.error`;
const contents = sql`, 'answer', a.answer, 'signature', a.signature, 'headerSignature', a.header_signature`;

/** A delivery may be sent again any number of times; only this many of its newest attempts are shown. */
const shownAttempts = 100;

const columns = (ofAttempt: RawBuilder<unknown>) => sql`
  d.id, d.event_id AS "eventId", d.event_name AS "eventName", d.room_id AS "roomId", d.record_id AS "recordId",
  d.call_id AS "callId", d.status, d.is_test AS "isTest", d.is_sample AS "isSample", d.created_at AS "createdAt",
  d.next_attempt_at AS "nextAttemptAt", d.body,
  coalesce((
    SELECT json_agg(json_build_object(${ofAttempt}) ORDER BY a.started_at, a.id)
    FROM (
      SELECT * FROM webhook_attempts WHERE delivery_id = d.id ORDER BY started_at DESC, id DESC LIMIT ${shownAttempts}
    ) a
  ), '[]') AS attempts`;

export interface DeliveryFilters {
  eventName?: EventName;
  status?: DeliveryRow['status'] | undefined;
  dateFrom?: Date;
  /** Exclusive. */
  dateTo?: Date;
}

function matching(webhookId: string, { eventName, status, dateFrom, dateTo }: DeliveryFilters) {
  const wishes = [sql`d.webhook_id = ${webhookId}`];
  if (status) wishes.push(sql`d.status = ${status}`);
  if (eventName) wishes.push(sql`d.event_name = ${eventName}`);
  if (dateFrom) wishes.push(sql`d.created_at >= ${dateFrom}`);
  if (dateTo) wishes.push(sql`d.created_at < ${dateTo}`);
  return sql`FROM webhook_deliveries d WHERE ${sql.join(wishes, sql` AND `)}`;
}

/** Deliveries of a webhook by the time of their events. Attempts are read for the rows of the page only. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { page, ...filters }: DeliveryFilters & { page: Page },
): Promise<{ items: DeliveryRow[]; total: number }> {
  const all = matching(webhookId, filters);
  const direction = sqlDirectionOf(page);
  const order = sql`ORDER BY d.created_at ${direction}, d.sequence ${direction}`;
  const { rows } = await sql<DeliveryRow>`
    SELECT ${columns(attemptColumns)}
    FROM (SELECT d.webhook_id, d.created_at, d.sequence ${all} ${order} ${sqlLimitOf(page)}) page
    JOIN webhook_deliveries d USING (webhook_id, created_at, sequence)
    ${order}`.execute(db);
  return withTotal(db, rows, { page, all });
}

/** One delivery with everything that is stored of it. */
export const findDelivery = (db: Db, webhookId: string, id: string) =>
  selectFirst<DeliveryRow<FullAttemptRow>>(db)`
    SELECT ${columns(sql`${attemptColumns}${contents}`)}
    FROM webhook_deliveries d WHERE d.webhook_id = ${webhookId} AND d.id = ${id}`;

/** Adds an attempt to an ended delivery; makes a waiting one due now. */
const again = sql`
  status = 'pending', next_attempt_at = now(),
  last_attempt = CASE WHEN status = 'pending' THEN last_attempt ELSE attempts + 1 END`;

/** Sends a delivery again, unless it is in flight. */
export const scheduleRedelivery = (db: Db, id: string): Promise<void> => execute(db)`
    WITH sent AS (
      UPDATE webhook_deliveries SET ${again}
      WHERE id = ${id} AND (claimed_until IS NULL OR claimed_until <= now())
      RETURNING id
    )
    SELECT pg_notify(${channel}, '') FROM sent LIMIT 1`;

/**
 * Sends the deliveries again that failed in a period.
 * @returns how many
 */
export async function scheduleFailedRedeliveries(
  db: Db,
  webhookId: string,
  period: Omit<DeliveryFilters, 'status'>,
): Promise<number> {
  const failed = matching(webhookId, { ...period, status: 'failed' });
  const sent = await selectFirst<{ count: number }>(db)`
    WITH sent AS (
      UPDATE webhook_deliveries SET ${again}
      WHERE id IN (SELECT d.id ${failed} ORDER BY d.created_at, d.sequence FOR UPDATE)
        AND status = 'failed'
      RETURNING id
    ), notified AS (
      SELECT pg_notify(${channel}, '') WHERE EXISTS (SELECT FROM sent)
    )
    SELECT (SELECT count(*) FROM sent)::int AS count, (SELECT count(*) FROM notified) AS notified`;
  return sent?.count ?? 0;
}
