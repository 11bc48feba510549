import type { Db } from '../../platform/db/db.ts';
import { selectAll } from '../../platform/db/rows.ts';

/** A message of the recorded call as viewers see it. */
export interface RecordedMessage {
  id: string;
  /** Seconds from the start of the recording. */
  atSecond: number;
  author: string;
  text: string;
}

/** So many messages of one stretch are shown; nobody reads faster. */
const mostMessages = 1000;

/**
 * The messages that people wrote in the recorded call which a session plays, from one second of the recording up to, not
 * including, another: as moderators prepared them, and none if the playback does not replay the chat.
 */
export const recordedMessagesOf = (db: Db, sessionId: string, { from, to }: { from: number; to: number }) =>
  selectAll<RecordedMessage>(db)`
    SELECT m.id::text AS id, extract(epoch FROM m.created_at - k.started_at)::double precision AS "atSecond",
      coalesce(o.display_name, u.display_name, '') AS author, m.text
    FROM playback_sessions s
    JOIN playbacks b ON b.room_id = s.playback_id AND b.is_chat_replayed
    JOIN videos v ON v.id = coalesce(s.video_id, CASE WHEN b.readiness = 'ready' THEN b.video_id END)
    JOIN records k ON k.id = v.record_id AND k.started_at IS NOT NULL
    JOIN chat_channels c ON c.room_id = k.room_id AND c.session_id IS NULL
    JOIN chat_messages m ON m.channel_id = c.id AND m.type = 'user' AND m.deleted_at IS NULL
      AND m.created_at >= k.started_at + make_interval(secs => ${from})
      AND m.created_at < k.started_at + make_interval(secs => ${to})
      AND m.created_at <= k.started_at + make_interval(secs => coalesce(k.duration, 0))
    LEFT JOIN chat_users u ON u.id = m.user_id
    LEFT JOIN original_messages o ON o.playback_id = s.playback_id AND o.message_id = m.id
    WHERE s.id = ${sessionId} AND NOT coalesce(o.is_hidden, false)
    ORDER BY m.created_at, m.id LIMIT ${mostMessages}`;
