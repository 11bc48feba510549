import { sql } from 'kysely';
import { presentSince } from '../../participants/participants.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { execute, selectAll, selectColumn, selectValue } from '../../platform/db/rows.ts';
import { type RowOf, snakeCased } from '../../platform/db/tables.ts';
import type { ViewingKind } from './intervals.ts';

/** A viewing with everything that decides what its player may get now. */
export interface SeenViewing
  extends Omit<RowOf<'viewings'>, 'closedAt' | 'intervalId'>,
    Pick<RowOf<'playback_sessions'>, 'playbackId' | 'startDate' | 'endDate' | 'finishedAt'>,
    Pick<RowOf<'playbacks'>, 'isReplayAllowed' | 'replayDays'> {
  spaceId: string;
  /** Until the start of the session is announced, the video that it is about to play. */
  videoId: string | null;
  /** Is the participant admitted to the webinar now? */
  isAdmitted: boolean;
}

/** The viewings with these ids, also of people who may not watch any more. */
export async function viewingsByIds(db: Db, ids: string[]): Promise<Map<string, SeenViewing>> {
  const rows = await selectAll<SeenViewing>(db)`${prepared}
    SELECT v.id, v.session_id AS "sessionId", v.participant_id AS "participantId", s.playback_id AS "playbackId",
      r.space_id AS "spaceId", v.kind, v.opened_at AS "openedAt",
      v.seen_at AS "seenAt", v.position, v.is_playing AS "isPlaying", v.is_tab_visible AS "isTabVisible",
      s.start_date AS "startDate", s.end_date AS "endDate", s.finished_at AS "finishedAt",
      coalesce(s.video_id, CASE WHEN b.readiness = 'ready' THEN b.video_id END) AS "videoId",
      b.is_replay_allowed AS "isReplayAllowed", b.replay_days AS "replayDays", st.is_admitted AS "isAdmitted"
    FROM viewings v
    JOIN playback_sessions s ON s.id = v.session_id
    JOIN playbacks b ON b.room_id = s.playback_id
    JOIN rooms r ON r.id = s.playback_id
    JOIN spaces g ON g.id = r.space_id
    JOIN participant_standing st ON st.participant_id = v.participant_id
    WHERE v.id = ANY (${arrayOf(ids, 'text')})`;
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewViewing = Pick<
  SeenViewing,
  'id' | 'sessionId' | 'participantId' | 'kind' | 'openedAt' | 'position'
>;

export async function insertViewing(db: Db, viewing: NewViewing): Promise<void> {
  const row = snakeCased({ ...viewing, seenAt: viewing.openedAt });
  await db.insertInto('viewings').values(row).execute();
}

/** How many people watch a session now in this manner. The count leaves out removed people at once, not when their page is closed. */
export const countViewers = async (
  db: Db,
  { sessionId, kind }: { sessionId: string; kind: ViewingKind },
  at: Date,
): Promise<number> =>
  (await selectValue<number>(db)`${prepared}
    SELECT count(DISTINCT v.participant_id)::int AS count FROM viewings v
    WHERE v.session_id = ${sessionId} AND v.kind = ${kind} AND is_reporting(v.closed_at, v.seen_at, ${presentSince(at)})
      AND v.participant_id NOT IN (
        SELECT p.id FROM playback_sessions s JOIN participants p ON p.room_id = s.playback_id
        WHERE s.id = ${sessionId} AND p.removed_at IS NOT NULL
      )`) ?? 0;

/** Closes viewings whose pages vanished, with the time of their last report. Their next report opens them again. */
export const closeSilentViewings = (db: Db, before: Date): Promise<void> => execute(db)`
    UPDATE viewings SET closed_at = seen_at WHERE closed_at IS NULL AND seen_at < ${before}`;

/** Closes the viewings of these people. @returns those who were watching */
export const closeViewingsOf = (db: Db, participantIds: string[]) => selectColumn(db)`
    WITH closed AS (
      UPDATE viewings SET closed_at = ${now()}
      WHERE participant_id = ANY (${participantIds}) AND closed_at IS NULL RETURNING participant_id
    )
    SELECT DISTINCT participant_id FROM closed`;

/** Nodes listen here for people and sessions whose viewings have changed. */
export const viewingsChannel = 'lectern_viewings';
/** As many ids as a notification holds. */
const idsInNotice = 300;

const notifyOf = (ids: string[]) => sql`pg_notify(${viewingsChannel}, ${ids.join(',')})`;

/** Tells all nodes, after the commit, that these people may not be viewers of a webinar any more. */
export async function announceChangedViewers(db: Db, participantIds: string[]): Promise<void> {
  for (let at = 0; at < participantIds.length; at += idsInNotice) {
    const ids = participantIds.slice(at, at + idsInNotice);
    // Not only people with a viewing: one that is being opened is not stored yet. People in calls have none.
    await execute(db)`
      SELECT ${notifyOf(ids)} WHERE EXISTS (
        SELECT FROM participants p JOIN rooms r ON r.id = p.room_id
        WHERE p.id = ANY (${ids}) AND r.kind = 'playback'
      )`;
  }
}

/** Tells all nodes, after the commit, that a session ended early. */
export const announceChangedSession = (trx: Db, sessionId: string): Promise<void> =>
  execute(trx)`SELECT ${notifyOf([sessionId])}`;
