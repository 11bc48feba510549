import { sql } from 'kysely';
import { type Gathering, milliseconds, readInBatches } from '../../analytics/analytics.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ViewingKind } from '../watching/intervals.ts';

/** A session as its report names it. */
export interface ReportedSession {
  id: string;
  eventId: string;
  playbackId: string;
  playbackName: string;
  type: 'webinar' | 'conference';
  isPermanent: boolean;
  startDate: Date;
  endDate: Date | null;
  finishedAt: Date | null;
  /** Seconds of the video; null: it plays none. */
  videoDuration: number | null;
  rule: { minShare: number; minSeconds: number };
  revision: number;
  /** How many of its people the retention deleted. */
  erasedPeople: number;
}

/** How many people of a session `s` were erased, or of those who had a link for it. Their made-up ids are distinct. */
const erasuresIn = sql`(
  SELECT count(*)::int FROM (
    SELECT p.external_user_id FROM participants p
    WHERE p.erased_at IS NOT NULL AND p.id IN (SELECT participant_id FROM viewings WHERE session_id = s.id)
    UNION
    SELECT l.external_user_id FROM access_links l
    WHERE l.erased_at IS NOT NULL AND l.room_id = s.playback_id AND NOT l.is_permanent
      AND l.created_at <= coalesce(s.finished_at, s.end_date, l.created_at) AND l.expires_at > s.start_date
  ) erased
)`;

/** @returns undefined if the group has no such session of this event, or it was cancelled */
export async function reportedSession(
  db: Db,
  { spaceId, eventId, sessionId }: { spaceId: string; eventId: string; sessionId: string },
): Promise<ReportedSession | undefined> {
  const { rows } = await sql<ReportedSession>`
    SELECT s.id, s.event_id AS "eventId", s.playback_id AS "playbackId", r.name AS "playbackName", r.type,
      s.is_permanent AS "isPermanent", s.start_date AS "startDate", s.end_date AS "endDate",
      s.finished_at AS "finishedAt", v.duration AS "videoDuration", r.attendance_rule AS rule,
      s.erased_people AS "erasedPeople",
      1 + ${erasuresIn} AS revision
    FROM playback_sessions s
    JOIN rooms r ON r.id = s.playback_id
    JOIN playbacks b ON b.room_id = s.playback_id
    LEFT JOIN videos v ON v.id = coalesce(s.video_id, b.video_id)
    WHERE s.id = ${sessionId} AND s.event_id = ${eventId} AND r.space_id = ${spaceId}
      AND (s.finished_at IS NULL OR s.started_at IS NOT NULL)`.execute(db);
  return rows[0];
}

export const attendedSession = (sessionId: string): Gathering['attended'] =>
  sql`viewings WHERE session_id = ${sessionId}`;

/** A session with its chat, from its start until this moment. */
export const gatheringOfSession = (
  { id, playbackId, startDate }: ReportedSession,
  until: Date,
): Gathering => ({
  ...{ roomId: playbackId, from: startDate, until },
  attended: attendedSession(id),
  channel: sql`c.session_id = ${id}`,
});

/** Whether the session has more viewings than that. */
export async function hasMoreViewings(db: Db, sessionId: string, most: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM viewings WHERE session_id = ${sessionId} OFFSET ${most} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export interface ReportedViewingRow {
  id: string;
  participantId: string;
  kind: ViewingKind;
  openedAt: number;
  seenAt: number;
  closedAt: number | null;
}

/** Rows that one statement returns: other requests get a turn in between. */
const viewingsAtOnce = 2000;

interface ViewingsOf {
  sessionId: string;
  participantIds: string[];
}

/** The viewings of some participants, in the order of their ids. */
export const viewingsOf = (
  db: Db,
  { sessionId, participantIds }: ViewingsOf,
): Promise<ReportedViewingRow[]> =>
  readInBatches(viewingsAtOnce, async (after) => {
    const { rows } = await sql<ReportedViewingRow>`
      SELECT id, participant_id AS "participantId", kind, ${milliseconds('opened_at')} AS "openedAt",
        ${milliseconds('seen_at')} AS "seenAt", ${milliseconds('closed_at')} AS "closedAt"
      FROM viewings
      WHERE session_id = ${sessionId} AND participant_id = ANY (${participantIds}) AND id > ${after}
      ORDER BY id LIMIT ${viewingsAtOnce}`.execute(db);
    return rows;
  });

export interface PlayedPartRow {
  viewingId: string;
  start: number;
  end: number;
  /** Milliseconds of the video. */
  from: number;
  to: number;
  isTabVisible: boolean;
}

/** The parts that were played in some viewings. */
export async function playedPartsOf(db: Db, viewingIds: string[]): Promise<PlayedPartRow[]> {
  const { rows } = await sql<PlayedPartRow>`
    SELECT viewing_id AS "viewingId", ${milliseconds('started_at')} AS start, ${milliseconds('ended_at')} AS end,
      round(position_from * 1000)::float8 AS "from", round(position_to * 1000)::float8 AS "to",
      is_tab_visible AS "isTabVisible"
    FROM watch_intervals WHERE viewing_id = ANY (${viewingIds})`.execute(db);
  return rows;
}
