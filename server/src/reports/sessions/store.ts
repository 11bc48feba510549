import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import { selectAll, selectFirst } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { ViewingKind } from '../../playbacks/playbacks.ts';
import { erasuresIn, type Gathering } from '../people/gathering.store.ts';
import { readInBatches } from '../people/participants.store.ts';

/** A session as its report names it. */
export interface ReportedSession extends Pick<RowOf<'playback_sessions'>, SessionColumn | 'erasedPeople'> {
  spaceId: string;
  playbackName: string;
  type: 'webinar' | 'conference';
  /** Seconds of the video; null: it plays none. */
  videoDuration: number | null;
  rule: AttendanceRule;
  revision: number;
}

type SessionColumn = 'id' | 'eventId' | 'playbackId' | 'isPermanent' | 'startDate' | 'endDate' | 'finishedAt';

const erasures = erasuresIn({
  attended: sql`viewings WHERE session_id = s.id`,
  ...{ roomId: sql`s.playback_id`, from: sql`s.start_date`, until: sql`coalesce(s.finished_at, s.end_date)` },
});

/** @returns undefined if the group has no such session of this event, or it was cancelled */
export const reportedSession = (
  db: Db,
  { spaceId, eventId, sessionId }: { spaceId: string; eventId: string; sessionId: string },
): Promise<ReportedSession | undefined> =>
  selectFirst<ReportedSession>(db)`
    SELECT s.id, r.space_id AS "spaceId", s.event_id AS "eventId", s.playback_id AS "playbackId", r.name AS "playbackName", r.type,
      s.is_permanent AS "isPermanent", s.start_date AS "startDate", s.end_date AS "endDate",
      s.finished_at AS "finishedAt", v.duration AS "videoDuration", r.attendance_rule AS rule,
      s.erased_people AS "erasedPeople",
      1 + (${erasures}) AS revision
    FROM playback_sessions s
    JOIN rooms r ON r.id = s.playback_id
    JOIN playbacks b ON b.room_id = s.playback_id
    LEFT JOIN videos v ON v.id = coalesce(s.video_id, b.video_id)
    WHERE s.id = ${sessionId} AND s.event_id = ${eventId} AND r.space_id = ${spaceId}
      AND (s.finished_at IS NULL OR s.started_at IS NOT NULL)`;

/** A session with its chat, from its start until this moment. */
export const gatheringOfSession = (
  { id, playbackId, startDate }: ReportedSession,
  until: Date,
): Gathering => ({
  ...{ roomId: playbackId, from: startDate, until },
  attended: sql`viewings WHERE session_id = ${id}`,
  channel: sql`c.session_id = ${id}`,
});

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
  readInBatches(
    viewingsAtOnce,
    (after) => selectAll<ReportedViewingRow>(db)`
      SELECT id, participant_id AS "participantId", kind, epoch_ms(opened_at) AS "openedAt",
        epoch_ms(seen_at) AS "seenAt", epoch_ms(closed_at) AS "closedAt"
      FROM viewings
      WHERE session_id = ${sessionId} AND participant_id = ANY (${participantIds}) AND id > ${after}
      ORDER BY id LIMIT ${viewingsAtOnce}`,
  );

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
export const playedPartsOf = (db: Db, viewingIds: string[]) => selectAll<PlayedPartRow>(db)`
    SELECT viewing_id AS "viewingId", epoch_ms(started_at) AS start, epoch_ms(ended_at) AS end,
      round(position_from * 1000)::float8 AS "from", round(position_to * 1000)::float8 AS "to",
      is_tab_visible AS "isTabVisible"
    FROM watch_intervals WHERE viewing_id = ANY (${viewingIds})`;

/** An offer that a session showed, and who opened it. */
export interface OfferOfSession {
  itemId: string;
  atSecond: number;
  untilSecond: number | null;
  /** The second at which a scheduled session noted it: pages did not show an offer that was added later before that. */
  notedSecond: number;
  title: string;
  url: string;
  clicks: { participantId: string; firstClickedAt: string; clicks: number }[];
}

/**
 * The offers of a session, in the order of the video. A permanent session shows those of the timeline as
 * it is now; those that were clicked stay.
 */
export const offersOfSession = (db: Db, sessionId: string) => selectAll<OfferOfSession>(db)`
    WITH offers AS (
      SELECT i.item_id, i.at_second, i.until_second, i.content,
        CASE WHEN s.is_permanent THEN 0 ELSE extract(epoch FROM i.shown_at - s.start_date) END AS noted_second
      FROM session_items i JOIN playback_sessions s ON s.id = i.session_id
      WHERE i.session_id = ${sessionId} AND i.kind = 'offer'
      UNION ALL
      SELECT t.id, t.at_second, t.until_second, t.content, 0
      FROM playback_sessions s JOIN timeline_items t ON t.playback_id = s.playback_id AND t.kind = 'offer'
      WHERE s.id = ${sessionId} AND s.is_permanent
        AND NOT EXISTS (SELECT FROM session_items i WHERE i.session_id = s.id AND i.item_id = t.id)
    )
    SELECT o.item_id AS "itemId", o.at_second AS "atSecond", o.until_second AS "untilSecond",
      o.noted_second::double precision AS "notedSecond", o.content->>'title' AS title, o.content->>'url' AS url, coalesce((
        SELECT json_agg(json_build_object(
          'participantId', c.participant_id, 'firstClickedAt', c.first_clicked_at, 'clicks', c.clicks
        ) ORDER BY c.first_clicked_at, c.participant_id)
        FROM offer_clicks c WHERE c.session_id = ${sessionId} AND c.item_id = o.item_id
      ), '[]') AS clicks
    FROM offers o ORDER BY o.at_second, o.item_id`;
