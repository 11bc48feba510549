import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { PlaybackSession } from './sessions.store.ts';

/** In seconds: that of the prepared video, until then the stated one. Null: neither is known. */
const lengthOfPlayback = sql`coalesce(m.duration, p.duration)`;

/** The length of a playback in seconds, by which its sessions end. It does not change before the transaction ends. */
export async function lockLength(trx: Db, playbackId: string): Promise<number | null> {
  await sql`SELECT FROM playbacks p WHERE p.room_id = ${playbackId} FOR SHARE`.execute(trx);
  const { rows } = await sql<{ duration: number | null }>`
    SELECT ${lengthOfPlayback} AS duration
    FROM playbacks p LEFT JOIN playback_media m ON m.playback_id = p.room_id
    WHERE p.room_id = ${playbackId}`.execute(trx);
  return rows[0]?.duration ?? null;
}

/**
 * Applies the present video and length of a playback to its sessions. Those to come end by the length, or have no end
 * while it is unknown. Those that began without a video and run play it from now on, or end by the stated length while
 * there is none; others keep theirs.
 */
export async function applyMediaToSessions(trx: Db, playbackId: string, at: Date): Promise<void> {
  await sql`
    UPDATE playback_sessions s
    SET video_id = CASE WHEN s.start_date <= ${at} THEN m.video_id END,
      end_date = CASE WHEN NOT s.is_permanent THEN s.start_date + make_interval(secs => ${lengthOfPlayback}) END
    FROM playbacks p LEFT JOIN playback_media m ON m.playback_id = p.room_id
    WHERE s.playback_id = ${playbackId} AND p.room_id = ${playbackId} AND s.finished_at IS NULL
      AND (s.start_date > ${at} OR s.video_id IS NULL AND coalesce(m.is_online, true)
        AND (s.end_date IS NULL OR s.end_date > ${at}))`.execute(trx);
}

/** Notes the announced start, and fixes the video unless it is fixed already: new content affects later sessions only. */
export async function markSessionStarted(trx: Db, sessionId: string, at: Date): Promise<void> {
  await sql`
    UPDATE playback_sessions s
    SET started_at = ${at}, video_id = coalesce(s.video_id, CASE WHEN m.is_online THEN m.video_id END),
      end_date = CASE
        WHEN s.is_permanent OR s.video_id IS NOT NULL THEN s.end_date
        ELSE s.start_date + make_interval(secs => ${lengthOfPlayback}) END
    FROM playbacks p LEFT JOIN playback_media m ON m.playback_id = p.room_id
    WHERE s.id = ${sessionId} AND p.room_id = s.playback_id`.execute(trx);
}

export async function markSessionFinished(
  trx: Db,
  sessionId: string,
  { at, endDate, endedBy }: { at: Date; endDate: Date | null; endedBy: string | null },
): Promise<void> {
  await trx
    .updateTable('playback_sessions')
    .set({ finished_at: at, end_date: endDate, ended_by: endedBy })
    .where('id', '=', sessionId)
    .execute();
}

type Due = Pick<PlaybackSession, 'id' | 'playbackId'>;

/** The sessions whose start is to be announced, the earliest first. */
export async function sessionsToStart(db: Db, at: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.start_date <= ${at} AND s.started_at IS NULL AND s.finished_at IS NULL
    ORDER BY s.start_date, s.id LIMIT 1000`.execute(db);
  return rows;
}

/** The sessions whose end is to be announced. One that has no end ends if it began before `since`. */
export async function sessionsToFinish(db: Db, at: Date, since: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.started_at IS NOT NULL AND s.finished_at IS NULL
      AND (s.end_date <= ${at} OR s.end_date IS NULL AND NOT s.is_permanent AND s.start_date <= ${since})
    ORDER BY s.end_date, s.id LIMIT 1000`.execute(db);
  return rows;
}

/** Notes that the report of a session was announced. */
export async function markReportAnnounced(trx: Db, sessionId: string, at: Date): Promise<void> {
  await trx
    .updateTable('playback_sessions')
    .set({ report_announced_at: at })
    .where('id', '=', sessionId)
    .execute();
}

/** The sessions that took place and finished by a moment, whose reports are to be announced. */
export async function reportsToAnnounce(db: Db, finishedBy: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.finished_at <= ${finishedBy} AND s.started_at IS NOT NULL AND s.report_announced_at IS NULL
    ORDER BY s.finished_at, s.id LIMIT 1000`.execute(db);
  return rows;
}

/** When the next session begins or ends, or its report is final, `finalAfterMs` later; null if none does. */
export async function nextDueTime(db: Db, finalAfterMs: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT least(
      (SELECT min(s.start_date) FROM playback_sessions s WHERE s.started_at IS NULL AND s.finished_at IS NULL),
      (SELECT min(s.end_date) FROM playback_sessions s WHERE s.started_at IS NOT NULL AND s.finished_at IS NULL),
      (SELECT min(s.finished_at) FROM playback_sessions s
        WHERE s.finished_at IS NOT NULL AND s.started_at IS NOT NULL AND s.report_announced_at IS NULL)
        + make_interval(secs => ${finalAfterMs / 1000}::float8)
    ) AS at`.execute(db);
  return rows[0]?.at ?? null;
}

/** The sessions of a playback that have begun by the clock, and whose end or report was not announced. */
export async function openSessionsOf(db: Db, playbackId: string, at: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.playback_id = ${playbackId} AND s.start_date <= ${at}
      AND (s.finished_at IS NULL OR s.started_at IS NOT NULL AND s.report_announced_at IS NULL)
    ORDER BY s.start_date, s.id`.execute(db);
  return rows;
}

/** The events whose permanent session plays another video than its playback has now. */
export async function permanentToRenew(trx: Db, playbackId: string): Promise<string[]> {
  const { rows } = await sql<{ eventId: string }>`
    SELECT s.event_id AS "eventId" FROM playback_sessions s
    JOIN playback_media m ON m.playback_id = s.playback_id AND m.is_online
    WHERE s.playback_id = ${playbackId} AND s.is_permanent AND s.end_date IS NULL AND s.finished_at IS NULL
      AND s.video_id <> m.video_id
    ORDER BY s.event_id`.execute(trx);
  return rows.map(({ eventId }) => eventId);
}
