import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { selectAll } from '../../platform/db/rows.ts';
import type { MeetingEndReason } from './store.ts';

/**
 * Finds live meetings that have to end now, and why, the oldest first, without those of these ids. The last departure is
 * read of a meeting only while nobody, or no moderator, is in it.
 */
export const findDueMeetings = (
  db: Db,
  { except, limit }: { except: readonly string[]; limit: number },
) => selectAll<{
  id: string;
  roomId: string;
  reason: MeetingEndReason;
}>(db)`
    SELECT due.id, due.room_id AS "roomId", due.reason FROM (
      SELECT m.id, m.room_id, m.created_at, CASE
        WHEN m.ends_at <= ${now()} THEN 'duration'
        WHEN m.first_entry_at IS NULL THEN CASE WHEN m.unjoined_until <= ${now()} THEN 'unjoined' END
        WHEN m.empty_minutes > 0 AND NOT EXISTS (
          SELECT FROM bbb_meeting_visits v WHERE v.meeting_id = m.id AND v.exited_at IS NULL
        ) AND coalesce((
          SELECT max(v.exited_at) FROM bbb_meeting_visits v WHERE v.meeting_id = m.id
        ), m.first_entry_at) <= ${now()}::timestamptz - make_interval(mins => m.empty_minutes) THEN 'empty'
        WHEN m.no_moderator_minutes IS NOT NULL AND NOT EXISTS (
          SELECT FROM bbb_meeting_visits v JOIN participants p ON p.id = v.participant_id AND p.role = 'moderator'
          WHERE v.meeting_id = m.id AND v.exited_at IS NULL
        ) AND (
          SELECT max(v.exited_at) FROM bbb_meeting_visits v
          JOIN participants p ON p.id = v.participant_id AND p.role = 'moderator'
          WHERE v.meeting_id = m.id
        ) <= ${now()}::timestamptz - make_interval(mins => m.no_moderator_minutes) THEN 'no_moderator'
      END AS reason
      FROM bbb_meetings m WHERE m.ended_at IS NULL AND m.id <> ALL (${except})
    ) due
    WHERE due.reason IS NOT NULL
    ORDER BY due.created_at, due.id LIMIT ${limit}`;
