import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { selectColumn } from '../../platform/db/rows.ts';

/** The chat users of those of the participants (a query of `participant_id`) who moderate. */
const moderatorsAmong = (db: Db, participants: RawBuilder<unknown>): Promise<string[]> => selectColumn(db)`
    SELECT DISTINCT up.user_id AS id
    FROM (${participants}) here
    JOIN participants p ON p.id = here.participant_id AND p.role = 'moderator' AND p.removed_at IS NULL
    JOIN chat_user_participants up ON up.participant_id = p.id`;

const inCallOf = (roomId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT v.participant_id
  FROM calls c JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
  WHERE c.room_id = ${roomId} AND c.finished_at IS NULL`;

/** The chat users of moderators who are in the call of a room now. */
export const moderatorsInCallOf = (db: Db, roomId: string): Promise<string[]> =>
  moderatorsAmong(db, inCallOf(sql`${roomId}`));

/** The chat users of moderators who are in the call of the channel's room now, or watch the channel's session. */
export const moderatorsHere = (db: Db, channelId: string): Promise<string[]> =>
  moderatorsAmong(
    db,
    sql`${inCallOf(sql`(SELECT id FROM rooms WHERE channel_id = ${channelId})`)}
      UNION ALL
      SELECT w.participant_id
      FROM playback_sessions s JOIN viewings w ON w.session_id = s.id AND w.closed_at IS NULL
      WHERE s.chat_channel_id = ${channelId}`,
  );
