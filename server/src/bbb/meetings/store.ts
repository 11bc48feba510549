import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, hasRows, selectAll, selectColumn, selectFirst } from '../../platform/db/rows.ts';
import { columnsOf, type NewRowOf, type RowOf, snakeCased } from '../../platform/db/tables.ts';

export type Meeting = RowOf<'bbb_meetings'>;
export type MeetingEndReason = NonNullable<Meeting['endReason']>;

interface Named {
  spaceId: string;
  meetingId: string;
}

export const liveMeeting = (db: Db, { spaceId, meetingId }: Named) => selectFirst<Meeting>(db)`
    SELECT ${columnsOf('bbb_meetings', 'm')} FROM bbb_meetings m
    WHERE m.space_id = ${spaceId} AND m.meeting_id = ${meetingId} AND m.ended_at IS NULL`;

/** All live meetings of a group, the newest first. */
export const liveMeetings = (db: Db, spaceId: string) => selectAll<Meeting>(db)`
    SELECT ${columnsOf('bbb_meetings', 'm')} FROM bbb_meetings m
    WHERE m.space_id = ${spaceId} AND m.ended_at IS NULL ORDER BY m.created_at DESC, m.id DESC`;

/** The newest meeting with this id, whether it goes on or not. */
export const newestMeeting = (db: Db, { spaceId, meetingId }: Named) => selectFirst<Meeting>(db)`
    SELECT ${columnsOf('bbb_meetings', 'm')} FROM bbb_meetings m
    WHERE m.space_id = ${spaceId} AND m.meeting_id = ${meetingId} ORDER BY m.create_time DESC LIMIT 1`;

/** Serializes what creates a meeting with this id until the transaction ends. */
export const lockMeetingId = (trx: Db, { spaceId, meetingId }: Named): Promise<void> => execute(trx)`
    SELECT pg_advisory_xact_lock(hashtextextended(${`bbb meeting ${spaceId} ${meetingId}`}, 0))`;

export const storeMeeting = async (trx: Db, meeting: NewRowOf<'bbb_meetings'>): Promise<void> => {
  await trx.insertInto('bbb_meetings').values(snakeCased(meeting)).execute();
};

/** Stores that somebody is in the live meeting of a room. */
export const noteFirstEntry = (trx: Db, { room }: { room: { id: string } }): Promise<void> => execute(trx)`
    UPDATE bbb_meetings SET first_entry_at = ${now()}
    WHERE room_id = ${room.id} AND ended_at IS NULL AND first_entry_at IS NULL`;

/** Ends a live meeting, named by its id or by its room. @returns undefined if it has ended before */
export const markEnded = (
  trx: Db,
  { id, roomId }: { id?: string; roomId?: string },
  reason: MeetingEndReason,
) => selectFirst<{ id: string }>(trx)`
    UPDATE bbb_meetings SET ended_at = ${now()}, end_reason = ${reason}
    WHERE ended_at IS NULL AND (id = ${id ?? null}::text OR room_id = ${roomId ?? null}::text)
    RETURNING id`;

/** The links by which people were sent into a meeting. */
export const linksOfMeeting = (db: Db, id: string) => selectColumn(db)`
    SELECT link_id FROM bbb_joins WHERE meeting_id = ${id}`;

/** Holds the meeting live until the transaction ends. @returns false if it has ended */
export const holdLive = (trx: Db, id: string) => hasRows(trx)`
    SELECT FROM bbb_meetings WHERE id = ${id} AND ended_at IS NULL FOR SHARE`;

export const insertJoin = async (trx: Db, join: NewRowOf<'bbb_joins'>): Promise<void> => {
  await trx.insertInto('bbb_joins').values(snakeCased(join)).execute();
};

/** Deletes what only this API knows of erased people. */
export const eraseJoins = (trx: Db, linkIds: readonly string[]): Promise<void> => execute(trx)`
    UPDATE bbb_joins SET custom_data = '{}', logout_url = NULL WHERE link_id = ANY (${linkIds})`;

/**
 * Deletes meetings that ended before, with their recordings. The last meeting with an id stays while its room does, without
 * what clients said of it: it is how the next one finds the room, and it keeps the order of create times.
 * @returns whether there may be more
 */
export const deletePastMeetings = async (trx: Db, before: Date, limit: number): Promise<boolean> => {
  const deleted = await selectColumn(trx)`
    DELETE FROM bbb_meetings WHERE id IN (
      SELECT m.id FROM bbb_meetings m
      WHERE m.ended_at < ${before} AND (
        NOT EXISTS (SELECT FROM rooms r WHERE r.id = m.room_id) OR EXISTS (
          SELECT FROM bbb_meetings next
          WHERE next.space_id = m.space_id AND next.meeting_id = m.meeting_id AND next.create_time > m.create_time
        )
      )
      ORDER BY m.ended_at LIMIT ${limit}
    )
    RETURNING id`;
  const emptied = await selectColumn(trx)`
    WITH past AS (
      SELECT m.id FROM bbb_meetings m
      WHERE m.ended_at < ${before} AND (
        m.settings <> '{}'
        OR EXISTS (SELECT FROM bbb_recordings b WHERE b.meeting_id = m.id)
        OR EXISTS (SELECT FROM bbb_joins j WHERE j.meeting_id = m.id)
        OR EXISTS (SELECT FROM bbb_logos l WHERE l.meeting_id = m.id)
      )
      ORDER BY m.ended_at LIMIT ${limit}
    ), recordings AS (
      DELETE FROM bbb_recordings WHERE meeting_id IN (SELECT id FROM past)
    ), joins AS (
      DELETE FROM bbb_joins WHERE meeting_id IN (SELECT id FROM past)
    ), logos AS (
      DELETE FROM bbb_logos WHERE meeting_id IN (SELECT id FROM past)
    )
    UPDATE bbb_meetings
    SET name = '', attendee_password = '', moderator_password = '', settings = '{}', metadata = '{}'
    WHERE id IN (SELECT id FROM past) RETURNING id`;
  return deleted.length === limit || emptied.length === limit;
};
