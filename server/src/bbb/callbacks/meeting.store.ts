import type { Db } from '../../platform/db/db.ts';
import type { MeetingSettings } from '../../platform/db/json-columns.ts';
import { hasRows, selectColumn, selectFirst } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';

/** A meeting as its callbacks name it. */
export type CalledBackMeeting = Pick<
  RowOf<'bbb_meetings'>,
  | 'id'
  | 'spaceId'
  | 'roomId'
  | 'meetingId'
  | 'internalId'
  | 'name'
  | 'isOfInstallation'
  | 'createdAt'
  | 'endedAt'
  | 'firstEntryAt'
  | 'createTime'
  | 'attendeePassword'
  | 'moderatorPassword'
> & {
  metadata: Record<string, string>;
  settings: MeetingSettings;
  /** The parameter `meetingEndedURL` of `create`. */
  meetingEndedUrl: string | null;
};

export const meetingById = (db: Db, id: string): Promise<CalledBackMeeting | undefined> =>
  selectFirst<CalledBackMeeting>(db)`
    SELECT id, space_id AS "spaceId", room_id AS "roomId", meeting_id AS "meetingId", internal_id AS "internalId", name,
      is_of_installation AS "isOfInstallation", created_at AS "createdAt", ended_at AS "endedAt",
      first_entry_at AS "firstEntryAt", create_time AS "createTime", attendee_password AS "attendeePassword",
      moderator_password AS "moderatorPassword", metadata, settings, settings ->> 'meetingEndedUrl' AS "meetingEndedUrl"
    FROM bbb_meetings WHERE id = ${id}`;

/** The calls of a meeting, in their order. */
export const callsOfMeeting = (db: Db, id: string): Promise<string[]> => selectColumn(db)`
    SELECT call_id FROM bbb_meeting_calls WHERE meeting_id = ${id} ORDER BY started_at`;

/** Whether a call of the meeting still runs. */
export const hasRunningCall = (db: Db, id: string): Promise<boolean> => hasRows(db)`
    SELECT FROM bbb_meeting_calls m JOIN calls c ON c.id = m.call_id
    WHERE m.meeting_id = ${id} AND c.finished_at IS NULL`;
