import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectColumn, selectValue } from '../../platform/db/rows.ts';

/** In seconds: that of the prepared video, until then the stated one. Null: neither is known. */
const lengthOfPlayback = sql`coalesce(m.duration, p.duration)`;

/** The length of a playback in seconds, by which its sessions end. It does not change before the transaction ends. */
export async function lockLength(trx: Db, playbackId: string): Promise<number | null> {
  await execute(trx)`SELECT FROM playbacks p WHERE p.room_id = ${playbackId} FOR SHARE`;
  const length = await selectValue<number | null>(trx)`
    SELECT ${lengthOfPlayback} AS duration
    FROM playbacks p LEFT JOIN playback_media m ON m.playback_id = p.room_id
    WHERE p.room_id = ${playbackId}`;
  return length ?? null;
}

/**
 * Applies the present video and length of a playback to its sessions. Those to come end by the length, or have no end
 * while it is unknown. Those that began without a video and run play it from now on, or end by the stated length while
 * there is none; others keep theirs.
 */
export const applyMediaToSessions = (trx: Db, playbackId: string, at: Date): Promise<void> => execute(trx)`
    UPDATE playback_sessions s
    SET video_id = CASE WHEN s.start_date <= ${at} THEN m.video_id END,
      end_date = CASE WHEN NOT s.is_permanent THEN s.start_date + make_interval(secs => ${lengthOfPlayback}) END
    FROM playbacks p LEFT JOIN playback_media m ON m.playback_id = p.room_id
    WHERE s.playback_id = ${playbackId} AND p.room_id = ${playbackId} AND s.finished_at IS NULL
      AND (s.start_date > ${at} OR s.video_id IS NULL AND coalesce(m.is_online, true)
        AND (s.end_date IS NULL OR s.end_date > ${at}))`;

/** Notes the announced start, and fixes the video unless it is fixed already: new content affects later sessions only. */
export const markSessionStarted = (trx: Db, sessionId: string, at: Date): Promise<void> => execute(trx)`
    UPDATE playback_sessions s
    SET started_at = ${at}, video_id = coalesce(s.video_id, CASE WHEN m.is_online THEN m.video_id END),
      end_date = CASE
        WHEN s.is_permanent OR s.video_id IS NOT NULL THEN s.end_date
        ELSE s.start_date + make_interval(secs => ${lengthOfPlayback}) END
    FROM playbacks p LEFT JOIN playback_media m ON m.playback_id = p.room_id
    WHERE s.id = ${sessionId} AND p.room_id = s.playback_id`;

/** The events whose permanent session plays another video than its playback has now. */
export const permanentToRenew = (trx: Db, playbackId: string): Promise<string[]> => selectColumn(trx)`
    SELECT s.event_id AS "eventId" FROM playback_sessions s
    JOIN playback_media m ON m.playback_id = s.playback_id AND m.is_online
    WHERE s.playback_id = ${playbackId} AND s.is_permanent AND s.end_date IS NULL AND s.finished_at IS NULL
      AND s.video_id <> m.video_id
    ORDER BY s.event_id`;
