import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf } from '../../platform/db/page.ts';

/** Around the found words in `marked`. Texts are stored without control characters. */
export const marks = { start: '\u0001', end: '\u0002' };
const markOptions = `HighlightAll=true, StartSel=${marks.start}, StopSel=${marks.end}`;

export interface FoundSegment {
  recordId: string;
  recordName: string;
  roomId: string;
  roomName: string;
  recordedAt: Date;
  segmentId: string;
  start: number;
  end: number;
  speaker: string;
  text: string;
  /** The text with marks around the found words. */
  marked: string;
}

export interface TranscriptSearch {
  spaceId: string;
  /** The account that searches: it finds what was said in rooms that it leads. */
  userId: string;
  roomId: string | undefined;
  /** In the syntax of a web search. */
  text: string;
  page: Page;
}

/**
 * Finds segments by words, ordered by the times of their recordings. The index finds the segments, then the rooms of their
 * recordings are checked, once for each recording.
 * @param isLastWordOpen whether the last word may be the beginning of a longer one
 */
export async function searchSegments(
  db: Db,
  { spaceId, userId, roomId, text, page }: TranscriptSearch,
  isLastWordOpen: boolean,
): Promise<{ items: FoundSegment[]; total: number }> {
  const direction = sqlDirectionOf(page);
  const inRoom = roomId === undefined ? sql`` : sql`AND r.room_id = ${roomId}`;
  const { rows } = await sql<FoundSegment & { total: number }>`
    WITH typed AS MATERIALIZED (
      SELECT websearch_to_tsquery('russian', translate(${text}, 'ёЁ', 'еЕ')) AS q
    ), query AS MATERIALIZED (
      -- A query ends with its last word in quotes.
      SELECT CASE WHEN ${isLastWordOpen} AND right(q::text, 1) = '''' THEN (q::text || ':*')::tsquery ELSE q END AS q
      FROM typed
    ), found AS MATERIALIZED (
      SELECT g.id, g.record_id, g.start_seconds FROM transcript_segments g
      WHERE g.search @@ (SELECT q FROM query)
    ), led AS MATERIALIZED (
      SELECT r.id, r.name, r.room_id, o.name AS room_name, coalesce(r.started_at, r.created_at) AS recorded_at
      FROM records r JOIN rooms o ON o.id = r.room_id
      WHERE r.id IN (SELECT record_id FROM found) AND r.space_id = ${spaceId} AND r.deleted_at IS NULL ${inRoom}
        AND EXISTS (SELECT FROM leading_roles_in_room(r.room_id, ${userId}))
    ), page AS MATERIALIZED (
      SELECT f.id, l.id AS record_id, l.name, l.room_id, l.room_name, l.recorded_at, f.start_seconds
      FROM found f JOIN led l ON l.id = f.record_id
      ORDER BY l.recorded_at ${direction}, l.id ${direction}, f.start_seconds, f.id ${sqlLimitOf(page)}
    )
    SELECT p.record_id AS "recordId", p.name AS "recordName", p.room_id AS "roomId", p.room_name AS "roomName",
      p.recorded_at AS "recordedAt", g.id AS "segmentId", g.start_seconds AS start, g.end_seconds AS end, g.speaker,
      g.text, ts_headline('russian', translate(g.text, 'ёЁ', 'еЕ'), (SELECT q FROM query), ${markOptions}) AS marked,
      count.total
    FROM (SELECT count(*)::int AS total FROM found f JOIN led l ON l.id = f.record_id) count
    LEFT JOIN (page p JOIN transcript_segments g ON g.id = p.id) ON true
    ORDER BY p.recorded_at ${direction}, p.record_id ${direction}, p.start_seconds, p.id`.execute(db);
  // A page beyond the last one is one row without a segment, for the total.
  return { items: rows.filter(({ segmentId }) => segmentId !== null), total: rows[0]?.total ?? 0 };
}
