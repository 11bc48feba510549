import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf } from '../../platform/db/page.ts';
import { selectAll } from '../../platform/db/rows.ts';

/** Around the found words in `marked`. Texts are stored without control characters. */
export const marks = { start: '\u0001', end: '\u0002' };
const markOptions = `HighlightAll=true, StartSel=${marks.start}, StopSel=${marks.end}`;

/** A part of a page, of so many words. */
const fragmentOptions = `MaxFragments=1, MinWords=8, MaxWords=24, StartSel=${marks.start}, StopSel=${marks.end}`;

export interface FoundSegment {
  recordId: string;
  recordName: string;
  roomId: string;
  roomName: string;
  recordedAt: Date;
  /** Null: a page that was shown. */
  segmentId: string | null;
  /** The number of the page. */
  page: number | null;
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
 * Finds segments and shown pages by words, ordered by the times of their recordings. The index finds the segments of the group, whose
 * lexemes begin with its number; the rights are checked once for each room in which they were found. Only the segments of the page's recordings are read and sorted,
 * because a frequent word is in most segments.
 * @param isLastWordOpen whether the last word may be the beginning of a longer one
 */
export async function searchSegments(
  db: Db,
  { spaceId, userId, roomId, text, page }: TranscriptSearch,
  isLastWordOpen: boolean,
): Promise<{ items: FoundSegment[]; total: number }> {
  const direction = sqlDirectionOf(page);
  const { limit, offset } = page;
  const inRoom = roomId === undefined ? sql`` : sql`AND r.room_id = ${roomId}`;
  const rows = await selectAll<FoundSegment & { total: number }>(db)`
    WITH typed AS MATERIALIZED (
      SELECT websearch_to_tsquery('russian', translate(${text}, 'ёЁ', 'еЕ')) AS q
    ), query AS MATERIALIZED (
      -- A query ends with its last word in quotes. Null finds nothing: no word has to be said, and no index would help.
      SELECT CASE
        WHEN querytree(q) IN ('', 'T') THEN NULL
        WHEN ${isLastWordOpen} AND right(q::text, 1) = '''' THEN (q::text || ':*')::tsquery
        ELSE q
      END AS q
      FROM typed
    ), found AS MATERIALIZED (
      SELECT record_id, count(*) AS segments, array_agg(segment_id) FILTER (WHERE segment_id IS NOT NULL) AS segment_ids,
        array_agg(chapter) FILTER (WHERE chapter IS NOT NULL) AS chapters
      FROM (
        SELECT record_id, segment_id, NULL AS chapter FROM searched_segments WHERE search @@ (
          SELECT query_of_group(s.chat_application_id, q.q) FROM query q, spaces s WHERE s.id = ${spaceId}
        )
        UNION ALL
        SELECT record_id, NULL, number FROM record_chapters WHERE search @@ (
          SELECT query_of_group(s.chat_application_id, q.q) FROM query q, spaces s WHERE s.id = ${spaceId}
        )
      ) places GROUP BY record_id
    ), found_rooms AS MATERIALIZED (
      SELECT DISTINCT r.room_id FROM found f JOIN records r ON r.id = f.record_id WHERE r.space_id = ${spaceId} ${inRoom}
    ), rooms_led AS MATERIALIZED (
      SELECT o.id, o.name FROM found_rooms f JOIN rooms o ON o.id = f.room_id
      WHERE (SELECT s.leads FROM room_standing(f.room_id, ${userId}) s)
    ), led AS MATERIALIZED (
      -- "until" counts the segments of this recording and of those before it.
      SELECT r.id, r.name, r.room_id, o.name AS room_name, t.recorded_at, f.segments, f.segment_ids, f.chapters,
        sum(f.segments) OVER (ORDER BY t.recorded_at ${direction}, r.id ${direction}) AS until
      FROM found f JOIN records r ON r.id = f.record_id JOIN rooms_led o ON o.id = r.room_id
      CROSS JOIN LATERAL (SELECT coalesce(r.started_at, r.created_at) AS recorded_at) t
      WHERE r.deleted_at IS NULL
    ), shown AS MATERIALIZED (
      SELECT * FROM led WHERE until > ${offset}::bigint AND until - segments < ${offset}::bigint + ${limit}::bigint
    ), page AS MATERIALIZED (
      SELECT s.id AS record_id, s.name, s.room_id, s.room_name, s.recorded_at, g.id, g.start_seconds, g.end_seconds,
        g.speaker, g.text, g.page
      FROM shown s CROSS JOIN LATERAL (
        SELECT t.id, t.start_seconds, t.end_seconds, t.speaker, t.text, NULL::integer AS page
        FROM unnest(s.segment_ids) AS found_id JOIN transcript_segments t ON t.id = found_id
        UNION ALL
        SELECT NULL, c.start_seconds, c.start_seconds, c.document_name, c.text, c.page
        FROM unnest(s.chapters) AS chapter JOIN record_chapters c ON c.record_id = s.id AND c.number = chapter
      ) g
      ORDER BY s.recorded_at ${direction}, s.id ${direction}, g.start_seconds, g.id
      LIMIT ${limit}::bigint OFFSET ${offset}::bigint - (SELECT coalesce(min(until - segments), 0) FROM shown)
    )
    SELECT p.record_id AS "recordId", p.name AS "recordName", p.room_id AS "roomId", p.room_name AS "roomName",
      p.recorded_at AS "recordedAt", p.id AS "segmentId", p.start_seconds AS start, p.end_seconds AS end, p.speaker,
      p.text, p.page, ts_headline('russian', translate(p.text, 'ёЁ', 'еЕ'), (SELECT q FROM query),
        CASE WHEN p.page IS NULL THEN ${markOptions} ELSE ${fragmentOptions} END) AS marked,
      count.total
    FROM (SELECT coalesce(max(until), 0)::int AS total FROM led) count LEFT JOIN page p ON true
    ORDER BY p.recorded_at ${direction}, p.record_id ${direction}, p.start_seconds, p.id`;
  // A page beyond the last one is one row without a recording, for the total.
  const found = rows.filter(({ recordId }) => recordId !== null);
  return { items: found.map(({ total: _, ...item }) => item), total: rows[0]?.total ?? 0 };
}
