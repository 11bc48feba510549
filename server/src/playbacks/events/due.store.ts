import type { Db } from '../../platform/db/db.ts';
import { execute, selectAll, selectValue } from '../../platform/db/rows.ts';
import type { PlaybackSession } from './sessions.store.ts';

type Due = Pick<PlaybackSession, 'id' | 'playbackId'>;

/** The sessions whose start is to be announced, the earliest first. */
export const sessionsToStart = (db: Db, at: Date): Promise<Due[]> => selectAll<Due>(db)`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.start_date <= ${at} AND s.started_at IS NULL AND s.finished_at IS NULL
    ORDER BY s.start_date, s.id LIMIT 1000`;

/** The sessions whose end is to be announced. One that has no end ends if it began before `since`. */
export const sessionsToFinish = (db: Db, at: Date, since: Date): Promise<Due[]> => selectAll<Due>(db)`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.started_at IS NOT NULL AND s.finished_at IS NULL
      AND (s.end_date <= ${at} OR s.end_date IS NULL AND NOT s.is_permanent AND s.start_date <= ${since})
    ORDER BY s.end_date, s.id LIMIT 1000`;

/** Notes that the report of a session was announced. */
export const markReportAnnounced = (trx: Db, sessionId: string, at: Date): Promise<void> =>
  execute(trx)`UPDATE playback_sessions SET report_announced_at = ${at} WHERE id = ${sessionId}`;

export const markSessionFinished = (
  trx: Db,
  sessionId: string,
  { at, endDate, endedBy }: { at: Date; endDate: Date | null; endedBy: string | null },
): Promise<void> => execute(trx)`
    UPDATE playback_sessions SET finished_at = ${at}, end_date = ${endDate}, ended_by = ${endedBy}
    WHERE id = ${sessionId}`;

/** The sessions that took place and finished by a moment, whose reports are to be announced. */
export const reportsToAnnounce = (db: Db, finishedBy: Date): Promise<Due[]> => selectAll<Due>(db)`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.finished_at <= ${finishedBy} AND s.started_at IS NOT NULL AND s.report_announced_at IS NULL
    ORDER BY s.finished_at, s.id LIMIT 1000`;

/** When the next session begins or ends, or its report is final, `finalAfterMs` later; null if none does. */
export const nextDueTime = async (db: Db, finalAfterMs: number): Promise<Date | null> =>
  (await selectValue<Date | null>(db)`
    SELECT least(
      (SELECT min(s.start_date) FROM playback_sessions s WHERE s.started_at IS NULL AND s.finished_at IS NULL),
      (SELECT min(s.end_date) FROM playback_sessions s WHERE s.started_at IS NOT NULL AND s.finished_at IS NULL),
      (SELECT min(s.finished_at) FROM playback_sessions s
        WHERE s.finished_at IS NOT NULL AND s.started_at IS NOT NULL AND s.report_announced_at IS NULL)
        + make_interval(secs => ${finalAfterMs / 1000}::float8)
    ) AS at`) ?? null;

/** The sessions of a playback that have begun by the clock, and whose end or report was not announced. */
export const openSessionsOf = (db: Db, playbackId: string, at: Date): Promise<Due[]> => selectAll<Due>(db)`
    SELECT s.id, s.playback_id AS "playbackId" FROM playback_sessions s
    WHERE s.playback_id = ${playbackId} AND s.start_date <= ${at}
      AND (s.finished_at IS NULL OR s.started_at IS NOT NULL AND s.report_announced_at IS NULL)
    ORDER BY s.start_date, s.id`;
