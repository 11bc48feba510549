import type { HookEventName } from '../../../../contract/operations/bigbluebutton-deliveries.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { HookEventContent } from '../../platform/db/json-columns.ts';
import { arrayOf } from '../../platform/db/prepared.ts';
import { execute, hasRows, selectColumn } from '../../platform/db/rows.ts';
import { callbacksChannel, repeatedSeconds } from '../callbacks/sending/deliveries.store.ts';

/**
 * Stores events of one kind in the transaction of the change, if a hook wants them. They become deliveries after the
 * commit, in the order in which events become visible: no transaction waits for another one that has an event of the
 * same meeting.
 */
export const noteEvents = (
  trx: Db,
  meetingId: string,
  { name, contents }: { name: HookEventName; contents: readonly HookEventContent[] },
): Promise<void> => execute(trx)`
    WITH noted AS (
      INSERT INTO bbb_hook_events (meeting_id, event_name, content, created_at)
      SELECT m.id, ${name}, given.content, ${now()}
      FROM bbb_meetings m
      CROSS JOIN jsonb_array_elements(${JSON.stringify(contents)}::jsonb) WITH ORDINALITY AS given (content, place)
      WHERE m.id = ${meetingId} AND EXISTS (
        SELECT FROM bbb_hooks h
        WHERE h.space_id = m.space_id AND h.removed_at IS NULL
          AND (h.client_meeting_id IS NULL OR h.meeting_id = m.id)
          AND (h.event_names IS NULL OR ${name} = ANY (h.event_names))
      )
      ORDER BY given.place
      RETURNING id
    )
    SELECT pg_notify(${callbacksChannel}, '') FROM noted LIMIT 1`;

/** The same with one event. */
export const noteEvent = (
  trx: Db,
  meetingId: string,
  { name, content = {} }: { name: HookEventName; content?: HookEventContent },
): Promise<void> => noteEvents(trx, meetingId, { name, contents: [content] });

export const hasEvents = (db: Db): Promise<boolean> => hasRows(db)`SELECT FROM bbb_hook_events LIMIT 1`;

/** Advisory lock id. One node at a time makes deliveries of events, so that each queue has their order. */
const queueLock = 7_406_811_022;

/** Events of one transaction. */
const together = 200;

/** @returns false while another node does it */
export const lockQueues = (trx: Db): Promise<boolean> => hasRows(trx)`
    SELECT FROM (SELECT pg_try_advisory_xact_lock(${queueLock}::bigint) AS is_locked) l WHERE is_locked`;

/** The ids of the next events. They are read once: an event that commits meanwhile waits for the next transaction. */
export const nextEvents = (trx: Db): Promise<string[]> => selectColumn(trx)`
    SELECT id FROM bbb_hook_events ORDER BY id LIMIT ${together}`;

/** Locks the hooks of these events: the end of a delivery, which begins the next one, waits. */
export const lockHooksOfEvents = (trx: Db, eventIds: readonly string[]): Promise<void> => execute(trx)`
    SELECT FROM bbb_hooks h
    WHERE h.id IN (
      SELECT o.id
      FROM (SELECT meeting_id FROM bbb_hook_events WHERE id = ANY (${arrayOf([...eventIds], 'bigint')})) e
      JOIN bbb_meetings m ON m.id = e.meeting_id
      JOIN bbb_hooks o ON o.space_id = m.space_id AND o.removed_at IS NULL
        AND (o.client_meeting_id IS NULL OR o.meeting_id = m.id)
    )
    ORDER BY h.id FOR NO KEY UPDATE`;

/** Makes a delivery of each of these events for each of its hooks. The first of an empty queue is due. */
export const queueDeliveries = (trx: Db, eventIds: readonly string[]): Promise<void> => execute(trx)`
    WITH taken AS (
      DELETE FROM bbb_hook_events WHERE id = ANY (${arrayOf([...eventIds], 'bigint')})
      RETURNING id, meeting_id, event_name, content, created_at
    ), wanted AS (
      SELECT t.*, h.id AS hook_id, h.space_id, h.callback_url,
        row_number() OVER (PARTITION BY h.id, t.meeting_id ORDER BY t.id) AS place
      FROM taken t JOIN bbb_meetings m ON m.id = t.meeting_id
      JOIN bbb_hooks h ON h.space_id = m.space_id AND h.removed_at IS NULL
        AND (h.client_meeting_id IS NULL OR h.meeting_id = m.id)
        AND (h.event_names IS NULL OR t.event_name = ANY (h.event_names))
    )
    INSERT INTO bbb_deliveries
      (id, space_id, meeting_id, event_name, url, hook_id, content, created_at, expires_at, next_attempt_at)
    SELECT lpad(to_hex((extract(epoch FROM w.created_at) * 1000)::bigint), 12, '0')
        || left(replace(gen_random_uuid()::text, '-', ''), 12),
      w.space_id, w.meeting_id, w.event_name, w.callback_url, w.hook_id, w.content, w.created_at,
      w.created_at + make_interval(secs => ${repeatedSeconds}),
      CASE WHEN w.place = 1 AND NOT EXISTS (
        SELECT FROM bbb_deliveries d
        WHERE d.hook_id = w.hook_id AND d.meeting_id = w.meeting_id AND d.status = 'pending'
      ) THEN clock_timestamp() END
    FROM wanted w ORDER BY w.id`;

/** The highest that a queue number can be. */
const lastNumber = '9223372036854775807';

/** Locks a hook until the transaction ends, as whoever adds to its queues does. */
export const lockHook = (trx: Db, id: string): Promise<void> => execute(trx)`
    SELECT FROM bbb_hooks WHERE id = ${id} FOR NO KEY UPDATE`;

/**
 * Makes the first delivery of a queue due, unless it is or waits for its next attempt. Those before it that expired
 * without an attempt have failed.
 */
export const beginNext = (
  trx: Db,
  { hookId, meetingId }: { hookId: string; meetingId: string },
): Promise<void> => execute(trx)`
    WITH next AS (
      SELECT id, queue_number FROM bbb_deliveries
      WHERE hook_id = ${hookId} AND meeting_id = ${meetingId} AND status = 'pending'
        AND (next_attempt_at IS NOT NULL OR expires_at > ${now()})
      ORDER BY queue_number LIMIT 1
    ), expired AS (
      UPDATE bbb_deliveries SET status = 'failed'
      WHERE hook_id = ${hookId} AND meeting_id = ${meetingId} AND status = 'pending'
        AND queue_number < coalesce((SELECT queue_number FROM next), ${lastNumber}::bigint)
    )
    UPDATE bbb_deliveries SET next_attempt_at = clock_timestamp()
    WHERE id = (SELECT id FROM next) AND next_attempt_at IS NULL`;
