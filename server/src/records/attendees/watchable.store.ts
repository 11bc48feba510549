import { sql } from 'kysely';
import { participantsOfCaller } from '../../calls/calls.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { selectAll } from '../../platform/db/rows.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import { type RecordRow, recordColumns } from '../store.ts';

/**
 * Whether the participant `p`, who attended its call, may watch a recording `r` of the room `o`: always as a moderator by
 * a link (docs/decisions/0190), else if the people who attended may.
 */
const isWatchable = sql`(
  r.deleted_at IS NULL AND NOT r.is_sample
  AND (
    p.link_id IS NOT NULL AND p.role = 'moderator'
    OR coalesce(r.is_watching_allowed, (o.flags ->> 'isRecordWatchingAllowed')::boolean, false)
  )
)`;

/** A recording, and the participant as whom the caller attended its call. */
export type WatchableRow = RecordRow & { attendeeId: string };

/** The recordings of the room that the caller may watch, also those that are being made. */
export async function watchableRecords(
  db: Db,
  { caller, roomId, page }: { caller: Caller; roomId: string; page: Page },
): Promise<{ items: WatchableRow[]; total: number }> {
  const own = participantsOfCaller(caller);
  if (!own) return { items: [], total: 0 };
  // One row for each recording, also if the person attended by two devices.
  const all = sql`
    FROM (
      SELECT DISTINCT ON (r.id) r.id, p.id AS attendee_id
      FROM participants p
      JOIN visits v ON v.participant_id = p.id
      JOIN records r ON r.call_id = v.call_id
      JOIN rooms o ON o.id = r.room_id
      CROSS JOIN LATERAL past_call_standing(p, r.call_id) st
      WHERE p.id IN (${own}) AND r.room_id = ${roomId}
        AND r.state IN ('new', 'recording', 'processing', 'finished')
        AND ${isWatchable} AND st.may_see
      ORDER BY r.id, p.id
    ) w JOIN records r ON r.id = w.id`;
  const direction = sqlDirectionOf(page);
  const rows = await selectAll<WatchableRow>(db)`
    SELECT ${recordColumns}, w.attendee_id AS "attendeeId" ${all}
    ORDER BY r.created_at ${direction}, r.id ${direction} ${sqlLimitOf(page)}`;
  return withTotal(db, rows, { page, all });
}

/** A participant who has the address of a recording. */
export interface RecordAttendee {
  recordId: string;
  attendeeId: string;
}

/** Selects those who may watch now. */
export async function filterWatching(db: Db, watching: RecordAttendee[]): Promise<RecordAttendee[]> {
  const recordIds = watching.map(({ recordId }) => recordId);
  const attendeeIds = watching.map(({ attendeeId }) => attendeeId);
  return selectAll<RecordAttendee>(db)`
    SELECT w.record_id AS "recordId", w.attendee_id AS "attendeeId"
    FROM unnest(${recordIds}::text[], ${attendeeIds}::text[]) AS w (record_id, attendee_id)
    JOIN records r ON r.id = w.record_id
    JOIN rooms o ON o.id = r.room_id
    JOIN participants p ON p.id = w.attendee_id
    CROSS JOIN LATERAL past_call_standing(p, r.call_id) st
    WHERE ${isWatchable} AND st.may_see
      AND EXISTS (SELECT FROM visits v WHERE v.participant_id = p.id AND v.call_id = r.call_id)`;
}
